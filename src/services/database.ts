import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Outgoing } from '../rules/outgoing';
import type { OutgoingReport } from '../rules/reports';

interface Schema extends DBSchema {
  outbox: {
    /** Increments across tabs and members: the order of sending. */
    key: number;
    value: { seq?: number; userId: string; clientMessageId: string; outgoing: Outgoing };
    indexes: { member: string; message: [string, string] };
  };
  drafts: { key: [string, string]; value: { userId: string; chat: string; draft: unknown } };
  /** Reports that wait to be sent, by member and id. */
  reports: { key: [string, string]; value: { userId: string; id: string; report: OutgoingReport } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** This browser's database, for everything that must survive a reload. Opened at first use; rejects if the browser has none. */
export function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = null;
  };
  opened ??= openDB<Schema>('saathi', 2, {
    upgrade(db, version) {
      if (version < 1) {
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        outbox.createIndex('member', 'userId');
        outbox.createIndex('message', ['userId', 'clientMessageId'], { unique: true });
        db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
      }
      db.createObjectStore('reports', { keyPath: ['userId', 'id'] });
    },
    // A newer version of the app in another tab wants to upgrade the database: let it.
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
