import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../../server/db/open';

/** The number of sessions of this database that wait for a lock of another session. */
async function countWaiting(db: Db): Promise<number> {
  const waits = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await db.execute(sql`select count(*) as waiting ${waits}`)).rows[0]?.waiting);
}

/**
 * Starts `second` while the transaction of `first` is open, and commits the transaction as soon as `second` waits for its locks and
 * `meanwhile` has ended.
 * @returns the result of `second`
 */
export async function runWhileLocked<Result>(
  db: Db,
  first: (tx: Db) => Promise<unknown>,
  second: () => Promise<Result>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<Result> | undefined> {
  let waiting: Promise<PromiseSettledResult<Result>[]> | undefined;
  await db.transaction(async (tx) => {
    await first(tx);
    waiting = Promise.allSettled([second()]);
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
    await meanwhile();
  });
  return (await waiting)?.[0];
}
