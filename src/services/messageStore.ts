import type { Outgoing } from '../rules/outgoing';
import { database } from './database';

/** What the store says to an outbox. */
type StoreNews =
  | { type: 'store.read'; items: readonly Outgoing[] }
  | { type: 'store.kept'; clientMessageId: string }
  | { type: 'store.failed'; clientMessageId: string };

type StoreOrder = { type: 'store.put'; outgoing: Outgoing } | { type: 'store.remove'; clientMessageId: string };

/**
 * The store of one member: what their outbox holds, on disk, shared by all tabs. Orders are carried out one after the
 * other. Other tabs learn of each change and read the store anew.
 */
export function openMessageStore(
  userId: string,
  say: (news: StoreNews) => void,
): { order(order: StoreOrder): void; close(): void } {
  const channel = new BroadcastChannel(`saathi.store.${userId}`);
  let isOpen = true;
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task);
  };

  const read = async () => {
    try {
      const rows = await (await database()).getAllFromIndex('outbox', 'member', userId);
      rows.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
      if (isOpen) say({ type: 'store.read', items: rows.map(({ outgoing }) => outgoing) });
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
      if (isOpen) say({ type: 'store.kept', clientMessageId });
    } catch (error) {
      console.error('This browser cannot keep a message', error);
      if (isOpen) say({ type: 'store.failed', clientMessageId });
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
    order: (order) => inTurn(() => (order.type === 'store.put' ? put(order.outgoing) : remove(order.clientMessageId))),
    close() {
      isOpen = false;
      channel.onmessage = null;
      // The last orders still tell the other tabs.
      inTurn(async () => channel.close());
    },
  };
}
