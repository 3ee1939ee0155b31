import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Config, ConfigError } from '../config';
import { type Cluster, openCluster } from './embedded/cluster';
import { inDataFolder } from './folder';
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

/**
 * Opens the database and brings its tables up to date.
 * @throws ConfigError when the folder or the Postgres server cannot be used, or another server uses the folder.
 */
export async function openDatabase({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
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
    const pool = poolOf(cluster?.reach ?? { connectionString: databaseUrl ?? '' });
    const db = drizzle(pool, { schema, casing: 'snake_case' });
    await migrate(db, migrations).catch(async (error) => {
      await pool.end();
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

function poolOf(reach: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...reach, connectionTimeoutMillis: 10_000 });
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
