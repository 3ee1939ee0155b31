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

/** The lock of a database, held on a connection of its own (DECISIONS 305). */
export interface DatabaseLock {
  /** Calls the listener when another server has taken the lock, which it can while this one has lost its connection. */
  onTaken(listen: () => void): void;
  release(): Promise<void>;
}

/**
 * Takes the lock of a database for as long as this server runs. If the connection is lost, the lock is taken again as soon as the
 * database can be reached.
 * @returns null when another server has it.
 */
export async function lockDatabase(reach: pg.ClientConfig): Promise<DatabaseLock | null> {
  let isReleased = false;
  let listener = () => {};
  const first = await take(reach, null);
  if (!first) return null;
  let holder = first;

  const watch = ({ client, backend }: Holder) =>
    client.once('end', () => {
      if (!isReleased) void retake(backend);
    });
  const retake = async (lost: Backend) => {
    while (!isReleased) {
      // A failure means that the database cannot be reached yet.
      const taken = await take(reach, lost).catch(() => undefined);
      if (taken === null) return listener();
      if (taken) {
        holder = taken;
        if (isReleased) await taken.client.end();
        else watch(taken);
        return;
      }
      await pause(RECONNECT, undefined, { ref: false });
    }
  };
  watch(holder);
  return {
    onTaken(listen) {
      listener = listen;
    },
    async release() {
      isReleased = true;
      await holder.client.end();
    },
  };
}

/** What PostgreSQL tells of its process for a connection. Its number alone may be given again. */
interface Backend {
  readonly pid: number;
  readonly start: string;
}

/** The connection that holds the lock, and what PostgreSQL calls it. */
interface Holder {
  readonly client: pg.Client;
  readonly backend: Backend;
}

/**
 * Connects and takes the lock.
 * @param lost an earlier connection of this server, which PostgreSQL may not know to have ended
 * @returns null when another server has the lock.
 */
async function take(reach: pg.ClientConfig, lost: Backend | null): Promise<Holder | null> {
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
    if (lost)
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz',
        [lost.pid, lost.start],
      );
    for (const start = performance.now(); performance.now() - start < WITHIN; await pause(PAUSE)) {
      const { rows } = await client.query(
        'select pg_try_advisory_lock($1) as is_ours, pid, backend_start::text as start from pg_stat_activity where pid = pg_backend_pid()',
        [LOCK],
      );
      const [{ is_ours: isOurs, ...backend }] = rows;
      if (isOurs) return { client, backend };
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
