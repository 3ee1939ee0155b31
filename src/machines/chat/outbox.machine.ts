import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate';
import { chatKey } from '../../contract/topics';
import type { Outgoing } from '../../rules/outgoing';
import { type DeliveryReport, deliveryMachine } from './delivery.machine';

export type OutboxEvent =
  | { type: 'message.queue'; outgoing: Outgoing }
  | { type: 'message.retry'; clientMessageId: string }
  | { type: 'message.withdraw'; clientMessageId: string }
  | DeliveryReport;

interface OutboxContext {
  me: string;
  /** Everything of this member's that is not confirmed yet, in the order of sending. */
  items: readonly Outgoing[];
  /** The clientMessageIds that have a delivery actor: a finished one stays a child until it is stopped. */
  delivering: readonly string[];
}

const idOf = (item: Outgoing) => item.body.clientMessageId;

/** The first item of each chat that can still go out: the one that is, or will be, on its way. */
function headsOf(items: readonly Outgoing[]): Outgoing[] {
  const heads = new Map<string, Outgoing>();
  for (const item of items) {
    if (item.refusal === null && !heads.has(chatKey(item.chat))) heads.set(chatKey(item.chat), item);
  }
  return [...heads.values()];
}

/**
 * What the member sent and the server has not confirmed (DECISIONS 41). Each chat is a queue of its own whose head is a
 * delivery actor; the rest is data. One message at a time per chat keeps the order, whatever the network does.
 */
export const outboxMachine = setup({
  types: {
    input: {} as { me: string; items?: readonly Outgoing[] },
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    children: {} as { [clientMessageId: string]: 'delivery' },
  },
  actors: { delivery: deliveryMachine },
  guards: {
    isNew: ({ context }, { outgoing }: { outgoing: Outgoing }) =>
      !context.items.some((item) => idOf(item) === idOf(outgoing)),
    isRefused: ({ context }, { clientMessageId }: { clientMessageId: string }) =>
      context.items.some((item) => idOf(item) === clientMessageId && item.refusal !== null),
    isQueued: ({ context }, { clientMessageId }: { clientMessageId: string }) =>
      context.items.some((item) => idOf(item) === clientMessageId),
  },
  actions: {
    keepItem: assign({
      items: ({ context }, { outgoing }: { outgoing: Outgoing }) => [...context.items, outgoing],
    }),
    dropItem: assign({
      items: ({ context }, { clientMessageId }: { clientMessageId: string }) =>
        context.items.filter((item) => idOf(item) !== clientMessageId),
    }),
    keepRefusal: assign({
      items: ({ context }, { clientMessageId, reason }: { clientMessageId: string; reason: string | null }) =>
        context.items.map((item) => (idOf(item) === clientMessageId ? { ...item, refusal: reason } : item)),
    }),
    /** Stops the deliveries that are no head any more, and starts one for each head that has none. */
    deliverHeads: enqueueActions(({ context, enqueue, self }) => {
      const heads = headsOf(context.items);
      const delivering = heads.map(idOf);
      for (const id of context.delivering) if (!delivering.includes(id)) enqueue.stopChild(id);
      for (const outgoing of heads) {
        const id = idOf(outgoing);
        if (context.delivering.includes(id)) continue;
        enqueue.spawnChild('delivery', { id, input: { outbox: self, me: context.me, outgoing } });
      }
      enqueue.assign({ delivering });
    }),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({ me: input.me, items: input.items ?? [], delivering: [] }),
  initial: 'open',
  entry: 'deliverHeads',
  states: {
    open: {
      description:
        'Takes every message at once, with or without a connection. Nothing of one member is ever sent as another. DECISIONS 41',
      on: {
        'message.queue': {
          guard: { type: 'isNew', params: ({ event }) => event },
          actions: [{ type: 'keepItem', params: ({ event }) => event }, 'deliverHeads'],
          description: 'It goes out in order behind the others of its chat.',
        },
        'message.retry': {
          guard: { type: 'isRefused', params: ({ event }) => event },
          actions: [
            { type: 'keepRefusal', params: ({ event }) => ({ clientMessageId: event.clientMessageId, reason: null }) },
            'deliverHeads',
          ],
          description: 'A refused message is tried again by hand.',
        },
        'message.withdraw': {
          guard: { type: 'isQueued', params: ({ event }) => event },
          actions: [{ type: 'dropItem', params: ({ event }) => event }, 'deliverHeads'],
          description: 'A message that is still waiting can be cancelled. DECISIONS 41',
        },
        'delivery.confirmed': {
          actions: [{ type: 'dropItem', params: ({ event }) => event }, 'deliverHeads'],
          description: 'Confirmed: the next one of the chat goes out.',
        },
        'delivery.refused': {
          actions: [{ type: 'keepRefusal', params: ({ event }) => event }, 'deliverHeads'],
          description: 'Shown as failed; it does not hold up those behind it.',
        },
      },
    },
  },
});
export type OutboxRef = ActorRefFrom<typeof outboxMachine>;
export type OutboxSnapshot = SnapshotFrom<typeof outboxMachine>;
