import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { type Config, ConfigError } from '../config';
import { inDataFolder } from './folder';
import { lockFolder } from './lock';
import * as schema from './schema';

/** The database or a transaction in it: every query takes one and cannot tell which of the two drivers is below. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

const options = { schema, casing: 'snake_case' } as const;
const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/**
 * Opens the database and brings its tables up to date.
 * @throws ConfigError when the folder or the Postgres server cannot be used, or another server uses the folder.
 */
export async function openDatabase({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  // Whatever the database is: two servers may not keep their media in one folder either.
  const release = dataDir === null ? () => {} : inDataFolder(dataDir, () => lockFolder(dataDir));
  try {
    const { db, close } = await (databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir));
    return { db, close: () => close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** The embedded Postgres, in `dataDir`/db or in memory. */
async function openEmbedded(dataDir: string | null): Promise<OpenDatabase> {
  try {
    const client = await PGlite.create(dataDir === null ? {} : { dataDir: await embeddedFolder(dataDir) });
    const db = drizzlePglite(client, options);
    await migratePglite(db, migrations);
    return { db, close: () => client.close() };
  } catch (error) {
    throw new ConfigError(`The database in ${dataDir ?? 'memory'} cannot be opened: ${lineOf(error)}`);
  }
}

/** The folder of the embedded database. It is made beside its place and moved there complete, lest a killed start leave half of it. */
async function embeddedFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'db');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await PGlite.create({ dataDir: unfinished })).close();
  renameSync(unfinished, folder);
  return folder;
}

/** A Postgres server of one's own. */
async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const db = drizzlePg(pool, options);
  try {
    await migratePg(db, migrations);
  } catch (error) {
    await pool.end();
    throw new ConfigError(`The database of DATABASE_URL cannot be used: ${lineOf(error)}`);
  }
  return { db, close: () => pool.end() };
}

/** An error's own words in one line; the innermost cause says most. */
function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return lineOf(error.errors[0]);
  if (error instanceof Error && error.cause) return lineOf(error.cause);
  return String(error instanceof Error ? error.message || error.name : error).split('\n')[0] ?? '';
}
