import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Outgoing } from '../rules/outgoing';

interface Schema extends DBSchema {
  outbox: {
    /** Counts up, across tabs and members: the order of sending. */
    key: number;
    value: { seq?: number; userId: string; clientMessageId: string; outgoing: Outgoing };
    indexes: { member: string; message: [string, string] };
  };
  drafts: { key: [string, string]; value: { userId: string; chat: string; draft: unknown } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** The one database of this browser, for what must outlive the page. Opened when it is first needed; rejects where there is none. */
export function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = null;
  };
  opened ??= openDB<Schema>('saathi', 1, {
    upgrade(db) {
      const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('member', 'userId');
      outbox.createIndex('message', ['userId', 'clientMessageId'], { unique: true });
      db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
    },
    // A newer version of the app in another tab wants to change the database: it may.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error) => {
    forget();
    throw error;
  });
  return opened;
}
