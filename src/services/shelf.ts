import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Outgoing } from '../rules/outgoing';

interface ShelfSchema extends DBSchema {
  outbox: {
    /** Counts up, across tabs and users: the order of sending. */
    key: number;
    value: { seq?: number; userId: string; clientMessageId: string; outgoing: Outgoing };
    indexes: { member: string; message: [string, string] };
  };
  drafts: { key: [string, string]; value: { userId: string; chat: string; draft: unknown } };
}

/** What the shelf says to an outbox. */
type ShelfNews =
  | { type: 'shelf.read'; items: readonly Outgoing[] }
  | { type: 'shelf.kept'; clientMessageId: string }
  | { type: 'shelf.failed'; clientMessageId: string };

type ShelfOrder = { type: 'shelf.put'; outgoing: Outgoing } | { type: 'shelf.remove'; clientMessageId: string };

/** One database of this browser for what must outlive the page. Opened when it is first needed. */
let opened: Promise<IDBPDatabase<ShelfSchema>> | null = null;
function database(): Promise<IDBPDatabase<ShelfSchema>> {
  opened ??= openDB<ShelfSchema>('saathi', 1, {
    upgrade(db) {
      const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('member', 'userId');
      outbox.createIndex('message', ['userId', 'clientMessageId'], { unique: true });
      db.createObjectStore('drafts', { keyPath: ['userId', 'chat'] });
    },
    // A newer version of the app in another tab wants to change the database: let it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/**
 * The shelf of one member: what their outbox holds, on disk, shared by all tabs. Orders are carried out one after the
 * other. Other tabs learn of each change and read the shelf anew.
 */
export function openShelf(
  userId: string,
  say: (news: ShelfNews) => void,
): { order(order: ShelfOrder): void; close(): void } {
  const channel = new BroadcastChannel(`saathi.shelf.${userId}`);
  let isOpen = true;
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task);
  };

  const read = async () => {
    try {
      const rows = await (await database()).getAllFromIndex('outbox', 'member', userId);
      rows.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
      if (isOpen) say({ type: 'shelf.read', items: rows.map(({ outgoing }) => outgoing) });
    } catch (error) {
      console.error('The outbox of this browser cannot be read', error);
    }
  };
  const put = async (outgoing: Outgoing) => {
    const { clientMessageId } = outgoing.body;
    try {
      const store = (await database()).transaction('outbox', 'readwrite', { durability: 'strict' }).store;
      const seq = await store.index('message').getKey([userId, clientMessageId]);
      await store.put({ userId, clientMessageId, outgoing, ...(seq !== undefined && { seq }) });
      await store.transaction.done;
      channel.postMessage(null);
      if (isOpen) say({ type: 'shelf.kept', clientMessageId });
    } catch (error) {
      console.error('This browser cannot keep a message', error);
      if (isOpen) say({ type: 'shelf.failed', clientMessageId });
    }
  };
  const remove = async (clientMessageId: string) => {
    try {
      const store = (await database()).transaction('outbox', 'readwrite').store;
      const seq = await store.index('message').getKey([userId, clientMessageId]);
      if (seq !== undefined) await store.delete(seq);
      await store.transaction.done;
      channel.postMessage(null);
    } catch (error) {
      console.error('A sent message cannot be taken from the outbox', error);
    }
  };

  channel.onmessage = () => inTurn(read);
  inTurn(read);
  return {
    order: (order) => inTurn(() => (order.type === 'shelf.put' ? put(order.outgoing) : remove(order.clientMessageId))),
    close() {
      isOpen = false;
      channel.onmessage = null;
      // The last orders still tell the other tabs.
      inTurn(async () => channel.close());
    },
  };
}

/** What a member was writing in a chat, kept for the next time. An empty draft is forgotten. */
export async function keepDraft(userId: string, chat: string, draft: unknown | null): Promise<void> {
  const db = await database();
  await (draft === null ? db.delete('drafts', [userId, chat]) : db.put('drafts', { userId, chat, draft }));
}

/** What the member was writing in a chat, or undefined. */
export async function readDraft(userId: string, chat: string): Promise<unknown> {
  return (await (await database()).get('drafts', [userId, chat]))?.draft;
}

/**
 * Waits until this tab is the one that delivers for the member, and holds that turn until the returned function is called.
 * A browser that knows no locks lets every tab deliver: clientMessageId keeps a message single even then.
 */
export function takeDeliveryTurn(userId: string, granted: () => void): () => void {
  if (!navigator.locks) {
    queueMicrotask(granted);
    return () => {};
  }
  const waiting = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(`saathi.delivery.${userId}`, { signal: waiting.signal }, () => {
      granted();
      return held;
    })
    .catch((error) => error?.name !== 'AbortError' && console.error('The turn to deliver cannot be had', error));
  return () => {
    waiting.abort();
    release();
  };
}
