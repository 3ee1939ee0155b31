import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatabaseLock, lockDatabase } from '../../server/db/databaseLock';
import { newDatabase } from '../kit/database';

/** The lock of a database (DECISIONS 305), when its connection is lost in ways of which PostgreSQL does not hear. */
let database: Awaited<ReturnType<typeof newDatabase>>;
let way: Way;
let admin: pg.Client;
let lock: DatabaseLock;
let isTaken: boolean;
beforeEach(async () => {
  database = await newDatabase();
  way = await openWay(database.databaseUrl);
  admin = new pg.Client({ connectionString: database.databaseUrl });
  await admin.connect();
  lock = await locked();
});
afterEach(async () => {
  await lock.release();
  await admin.end();
  way.close();
  await database.drop();
});

/** A way from the lock to PostgreSQL on which connections can be lost. */
interface Way {
  readonly reach: pg.ClientConfig;
  /** All connections, in the order in which they were made. */
  readonly lines: readonly Line[];
  /** Loses the next connection that asks for the lock, together with the answer. PostgreSQL keeps it. */
  loseAnswer(): void;
  close(): void;
}
interface Line {
  /** The side of the lock, and the side of PostgreSQL. */
  readonly lock: Socket;
  readonly postgres: Socket;
}

async function openWay(databaseUrl: string): Promise<Way> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: databaseUrl });
  const lines: Line[] = [];
  let isLosing = false;
  const listener = createServer((lock) => {
    const postgres = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    lines.push({ lock, postgres });
    let isLost = false;
    lock.on('data', (chunk) => {
      isLost = isLosing && chunk.includes('pg_try_advisory_lock');
      if (isLost) isLosing = false;
      postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      if (isLost) lock.destroy();
      else if (!lock.destroyed) lock.write(chunk);
    });
    postgres.on('close', () => lock.destroy());
    lock.on('end', () => postgres.destroy());
    for (const side of [lock, postgres]) side.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const to = (listener.address() as AddressInfo).port;
  return {
    reach: { host: '127.0.0.1', port: to, user, database, password: password ?? '' },
    lines,
    loseAnswer() {
      isLosing = true;
    },
    close() {
      listener.close();
      for (const { lock, postgres } of lines) for (const side of [lock, postgres]) side.destroy();
    },
  };
}

async function locked(): Promise<DatabaseLock> {
  const taken = await lockDatabase(way.reach);
  if (!taken) throw new Error('The database is locked by somebody else.');
  return taken;
}

/** The process of PostgreSQL that has the lock, and the lock's number. */
async function held() {
  const { rows } = await admin.query(
    `select pid, objid as key from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0] as { pid: number; key: string } | undefined;
}
const end = (pid?: number) => admin.query('select pg_terminate_backend($1)', [pid]);
/** Hears whether another server was said to have the lock. */
function listen() {
  isTaken = false;
  void lock.taken.then(() => {
    isTaken = true;
  });
}

it('is told to be taken, however late somebody asks: it may have been lost during the start', async () => {
  const other = new pg.Client({ connectionString: database.databaseUrl });
  await other.connect();
  const lost = await held();
  const takes = other.query('select pg_advisory_lock($1)', [lost?.key]);
  await expect.poll(async () => (await admin.query('select 1 from pg_locks where not granted')).rowCount).toBe(1);
  await end(lost?.pid);
  await takes;
  // The lock has been tried for again, and given up.
  await expect.poll(() => way.lines.map((line) => line.lock.destroyed)).toEqual([true, true]);
  await lock.taken;
  await other.end();
});

it('that was granted to a connection whose answer was lost is not another server’s', async () => {
  listen();
  const first = await held();
  way.loseAnswer();
  await end(first?.pid);
  await expect.poll(() => way.lines[1]?.lock.destroyed).toBe(true);
  const second = await held();
  expect(second?.pid).not.toBe(first?.pid);
  // PostgreSQL does not know that the second connection is lost.
  expect(way.lines[1]?.postgres.destroyed).toBe(false);
  await expect.poll(async () => [undefined, second?.pid].includes((await held())?.pid)).toBe(false);
  expect(isTaken).toBe(false);
});

it('is taken again without ending a connection that no longer has it: a pooler may have given it to somebody else', async () => {
  listen();
  const first = await held();
  const { lock: lost, postgres } = way.lines[0] as Line;
  postgres.removeAllListeners('data');
  const words = Buffer.from('select pg_advisory_unlock_all()\0');
  // A query in PostgreSQL's protocol: its letter, its length with these four bytes, its words.
  postgres.write(Buffer.concat([Buffer.from([0x51, 0, 0, 0, words.length + 4]), words]));
  postgres.resume();
  await expect.poll(held).toBeUndefined();
  lost.destroy();
  await expect.poll(async () => (await held()) !== undefined).toBe(true);
  const { rowCount } = await admin.query('select 1 from pg_stat_activity where pid = $1', [first?.pid]);
  expect(rowCount).toBe(1);
  expect(isTaken).toBe(false);
});
