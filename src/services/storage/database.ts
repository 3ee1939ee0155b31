import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  type OpenDBCallbacks,
  openDB,
  type StoreNames,
  unwrap,
} from 'idb';
import { world } from '../world';
import { toSubmission } from './database.upgrade';

/** A stored submission. `submission` may be malformed, so it is parsed when it is read. */
interface Kept {
  /** A number that grows with each record of any tab and member. It is the order of submitting. */
  seq?: number;
  userId: string;
  id: string;
  submission: unknown;
}
/** A record in the quarantine. */
interface SetAside {
  key?: number;
  userId: string;
  /** What it was: 'draft', or the store of version 2 from which it comes. */
  what: string | null;
  /** Milliseconds since 1970. */
  foundAt: number;
  record: unknown;
}

/**
 * A member's draft under one key. `version` and `others` are missing in rows of earlier versions of the app
 * (services/drafts/draftRows.ts).
 */
export interface DraftRow {
  userId: string;
  /** The key of the draft: that of a chat, or one of `draftKeys`. Chats came first, and rows with this field are stored in browsers. */
  chat: string;
  draft: unknown;
  version?: string;
  others?: readonly { readonly version: string; readonly draft: unknown }[];
}

interface Schema extends DBSchema {
  /** Submissions that the server has not confirmed. */
  submissions: { key: number; value: Kept; indexes: { member: string; submission: [string, string] } };
  /** Malformed drafts, and rows of version 2 that could not be taken over (glossary: quarantine). */
  quarantine: { key: number; value: SetAside; indexes: { member: string } };
  drafts: { key: [string, string]; value: DraftRow };
  /** The server's latest answers, shown when there is no network. */
  known: { key: [string, string]; value: { userId: string; key: string; value: unknown } };
}

export type Database = IDBPDatabase<Schema>;
/** The store of the drafts within a transaction that only reads. */
export type ReadDraftRows = IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'drafts', 'readonly'>;
/** The same, in a transaction that may change it. */
export type DraftRows = IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'drafts', 'readwrite'>;

/** The longest wait for the database to open, in milliseconds. An old tab may block it, or the browser may hang. */
const OPEN_TIMEOUT = 3_000;
/** The length of the steps of `inTime`, in milliseconds. */
const STEP = 500;

/** The version of the database. It grows when a store is added or changed. */
const VERSION = 3;
const STORES = ['submissions', 'quarantine', 'drafts', 'known'] as const;

let opened: Promise<Database> | null = null;
/** Whether the database is still opening after OPEN_TIMEOUT. */
let isHanging = false;
/** The name of the database that this page opened last; undefined if it is not known. */
let lastName: Promise<string | undefined> = Promise.resolve(undefined);
/** Called when the browser has deleted the database. */
const wipeListeners = new Set<() => void>();

/**
 * This browser's database, for everything that must survive a reload. It is opened at first use. Rejects if the browser has none,
 * or if it does not open within 3 s. A database that opens later is used from then on.
 */
export async function database(): Promise<Database> {
  opened ??= open();
  if (isHanging) throw new Error('The database of this browser does not open');
  return inTime(opened, OPEN_TIMEOUT, () => {
    isHanging = true;
    return new Error(`The database of this browser did not open within ${OPEN_TIMEOUT} ms`);
  });
}

/**
 * Waits for the database, but no longer than `limit`, in milliseconds. The time is counted in steps: a timer that ran while the phone slept
 * fires on waking, before the database can answer; so sleep costs one step and not the whole time.
 * @param tooLate makes the error with which it rejects after that time
 */
export function inTime<Result>(result: Promise<Result>, limit: number, tooLate: () => Error): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      timer = setTimeout(() => {
        if (left > STEP) wait(left - STEP);
        else reject(tooLate());
      }, STEP);
    };
    wait(limit);
  });
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Whether the database is open. */
let isThere = false;
/** Called when it opens. */
const waiting = new Set<() => void>();

/**
 * Call it when the database has failed. Calls back, once, when it opens: late, or at a later try of anybody. Never calls back if it is
 * open.
 */
export function whenOpenedLate(callback: () => void): void {
  if (!isThere) waiting.add(callback);
}

/**
 * Calls back when the browser has deleted the database of this page, and an empty one was made in its place. It is called before anybody
 * reads the empty one, and only if it is certain.
 * @returns a function that ends this
 */
export function whenWiped(callback: () => void): () => void {
  wipeListeners.add(callback);
  return () => wipeListeners.delete(callback);
}

/** The row with the name of the database. It belongs to no member, so nobody deletes it. */
const NAME_KEY = ['', ''] as const;

/** The name of this database. It gets one when it has none. */
async function databaseName(db: Database): Promise<string | undefined> {
  const read = async () => (await db.get('drafts', [...NAME_KEY]))?.draft as string | undefined;
  // Another tab may give it a name at the same moment, and a full disk takes none.
  return (await read()) ?? db.add('drafts', { userId: '', chat: '', draft: world.createId() }).then(read, read);
}

/** Compares the database with the one that this page had before, if there was one. */
async function lookForWipe(db: Database): Promise<void> {
  const before = await lastName;
  const name = databaseName(db);
  lastName = name.catch(() => before);
  if (before !== undefined && (await lastName) !== before) for (const tell of wipeListeners) tell();
}

function open(): Promise<Database> {
  const forget = () => {
    opened = null;
    isThere = false;
    isHanging = false;
  };
  const callbacks: OpenDBCallbacks<Schema> = {
    upgrade: async (db, version, _next, transaction) => {
      const submissions = db.createObjectStore('submissions', { keyPath: 'seq', autoIncrement: true });
      submissions.createIndex('member', 'userId');
      submissions.createIndex('submission', ['userId', 'id'], { unique: true });
      db.createObjectStore('quarantine', { keyPath: 'key', autoIncrement: true }).createIndex('member', 'userId');
      db.createObjectStore('known', { keyPath: ['userId', 'key'] });
      if (version < 1) db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
      else await takeOver(db, transaction);
    },
    // A newer version of the app in another tab must upgrade the database and cannot while this connection is open.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    // The browser has closed it, and may have deleted it. It is opened again at once, so that this is noticed while there is a copy here.
    terminated: () => {
      forget();
      database().catch((error) => console.error('The database of this browser was closed', error));
    },
  };
  return openDB<Schema>('saathi', VERSION, callbacks)
    .catch((error) => {
      // A newer version of the app has upgraded it, and this browser got an older one again. The stores may still be what this one needs.
      if (error?.name !== 'VersionError') throw error;
      return openDB<Schema>('saathi', undefined, callbacks).then(withItsStores);
    })
    .then(
      async (db) => {
        await lookForWipe(db);
        isHanging = false;
        isThere = true;
        const late = [...waiting];
        waiting.clear();
        for (const tell of late) tell();
        return db;
      },
      (error) => {
        forget();
        throw error;
      },
    );
}

/** A database of a newer version, if it still has all stores of this one. */
function withItsStores(db: Database): Database {
  if (STORES.every((name) => db.objectStoreNames.contains(name))) return db;
  db.close();
  throw new Error('The database of this browser belongs to a newer version of the app');
}

/** Moves the rows of the stores `outbox` and `reports` (version 2 and before) to the store of all submissions. */
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

/** The result of a request, or undefined for a row that this browser cannot read. Such a row must not abort the whole transaction. */
export const readOrNothing = <Row = { readonly [field: string]: unknown }>(request: IDBRequest) =>
  new Promise<Row | undefined>((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      event.stopPropagation();
      resolve(undefined);
    };
  });
