import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The advisory lock (an arbitrary number) that the server of a database holds. PostgreSQL keeps these locks apart by database. */
const LOCK = 7_226_844;
/**
 * How long the lock is tried for before another server counts as its holder, in milliseconds. PostgreSQL may take a moment to notice
 * that the connection of a killed server has ended.
 */
const WITHIN = 2000;
/** The pause between two tries, in milliseconds. */
const PAUSE = 100;
/** The pause between two attempts at reaching the database again, in milliseconds. */
const RECONNECT = 500;
/** Makes PostgreSQL notice within a minute that this server's machine is gone; by default it takes hours, in which the lock stays taken. */
const KEEPALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/**
 * Ends a connection of this server (the parameter is the lock's number) that was lost, but still has the lock: PostgreSQL may not know yet
 * that it has ended, or had granted the lock when the answer was lost. It is known by its name. One that no longer has the lock is left
 * alone, because a pooler may have given it to somebody else.
 */
const END_LOST = `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and objid = $1 and granted and database = datid and datname = current_database()
  and application_name = current_setting('application_name') and pid <> pg_backend_pid()`;

/** The lock of a database, held on a connection of its own (DECISIONS 305). */
export interface DatabaseLock {
  /** Resolves when another server has taken the lock, which it can while this one has lost its connection. */
  readonly taken: Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a database for as long as this server runs. If the connection is lost, the lock is taken again as soon as the
 * database can be reached.
 * @returns null when another server has it.
 */
export async function lockDatabase(reach: pg.ClientConfig): Promise<DatabaseLock | null> {
  const name = `saathi ${randomUUID()}`;
  const first = await take(reach, name);
  if (!first) return null;
  let holder = first;
  let isReleased = false;
  const taken = new Promise<void>((tell) => {
    const watch = () => holder.once('end', () => void retake());
    const retake = async () => {
      while (!isReleased) {
        // A failure means that the database cannot be reached yet.
        const next = await take(reach, name).catch(() => undefined);
        if (isReleased) return next?.end();
        if (next === null) return tell();
        if (next) {
          holder = next;
          return watch();
        }
        await pause(RECONNECT, undefined, { ref: false });
      }
    };
    watch();
  });
  return {
    taken,
    async release() {
      isReleased = true;
      await holder.end();
    },
  };
}

/**
 * Connects and takes the lock.
 * @param name what PostgreSQL calls all connections that have taken this lock for this server
 * @returns the connection, or null when another server has the lock.
 */
async function take(reach: pg.ClientConfig, name: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    ...reach,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // Without a listener, a connection that breaks would end the process. Its 'end' follows.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(KEEPALIVE);
    await client.query("select set_config('application_name', $1, false)", [name]);
    for (const start = performance.now(); performance.now() - start < WITHIN; await pause(PAUSE)) {
      await client.query(END_LOST, [LOCK]);
      const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK]);
      if (rows[0].is_ours) return client;
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
