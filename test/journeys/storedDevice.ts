import type { Page } from 'playwright-core';

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
export async function leaveOnDevice(page: Page, base: string, rows: Rows): Promise<void> {
  await page.goto(`${base}/config.json`);
  await page.evaluate(
    async (all) => {
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
      const opening = indexedDB.open('saathi', 3);
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
    rows as Record<string, Row[]>,
  );
}

/** How many rows of each store belong to a member. */
export const rowsOnDevice = (page: Page, userId: string): Promise<Record<string, number>> =>
  page.evaluate(async (member) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('saathi');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const counts: Record<string, number> = {};
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<{ userId?: unknown }[]>((resolve, reject) => {
        const all = db.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => resolve(all.result);
        all.onerror = () => reject(all.error);
      });
      counts[store] = rows.filter(({ userId }) => userId === member).length;
    }
    db.close();
    return counts;
  }, userId);
