import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createServer } from '../../server/app';
import { openCluster, type Reach } from '../../server/db/embedded/cluster';
import { dropDatabase, makeDatabase, type Template, urlOf } from './database';
import { newFolder, removeOldFolders } from './folder';
import { testConfig } from './server';

/** Global, because several test projects share it in one process but each has its own instances of modules. */
const everywhere = globalThis as { saathiTemplate?: Promise<{ template: Template; remove(): Promise<void> }> };

/**
 * The settings of the one PostgreSQL for a whole run. Its data are removed at the end, so it runs without fsync. With
 * TEST_DATABASE_URL, which must name a role that may create databases, the PostgreSQL at that address is used as it is.
 */
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
  const given = process.env.TEST_DATABASE_URL;
  const { reach, stop } = given
    ? { reach: reachOf(given), stop: async () => {} }
    : await openCluster(folder, { settings });
  // Two runs may share that PostgreSQL, so the name must be unique.
  const database = given ? `demo_${randomBytes(8).toString('hex')}` : 'demo';
  const template = { reach: { ...reach, database }, dataDir: join(folder, 'demo') };
  await makeDatabase(reach, template.reach.database);
  const server = await createServer(testConfig({ dataDir: template.dataDir, databaseUrl: urlOf(template.reach) }));
  await server.close();
  await makeLoginsCheap(template.reach);
  const remove = async () => {
    if (given) await dropDatabase(reach, database);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { template, remove };
}

/**
 * Gives the members of the demo the same password with a hash that is quick to verify, because tests log them in thousands of times.
 * Passwords that a test sets itself have the server's own hash.
 */
async function makeLoginsCheap(reach: Reach): Promise<void> {
  const cheap = await hash('rescue-demo', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const client = new pg.Client({ ...reach });
  await client.connect();
  try {
    await client.query("update users set password_hash = $1 where password_hash <> ''", [cheap]);
  } finally {
    await client.end();
  }
}

/** Parses the address of a PostgreSQL: `postgres://user:password@host:port/database`, where `?host=` may name the folder of a socket. */
function reachOf(address: string): Reach {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || searchParams.get('port') || 5432),
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
    database: pathname.slice(1) || 'postgres',
  };
}

/** Starts the database of all test files of a run, with the demo organisation made once. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  everywhere.saathiTemplate ??= makeTemplate();
  const { template, remove } = await everywhere.saathiTemplate;
  project.provide('template', template);
  return async () => {
    // The teardowns of all projects run at the end; the first one removes it.
    if (everywhere.saathiTemplate) await remove();
    delete everywhere.saathiTemplate;
  };
}
