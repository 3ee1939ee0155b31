import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config';
import { isUnavailable } from '../../server/db/errors';
import { type OpenDatabase, openDatabase } from '../../server/db/open';
import { newDatabase } from '../kit/database';
import { openWay, type Way } from '../kit/databaseWay';
import { newFolder } from '../kit/folder';

/** A Postgres of DATABASE_URL whose machine is gone without having said so (DECISIONS 371). */
let database: Awaited<ReturnType<typeof newDatabase>>;
let way: Way;
let opened: OpenDatabase;
const dataDir = newFolder();
beforeAll(async () => {
  database = await newDatabase();
  way = await openWay(database.databaseUrl);
  const { host, port, user, database: name, password } = way.reach;
  opened = await openDatabase(
    { ...readConfig({}), dataDir, databaseUrl: `postgres://${user}:${password}@${host}:${port}/${name}` },
    { silence: 2_000, lock: async () => ({ taken: new Promise(() => {}), release: async () => {} }) },
  );
});
afterAll(async () => {
  await opened.close();
  way.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** More than there are connections at once. */
const MANY = 15;

it('is asked on new connections as soon as it has been silent for too long', async () => {
  const { db } = opened;
  const ask = () => db.execute(sql`select 1`);
  // In the middle of some transactions, before others, and between two of their queries: the database has all connections in use.
  let asked = 0;
  const transactions = Array.from({ length: MANY }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      if (++asked === 5) way.silence();
      await tx.execute(sql`select 1`);
    }),
  );
  const ends = await Promise.allSettled([...transactions, ask()]);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((reason) => !isUnavailable(reason))).toEqual([]);
  // None of the lost connections is used again, or takes the place of a new one.
  await Promise.all(Array.from({ length: MANY }, ask));
});
