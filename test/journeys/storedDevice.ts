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

/**
 * From now on the browser reads and writes nothing of this store, until the returned function is called. Another tab of the same browser
 * holds it open for writing.
 */
export async function holdStore(
  { context }: Person,
  base: string,
  name: 'submissions' | 'drafts',
): Promise<() => Promise<void>> {
  const page = await context.newPage();
  await page.goto(`${base}/icon.svg`);
  await page.evaluate(
    (held) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('saathi');
        opening.onsuccess = () => {
          const store = opening.result.transaction(held, 'readwrite').objectStore(held);
          // A transaction lasts as long as requests are made in it.
          const goOn = () => {
            store.count().onsuccess = goOn;
            resolve();
          };
          goOn();
        };
      }),
    name,
  );
  return () => page.close();
}

/** From now on the browser carries out no change of what it has stored of submissions, until the returned function is called. */
export const holdSubmissions = (person: Person, base: string) => holdStore(person, base, 'submissions');

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
