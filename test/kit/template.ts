import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createServer } from '../../server/app';
import { testConfig } from './server';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo organisation, to be copied: making one takes a server most of its first start. */
    template: string;
  }
}

/** Makes the demo organisation once for all test files of a project. */
export default async function makeTemplate(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-template-'));
  const server = await createServer(testConfig({ dataDir: folder }));
  await server.close();
  project.provide('template', folder);
  return () => rmSync(folder, { recursive: true });
}
