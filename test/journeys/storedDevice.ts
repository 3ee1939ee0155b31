import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../kit/browser';

/** A row of the browser's database. It may contain anything. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of the browser's database, by store. A file is written as `{ file: name }`. */
export interface Rows {
  readonly submissions?: readonly Row[];
  readonly quarantine?: readonly Row[];
  readonly drafts?: readonly Row[];
  readonly known?: readonly Row[];
}

/**
 * Puts rows into the app's database before the app is opened in this page, as an earlier visit would have left them. The stores are
 * typed here by hand.
 */
export async function leaveOnDevice(page: Page, base: string, rows: Rows, version = 3): Promise<void> {
  await page.goto(`${base}/config.json`);
  await page.evaluate(
    async ([all, version]) => {
      const revived = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(revived);
        if (value === null || typeof value !== 'object') return value;
        if ('file' in value) return new File(['bytes'], String(value.file), { type: 'image/jpeg' });
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part)]));
      };
      const settled = <Answer>(request: IDBRequest<Answer>) =>
        new Promise<Answer>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const opening = indexedDB.open('saathi', version);
      opening.onupgradeneeded = () => {
        const db = opening.result;
        const submissions = db.createObjectStore('submissions', { keyPath: 'seq', autoIncrement: true });
        submissions.createIndex('member', 'userId');
        submissions.createIndex('submission', ['userId', 'id'], { unique: true });
        db.createObjectStore('quarantine', { keyPath: 'key', autoIncrement: true }).createIndex('member', 'userId');
        db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
        db.createObjectStore('known', { keyPath: ['userId', 'key'] });
      };
      const db = await settled(opening);
      for (const [store, list] of Object.entries(all))
        for (const row of list) await settled(db.transaction(store, 'readwrite').objectStore(store).add(revived(row)));
      db.close();
    },
    [rows as Record<string, Row[]>, version] as const,
  );
}

/** How many rows of each store belong to a member. */
export async function rowsOnDevice(page: Page, userId: string): Promise<Record<string, number>> {
  const stores = Object.entries(await allOnDevice(page));
  const ofMember = (rows: readonly Row[]) => rows.filter((row) => row.userId === userId).length;
  return Object.fromEntries(stores.map(([store, rows]) => [store, ofMember(rows)]));
}

/** How long a held transaction waits between two requests, in milliseconds. Without a pause it would keep a processor core busy. */
const HELD_STEP = 50;

/**
 * Another tab writes into a store of the app's database and does not finish, so nobody else can read it. With 'clear' it deletes
 * everything in the store.
 * @param page any page of the app's server, which is not used for anything else meanwhile
 * @returns a function that finishes
 */
export async function holdStore(page: Page, store: string, act?: 'clear'): Promise<() => Promise<void>> {
  await page.route('**/held', async (route) => {
    await pause(HELD_STEP);
    await route.fulfill().catch(() => {}); // The page may be closed by now.
  });
  await page.evaluate(
    async ([name, isCleared]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('saathi');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const transaction = database.transaction(name, 'readwrite');
      const rows = transaction.objectStore(name);
      if (isCleared) rows.clear();
      const held = { isOver: false, end: new Promise((resolve) => transaction.addEventListener('complete', resolve)) };
      Object.assign(window, { held });
      // A transaction ends as soon as nothing more is asked of it.
      const goOn = () => {
        if (held.isOver) return database.close();
        const waiting = new XMLHttpRequest();
        waiting.open('GET', '/held', false);
        waiting.send();
        rows.count().onsuccess = goOn;
      };
      rows.count().onsuccess = goOn;
    },
    [store, act === 'clear'] as const,
  );
  return () =>
    page.evaluate(async () => {
      const { held } = window as unknown as { held: { isOver: boolean; end: Promise<unknown> } };
      held.isOver = true;
      await held.end;
    });
}

/**
 * Holds a store as `holdStore` does, in a new tab of the same browser.
 * @returns a function that ends it
 */
export async function holdStoreApart(
  { context }: Person,
  base: string,
  store: 'submissions' | 'drafts',
): Promise<() => Promise<void>> {
  const page = await context.newPage();
  await page.goto(`${base}/icon.svg`);
  const end = await holdStore(page, store);
  return async () => {
    await end();
    await page.close();
  };
}

/** The stored submissions. Their files arrive here as empty objects. */
export const submissionsOnDevice = async (page: Page): Promise<readonly unknown[]> =>
  ((await allOnDevice(page)).submissions ?? []).map(({ submission }) => submission);

/** The stored drafts of all members, as JSON. A file is written as `{ file: name }`. The name of the database is a row of nobody. */
export const draftsOnDevice = async (page: Page): Promise<string> =>
  JSON.stringify(((await allOnDevice(page)).drafts ?? []).filter(({ userId }) => userId !== ''));

/**
 * Waits until a stored draft contains this text. Needed before a reload: Chromium drops what a page writes while it closes if something
 * else reads or writes the drafts at that moment (DECISIONS 265).
 */
export const isDraftStored = ({ page }: Person, text: string): Promise<void> =>
  expect.poll(() => draftsOnDevice(page)).toContain(text);

const allOnDevice = (page: Page): Promise<Record<string, Row[]>> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('saathi');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all: Record<string, Row[]> = {};
    for (const store of db.objectStoreNames)
      all[store] = await new Promise<Row[]>((resolve, reject) => {
        const rows = db.transaction(store).objectStore(store).getAll();
        const plain = (value: unknown): unknown => {
          if (value instanceof File) return { file: value.name };
          if (Array.isArray(value)) return value.map(plain);
          if (value === null || typeof value !== 'object' || value instanceof Blob) return value;
          return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
        };
        rows.onsuccess = () => resolve(rows.result.map((row) => plain(row) as Row));
        rows.onerror = () => reject(rows.error);
      });
    db.close();
    return all;
  });
