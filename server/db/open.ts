import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Config, ConfigError } from '../config';
import { type Cluster, openCluster } from './embedded/cluster';
import { inDataFolder, isNoRoom, noRoom } from './folder';
import { lockFolder } from './lock';
import * as schema from './schema';

/** The database or a transaction in it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly db: Db;
  /** Tells a listener with its last words when the embedded database has ended by itself; it is started again. */
  onCrash(listen: (words: string) => void): void;
  close(): Promise<void>;
}

const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Held while a server starts, so that of several that start on one database each finds what the one before has made. An arbitrary number. */
const START_LOCK = 7_226_844;

/**
 * Opens the database, brings its tables up to date and prepares it; other servers that start on it wait meanwhile.
 * @param prepare is told whether it held nothing when this server began to start
 * @throws ConfigError when the folder or the Postgres server cannot be used, or another server uses the folder.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  prepare: (db: Db, wasEmpty: boolean) => Promise<void> = async () => {},
): Promise<OpenDatabase> {
  // Whatever the database is: two servers may not keep their media in one folder either.
  const release = inDataFolder(dataDir, () => lockFolder(dataDir));
  let cluster: Cluster | null = null;
  let listener: (words: string) => void = () => {};
  const closeCluster = async () => {
    await cluster?.stop();
    release();
  };
  try {
    if (databaseUrl === null) cluster = await openCluster(dataDir, { onCrash: (words) => listener(words) });
    const reach = cluster?.reach ?? { connectionString: databaseUrl ?? '' };
    const pool = poolOf(reach);
    const db = drizzle(pool, { schema, casing: 'snake_case' });
    await alone(reach, async (wasEmpty) => {
      await migrate(db, migrations);
      await prepare(db, wasEmpty);
    }).catch(async (error) => {
      await pool.end();
      if (error instanceof ConfigError) throw error;
      if (cluster && isNoRoom(lineOf(error))) throw noRoom(dataDir);
      const place = cluster ? `in ${dataDir}` : 'of DATABASE_URL';
      throw new ConfigError(`The database ${place} cannot be used: ${lineOf(error)}`);
    });
    return {
      db,
      onCrash(listen) {
        listener = listen;
      },
      close: () => pool.end().finally(closeCluster),
    };
  } catch (error) {
    await closeCluster();
    throw error;
  }
}

/** Does something while no other server starts on the same database. */
async function alone(reach: pg.ClientConfig, work: (wasEmpty: boolean) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...reach, connectionTimeoutMillis: CONNECT_WITHIN });
  // Its connection may break while others work; the lock goes with it.
  client.on('error', () => {});
  await client.connect();
  try {
    const wasEmpty = await isEmpty(client);
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    await work(wasEmpty);
  } finally {
    await client.end();
  }
}

/** Whether the database has no tables of ours, or nobody in them. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.users') is not null as exists");
  return !rows[0].exists || (await client.query('select 1 from users limit 1')).rowCount === 0;
}

/** The settings of a database that let a power cut take what it has acknowledged. */
export async function settingsThatLose(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name, setting }) => `${name} = ${setting}`);
}

/** How long a connection may take, in milliseconds. */
const CONNECT_WITHIN = 10_000;

function poolOf(reach: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...reach, connectionTimeoutMillis: CONNECT_WITHIN });
  // An idle connection that breaks is replaced by the pool. Without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => setTimeout(giveBack, GIVEN_BACK_WITHIN, client).unref()));
  return pool;
}

/** By when a connection that broke is given back by those who used it, in milliseconds. */
const GIVEN_BACK_WITHIN = 1000;

/** drizzle-orm never gives a connection back whose BEGIN failed: after ten of them the pool would be empty for good. */
function giveBack(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It has been given back.
  }
}

/** An error's own words in one line; the innermost cause says most. */
function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return lineOf(error.errors[0]);
  if (error instanceof Error && error.cause) return lineOf(error.cause);
  return String(error instanceof Error ? error.message || error.name : error).split('\n')[0] ?? '';
}
