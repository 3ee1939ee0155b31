import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatabaseLock, lockDatabase } from '../../server/db/databaseLock';
import { newDatabase } from '../kit/database';
import { type Line, openWay, type Way } from '../kit/databaseWay';

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
  await expect.poll(() => way.lines.map((line) => line.server.destroyed)).toEqual([true, true]);
  await lock.taken;
  await other.end();
});

it('that was granted to a connection whose answer was lost is not another server’s', async () => {
  listen();
  const first = await held();
  way.loseAnswer();
  await end(first?.pid);
  await expect.poll(() => way.lines[1]?.server.destroyed).toBe(true);
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
  const { server: lost, postgres } = way.lines[0] as Line;
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
