import { afterEach, beforeEach, expect, it, vi } from 'vitest';

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

const row = {};
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
