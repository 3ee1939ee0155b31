import type { Outgoing } from '../rules/outgoing';
import { database } from './database';

/** What the shelf says to an outbox. */
type ShelfNews =
  | { type: 'shelf.read'; items: readonly Outgoing[] }
  | { type: 'shelf.kept'; clientMessageId: string }
  | { type: 'shelf.failed'; clientMessageId: string };

type ShelfOrder = { type: 'shelf.put'; outgoing: Outgoing } | { type: 'shelf.remove'; clientMessageId: string };

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
