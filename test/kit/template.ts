import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createServer } from '../../server/app';
import { openCluster } from '../../server/db/embedded/cluster';
import { makeDatabase, type Template, urlOf } from './database';
import { newFolder, removeOldFolders } from './folder';
import { testConfig } from './server';

/** Shared by several test projects in one process; each of them has module instances of its own. */
const everywhere = globalThis as { saathiTemplate?: Promise<{ template: Template; remove(): Promise<void> }> };

/** One PostgreSQL for a whole run. Its data are removed at the end, so it runs without fsync. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  autovacuum: 'off',
};

async function makeTemplate() {
  removeOldFolders();
  const folder = newFolder();
  const { reach, stop } = await openCluster(folder, { settings });
  const template = { reach: { ...reach, database: 'demo' }, dataDir: join(folder, 'demo') };
  await makeDatabase(reach, template.reach.database);
  const server = await createServer(testConfig({ dataDir: template.dataDir, databaseUrl: urlOf(template.reach) }));
  await server.close();
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { template, remove };
}

/** Starts the database of all test files of a run, with the demo organisation made once. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  everywhere.saathiTemplate ??= makeTemplate();
  const { template, remove } = await everywhere.saathiTemplate;
  project.provide('template', template);
  return async () => {
    // The teardowns run when all projects are done.
    if (everywhere.saathiTemplate) await remove();
    delete everywhere.saathiTemplate;
  };
}
