import { object, string } from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../src/contract/failure';

// Node has no database of a browser. This one answers as the test says.
const { browser } = vi.hoisted(() => ({
  browser: {
    get: (_key: readonly string[]): Promise<unknown> => Promise.resolve(undefined),
    deleted: [] as unknown[],
    /** What the app wants to be told of its connection. */
    callbacks: {} as { terminated(): void },
    commits: (): Promise<void> => Promise.resolve(),
  },
}));
vi.mock('idb', () => {
  const store = (transaction: object) => ({
    transaction,
    // The app reads this row by the browser's own request, which finds nothing here.
    get: () => {
      const request = { onsuccess: () => {} };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
    put: async () => {},
    delete: async () => {},
  });
  const db = {
    get: (_: string, key: readonly string[]) => browser.get(key),
    delete: (_: string, key: unknown) => {
      browser.deleted.push(key);
      return browser.commits();
    },
    transaction: () => {
      const transaction = { done: browser.commits(), store: {} };
      transaction.store = store(transaction);
      return transaction;
    },
  };
  return {
    unwrap: (wrapped: unknown) => wrapped,
    openDB: async (_: string, __: number, callbacks: typeof browser.callbacks) => {
      browser.callbacks = callbacks;
      return db;
    },
  };
});

const { database } = await import('../../src/services/storage/database');
const { readCached } = await import('../../src/services/storage/answerCache');
const { cacheOf } = await import('../../src/wiring/cache/cache');
const { changeDraft } = await import('../../src/services/drafts/unopenedDrafts');

const row = { value: { name: 'Bruno' } };
const Animal = object({ name: string() });
const read = () => readCached('7', 'animal', Animal);
/** The name of the database, which the app reads when it opens it, is there at once; rows of members as the test says. */
const answers = (answer: () => Promise<unknown>) => {
  browser.get = ([userId]) => (userId === '' ? Promise.resolve({ draft: 'this database' }) : answer());
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  browser.deleted.length = 0;
  browser.commits = () => Promise.resolve();
  answers(async () => row);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a cached answer', () => {
  it('is waited for for 10 s. Then there is none, as far as its screen is concerned', async () => {
    answers(() => new Promise(() => {}));
    const reading = read();
    const still = Promise.race([reading, vi.advanceTimersByTimeAsync(9_900).then(() => 'still waits')]);
    expect(await still).toBe('still waits');
    await vi.advanceTimersByTimeAsync(100);
    expect(await reading).toBe(undefined);
    answers(async () => row);
    expect(await read()).toEqual({ name: 'Bruno' });
  });

  it('that the browser fails to read is not deleted: it may be readable the next time, when there is no network', async () => {
    answers(() => Promise.reject(new DOMException('The database connection is closing.', 'InvalidStateError')));
    expect(await read()).toBe(undefined);
    expect(browser.deleted).toEqual([]);
  });

  it('that is malformed is deleted', async () => {
    answers(async () => ({ value: { name: 7 } }));
    expect(await read()).toBe(undefined);
    expect(browser.deleted).toEqual([['7', 'animal']]);
  });
});

it('that the member cannot have something any more is told, although the database does not delete its copy', async () => {
  browser.commits = () => new Promise(() => {});
  const refused = new CallFailure('refused', 404, 'Incident not found.');
  const asking = cacheOf({ userId: () => '7' }, Animal).fetch('animal', () => Promise.reject(refused));
  await expect(asking).rejects.toBe(refused);
  expect(browser.deleted).toEqual([['7', 'animal']]);
});

it('a database that was closed and needs longer than 3 s to be read again is used from then on', async () => {
  await database();
  let named = (_row: unknown) => {};
  browser.get = () =>
    new Promise((resolve) => {
      named = resolve;
    });
  browser.callbacks.terminated();
  const waiting = database().catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await waiting).toMatch('did not open within 3000 ms');
  named({ draft: 'this database' });
  await vi.advanceTimersByTimeAsync(0);
  expect(await database()).toBeTruthy();
});

it('a draft counts as changed only when its transaction has ended: a full device may be noticed only then', async () => {
  answers(async () => undefined);
  browser.commits = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
  await expect(changeDraft('7', 'report', Animal, () => ({ name: 'Bruno' }))).rejects.toThrow('The disk is full.');
});
