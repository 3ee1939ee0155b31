import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Config, ConfigError } from '../config';
import { rootOf } from '../rootOf';
import { type DatabaseLock, lockDatabase } from './databaseLock';
import { type Cluster, openCluster } from './embedded/cluster';
import { isDeadlock } from './errors';
import { isNoRoom, noRoom } from './folder';
import { lockFolder } from './lock';
import * as schema from './schema';

/** The database or a transaction in it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly db: Db;
  /** Calls the listener when the embedded database has crashed, or cannot be started again yet, with its last output. */
  onTrouble(listen: (trouble: string, words: string) => void): void;
  /** Resolves when another server uses this database, so that this one has to end (DECISIONS 305). */
  readonly taken: Promise<void>;
  close(): Promise<void>;
}

const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

interface Opening {
  /** Runs after the migration. `wasEmpty` is whether the database had no users before. */
  readonly prepare?: (db: Db, wasEmpty: boolean) => Promise<void>;
  /** Keeps other servers from the database; a test that needs several servers on one leaves that out. */
  readonly lock?: typeof lockDatabase | undefined;
  /** How long a Postgres of DATABASE_URL may be silent; a test does not wait for minutes. */
  readonly silence?: number;
  /** Refuses a database without users and leaves it as it is (DECISIONS 304); otherwise it gets its tables. */
  readonly mustHaveUsers?: boolean;
}

/**
 * Opens the database and migrates its tables.
 * @throws ConfigError when the folder or the Postgres server cannot be used, another server uses the folder or the database, or
 * the database belongs to a newer version.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  { prepare = async () => {}, lock = lockDatabase, silence = SILENCE, mustHaveUsers = false }: Opening = {},
): Promise<OpenDatabase> {
  // Needed with DATABASE_URL, too: two servers must not keep their media in one folder.
  const release = await lockFolder(dataDir);
  let cluster: Cluster | null = null;
  let listener: (trouble: string, words: string) => void = () => {};
  const closeCluster = async () => {
    await cluster?.stop();
    release();
  };
  try {
    const onTrouble = (trouble: string, words: string) => listener(trouble, words);
    if (databaseUrl === null) cluster = await openCluster(dataDir, { onTrouble });
    const reach = cluster?.reach ?? { connectionString: databaseUrl ?? '' };
    const place = cluster ? `in ${dataDir}` : 'of DATABASE_URL';
    const pool = poolOf(reach);
    const db = repeatingDeadlocks(drizzle(pool, { schema, casing: 'snake_case' }));
    const held = await alone(
      () => lock(reach),
      place,
      async () => {
        await refuseUnfit(db, place);
        const wasEmpty = await isEmpty(db);
        if (wasEmpty && mustHaveUsers)
          throw new ConfigError(
            `The database ${place} has no organisation. Set DATABASE_URL and DATA_DIR as for the server.`,
          );
        await migrate(db, migrations);
        await refuseNewer(db, place);
        await prepare(db, wasEmpty);
      },
    ).catch(async (error) => {
      await pool.end();
      if (error instanceof ConfigError) throw error;
      if (cluster && isNoRoom(lineOf(error))) throw noRoom(dataDir);
      throw new ConfigError(`The database ${place} cannot be used: ${lineOf(error)}`);
    });
    if (!cluster) limitSilence(pool, silence);
    return {
      db,
      onTrouble(listen) {
        listener = listen;
      },
      taken: held.taken,
      close: () => pool.end().finally(held.release).finally(closeCluster),
    };
  } catch (error) {
    await closeCluster();
    throw error;
  }
}

/**
 * Refuses a database that a later version of the server has migrated, because this one does not know its tables (DECISIONS 269). The
 * migrator only looks for what is missing.
 */
async function refuseNewer(db: Db, place: string): Promise<void> {
  const known = Math.max(...readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis));
  const { rows } = await db.execute(
    sql`select 1 from drizzle.__drizzle_migrations where created_at > ${known} limit 1`,
  );
  if (rows.length > 0)
    throw new ConfigError(
      `The database ${place} belongs to a newer version of the server. Start that version, or restore a backup from before the update.`,
    );
}

/** SQL_ASCII is the absence of an encoding: it stores each text as it comes. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/**
 * Refuses a database that cannot store each text, or that writes times in another form than all of our code reads (DECISIONS 402). With
 * either, the server would start, and fail at the first message in Hindi or at each answer with a time.
 */
