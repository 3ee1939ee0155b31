import { rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { TestProject } from 'vitest/node';
import { createServer } from '../../server/app';
import { newFolder, removeOldFolders } from './folder';
import { COMPILED_ONCE } from './process';
import { testConfig } from './server';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo organisation, to be copied: making one takes a server most of its first start. */
    template: string;
  }
}

/** Several projects ask for it, each with modules of its own, in one process. */
const everywhere = globalThis as { saathiTemplate?: Promise<string> };

async function makeTemplate(): Promise<string> {
  removeOldFolders();
  // In the process that runs the tests, which has no other use for WebAssembly.
  COMPILED_ONCE.forEach(setFlagsFromString);
  const folder = newFolder();
  const server = await createServer(testConfig({ dataDir: folder }));
  await server.close();
  return folder;
}

/** Makes the demo organisation once for all test files of a run. */
export default async function provideTemplate(project: TestProject): Promise<() => void> {
  everywhere.saathiTemplate ??= makeTemplate();
  const folder = await everywhere.saathiTemplate;
  project.provide('template', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
