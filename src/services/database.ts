import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap } from 'idb';
import { toSubmission } from './database.upgrade';

/** A record as it is found on the device. It may be anything, so it is parsed when it is read. */
interface Kept {
  /** Increments across tabs and members: the order of submitting. */
  seq?: number;
  userId: string;
  id: string;
  submission: unknown;
}
interface SetAside {
  key?: number;
  userId: string;
  what: string | null;
  /** Milliseconds since 1970. */
  foundAt: number;
  record: unknown;
}

interface Schema extends DBSchema {
  /** What members have done and the server has not confirmed. */
  submissions: { key: number; value: Kept; indexes: { member: string; submission: [string, string] } };
  /** Records that could not be read as what they should be. */
  quarantine: { key: number; value: SetAside; indexes: { member: string } };
  drafts: { key: [string, string]; value: { userId: string; chat: string; draft: unknown } };
  /** What the server has said last, for where there is no network. */
  known: { key: [string, string]; value: { userId: string; key: string; value: unknown } };
}

export type Database = IDBPDatabase<Schema>;

/** The database has not opened within this time, in milliseconds: an old tab may hold it, or the browser hangs. */
const OPEN_TIMEOUT = 3_000;

let opened: Promise<Database> | null = null;
/** Whether an opening is under way that has taken too long. */
let isHanging = false;

/**
 * This browser's database, for everything that must survive a reload. Opened at first use; rejects if the browser has none, or
 * none that opens within 3 s. One that opens later is used from then on.
 */
export async function database(): Promise<Database> {
  opened ??= open();
  if (isHanging) throw new Error('The database of this browser does not open');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isHanging = true;
      reject(new Error(`The database of this browser did not open within ${OPEN_TIMEOUT} ms`));
    }, OPEN_TIMEOUT);
  });
  return Promise.race([opened, timeout]).finally(() => clearTimeout(timer));
}

/** Calls back when an opening that took too long has come to an end after all. */
export function whenOpenedLate(callback: () => void): void {
  if (isHanging) opened?.then(callback, () => {});
}

function open(): Promise<Database> {
  const forget = () => {
    opened = null;
    isHanging = false;
  };
  return openDB<Schema>('saathi', 3, {
    upgrade: async (db, version, _next, transaction) => {
      const submissions = db.createObjectStore('submissions', { keyPath: 'seq', autoIncrement: true });
      submissions.createIndex('member', 'userId');
      submissions.createIndex('submission', ['userId', 'id'], { unique: true });
      db.createObjectStore('quarantine', { keyPath: 'key', autoIncrement: true }).createIndex('member', 'userId');
      db.createObjectStore('known', { keyPath: ['userId', 'key'] });
      if (version < 1) db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
      else await takeOver(db, transaction);
    },
    // A newer version of the app in another tab wants to upgrade the database: let it.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).then(
    (db) => {
      isHanging = false;
      return db;
    },
    (error) => {
      forget();
      throw error;
    },
  );
}

/** Moves what earlier versions kept in a store per kind to the one store of all submissions. */
async function takeOver(
  db: Database,
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
): Promise<void> {
  const old = transaction as unknown as IDBPTransaction<unknown, string[], 'versionchange'>;
  for (const name of ['outbox', 'reports'].filter((store) => (db.objectStoreNames as DOMStringList).contains(store))) {
    for (const key of await old.objectStore(name).getAllKeys()) {
      const row = await readOrNothing(unwrap(old.objectStore(name)).get(key));
      const kept = toSubmission(name, row);
      if (kept) await transaction.objectStore('submissions').add(kept);
      else
        await transaction
          .objectStore('quarantine')
          .add({ userId: String(row?.userId), what: name, foundAt: Date.now(), record: row });
    }
    (db as unknown as IDBPDatabase<unknown>).deleteObjectStore(name);
  }
}

/** What a request brings; undefined for a row that this browser cannot read, which must not undo the whole upgrade. */
const readOrNothing = (request: IDBRequest) =>
  new Promise<{ readonly [field: string]: unknown } | undefined>((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      event.stopPropagation();
      resolve(undefined);
    };
  });