async function refuseUnfit(db: Db, place: string): Promise<void> {
  const { rows } = await db.execute<{ encoding: string; dates: string }>(
    sql`select current_setting('server_encoding') as encoding, current_setting('datestyle') as dates`,
  );
  const { encoding = '', dates = '' } = rows[0] ?? {};
  if (!ENCODINGS.includes(encoding))
    throw new ConfigError(
      `The database ${place} has the encoding ${encoding}, in which most letters cannot be stored. Make another one: createdb --encoding=UTF8 --template=template0 {name}`,
    );
  if (!dates.startsWith('ISO'))
    throw new ConfigError(
      `The database ${place} has the DateStyle '${dates}'. Change it: alter database {name} set datestyle = 'ISO' (or alter role, if the role sets it).`,
    );
}

/** How many attempts are made at a transaction that runs into deadlocks. */
const TRIES = 3;
/**
 * The longest pause before the next attempt, in milliseconds. Without one, it could take the lock again before the transaction that waits.
 */
const LONGEST_PAUSE = 50;

/**
 * Lets the database repeat each transaction that Postgres ended because of a deadlock, of which nothing is stored then. What a
 * transaction runs may therefore run again, and must change nothing but the database.
 */
function repeatingDeadlocks<Database extends Db>(db: Database): Database {
  const transact: Db['transaction'] = db.transaction.bind(db);
  const repeat = async <Result>(tries: number, ...what: Parameters<typeof transact<Result>>): Promise<Result> => {
    try {
      return await transact(...what);
    } catch (error) {
      if (!isDeadlock(error) || tries <= 1) throw error;
      await pause(Math.random() * LONGEST_PAUSE);
      return repeat(tries - 1, ...what);
    }
  };
  return Object.assign(db, {
    transaction: <Result>(...what: Parameters<typeof transact<Result>>) => repeat(TRIES, ...what),
  });
}

/**
 * Takes the lock of the database, then runs `work`.
 * @throws ConfigError when another server has the lock.
 */
async function alone(
  lock: () => Promise<DatabaseLock | null>,
  place: string,
  work: () => Promise<void>,
): Promise<DatabaseLock> {
  const held = await lock();
  if (!held) throw new ConfigError(`Another server is using the database ${place}. Stop it, or use another database.`);
  try {
    await work();
    return held;
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** Whether the table of users is missing or empty. */
async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select to_regclass('public.users') is not null as exists`);
  return !rows[0]?.exists || (await db.execute(sql`select 1 from users limit 1`)).rowCount === 0;
}

/** The database's settings with which a power cut can lose committed data, such as 'fsync = off'. */
export async function unsafeSettings(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name, setting }) => `${name} = ${setting}`);
}

/** The time limit for opening a connection, in milliseconds. */
const CONNECT_WITHIN = 10_000;

/**
 * How long a Postgres of DATABASE_URL may be silent while it is asked something, in milliseconds (DECISIONS 371). No client waits so long
 * for an answer.
 */
const SILENCE = 120_000;

function poolOf(reach: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...reach,
    connectionTimeoutMillis: CONNECT_WITHIN,
    // A firewall on the way may forget a connection on which nothing passes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // The pool replaces an idle connection that breaks. Without a listener its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    stream.on('timeout', () => stream.destroy(new Error('Connection terminated: the database is silent')));
    client.on('error', () => setTimeout(giveBack, GIVEN_BACK_WITHIN, client).unref());
  });
  return pool;
}

/**
 * From now on a connection on which nothing passes for too long while it is used counts as broken: the machine of the database may be gone
 * without having said so, which TCP notices only after a quarter of an hour. What was asked fails, and a new connection takes its place.
 */
function limitSilence(pool: pg.Pool, silence: number): void {
  const limit = ({ connection }: pg.PoolClient, within: number) => (connection.stream as Socket).setTimeout(within);
  pool.on('acquire', (client) => limit(client, silence));
  // An idle connection may be silent.
  pool.on('release', (_, client) => limit(client, 0));
}

/** The time after which a broken connection is released if its user has not released it, in milliseconds. */
const GIVEN_BACK_WITHIN = 1000;

/** Releases a broken connection, because drizzle-orm never releases one whose BEGIN failed: ten of those would empty the pool for good. */
function giveBack(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // Already released.
  }
}

/** The words of an error's innermost cause, in one line. */
function lineOf(error: unknown): string {
  const root = rootOf(error);
  return String(root instanceof Error ? root.message || root.name : root).split('\n')[0] ?? '';
}
