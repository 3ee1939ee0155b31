import { type ActorRefFrom, assign, enqueueActions, raise, type SnapshotFrom, sendTo } from 'xstate';
import { chatKey } from '../../contract/topics';
import { type Outgoing, withoutUploaded } from '../../rules/outgoing';
import { deliveryLeader } from '../ports';
import { workflow } from '../supervision';
import { type DeliveryReport, deliveryMachine } from './delivery.machine';
import { type StoreEvent, store } from './ports';

export type OutboxEvent =
  | { type: 'message.queue'; outgoing: Outgoing }
  | { type: 'message.retry'; clientMessageId: string }
  | { type: 'message.withdraw'; clientMessageId: string }
  | { type: 'leader.elected' }
  /** Said to itself: another message may be at the head of a chat's queue now. */
  | { type: 'queue.changed' }
  | StoreEvent
  | DeliveryReport;

interface OutboxContext {
  me: string;
  /** Everything of this member's that is not confirmed yet, in the order of sending. */
  items: readonly Outgoing[];
  /** The clientMessageIds that are in the store. */
  stored: ReadonlySet<string>;
  /** Those that the store could not take: they live as long as the page. */
  memoryOnly: ReadonlySet<string>;
  /** Those taken from the store since it was last read: a reading that is under way may still bring them. */
  removed: ReadonlySet<string>;
  /** The clientMessageIds that have a delivery actor: a finished one stays a child until it is stopped. */
  delivering: readonly string[];
  /** How much of a file has gone out, 0 to 1, by clientMessageId; only while it is being uploaded. */
  progress: Readonly<Record<string, number>>;
}

/** A reading of the store that is under way brings no more than the last few that were taken from it. */
const MOST_REMOVED = 100;
const idOf = (item: Outgoing) => item.body.clientMessageId;
type Of = { clientMessageId: string };
const without = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone));

/** The first item of each chat that can still be sent. */
function headsOf(items: readonly Outgoing[]): Outgoing[] {
  const heads = new Map<string, Outgoing>();
  for (const item of items) {
    if (item.refusal === null && !heads.has(chatKey(item.chat))) heads.set(chatKey(item.chat), item);
  }
  return [...heads.values()];
}

/**
 * What the member sent and the server has not confirmed (DECISIONS 41). Everything is put in the store, so it outlives reloads,
 * crashes and logouts; it is sent while the store is still writing. Each chat is a queue of its own whose head is a delivery actor;
 * the rest is data. One message at a time per chat keeps the order, whatever the network does; of several tabs, one delivers for all.
 */
export const outboxMachine = workflow({
  types: {
    input: {} as { me: string },
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    children: {} as { store: 'store'; deliveryLeader: 'deliveryLeader' } & { [clientMessageId: string]: 'delivery' },
  },
  actors: { delivery: deliveryMachine, deliveryLeader, store },
  guards: {
    isQueued: ({ context }, { clientMessageId }: Of) => context.items.some((item) => idOf(item) === clientMessageId),
  },
  actions: {
    dropItem: assign(({ context: { items, stored, memoryOnly, removed } }, { clientMessageId }: Of) => ({
      items: items.filter((item) => idOf(item) !== clientMessageId),
      stored: without(stored, clientMessageId),
      memoryOnly: without(memoryOnly, clientMessageId),
      removed: new Set([...removed, clientMessageId].slice(-MOST_REMOVED)),
    })),
    keepRefusal: enqueueActions(({ context, enqueue }, { clientMessageId, reason }: Of & { reason: string | null }) => {
      const item = context.items.find((other) => idOf(other) === clientMessageId);
      if (!item) return;
      // Tried again it starts from the beginning: by now the server may have swept its file.
      const outgoing = { ...(reason === null ? withoutUploaded(item) : item), refusal: reason };
      enqueue.assign({ items: context.items.map((other) => (other === item ? outgoing : other)) });
      enqueue.sendTo('store', { type: 'store.put', outgoing });
    }),
    noteChange: raise({ type: 'queue.changed' }),
    putOnStore: sendTo('store', (_, { outgoing }: { outgoing: Outgoing }) => ({ type: 'store.put', outgoing })),
    takeFromStore: sendTo('store', (_, { clientMessageId }: Of) => ({ type: 'store.remove', clientMessageId })),
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
      const underway = Object.entries(context.progress).filter(([id]) => delivering.includes(id));
      enqueue.assign({ delivering, progress: Object.fromEntries(underway) });
    }),
    logFailure: ({ event }) => console.error('The outbox met an error', event),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    me: input.me,
    items: [],
    stored: new Set(),
    memoryOnly: new Set(),
    removed: new Set(),
    delivering: [],
    progress: {},
  }),
  invoke: [
    {
      id: 'store',
      src: 'store',
      input: ({ context }) => ({ userId: context.me }),
    },
    {
      id: 'deliveryLeader',
      src: 'deliveryLeader',
      input: ({ context }) => ({ userId: context.me }),
    },
  ],
  initial: 'following',
  on: {
    'message.queue': {
      guard: ({ context, event }) => !context.items.some((item) => idOf(item) === idOf(event.outgoing)),
      actions: [
        assign({ items: ({ context, event }) => [...context.items, event.outgoing] }),
        { type: 'putOnStore', params: ({ event }) => event },
        'noteChange',
      ],
      description: 'Stored, and sent in order behind the others of its chat; sending does not wait for the store.',
    },
    'store.read': {
      actions: [
        assign(({ context: { items, stored, memoryOnly, removed }, event: { items: read } }) => {
          const ids = new Set(read.map(idOf));
          const current = read.filter((item) => !removed.has(idOf(item)));
          // Items that were never in the store stay, behind it; one that was and is gone, another tab has sent or withdrawn.
          const all = [...current, ...items.filter((item) => !ids.has(idOf(item)) && !stored.has(idOf(item)))];
          return {
            items: all,
            stored: new Set(current.map(idOf)),
            memoryOnly: new Set(all.map(idOf).filter((id) => memoryOnly.has(id))),
            removed: new Set([...removed].filter((id) => ids.has(id))),
          };
        }),
        enqueueActions(({ context: { items, memoryOnly }, enqueue }) => {
          for (const outgoing of items)
            if (memoryOnly.has(idOf(outgoing))) enqueue.sendTo('store', { type: 'store.put', outgoing });
        }),
        'noteChange',
      ],
      description:
        'What was not sent before a reload, and what other tabs have put there. It can be read: what could not be kept may be now. DECISIONS 41',
    },
    'store.kept': {
      guard: { type: 'isQueued', params: ({ event }) => event },
      actions: assign(({ context: { stored, memoryOnly }, event: { clientMessageId } }) => ({
        stored: new Set([...stored, clientMessageId]),
        memoryOnly: without(memoryOnly, clientMessageId),
      })),
    },
    'store.failed': {
      guard: { type: 'isQueued', params: ({ event }) => event },
      actions: [
        'logFailure',
        assign({ memoryOnly: ({ context, event }) => new Set([...context.memoryOnly, event.clientMessageId]) }),
      ],
      description: 'This browser keeps nothing: the message is sent from memory all the same.',
    },
    'message.retry': {
      guard: ({ context, event }) =>
        context.items.some((item) => idOf(item) === event.clientMessageId && item.refusal !== null),
      actions: [
        { type: 'keepRefusal', params: ({ event }) => ({ clientMessageId: event.clientMessageId, reason: null }) },
        'noteChange',
      ],
      description: 'A refused message is tried again by hand, its file from the beginning. DECISIONS 65',
    },
    'message.withdraw': {
      guard: { type: 'isQueued', params: ({ event }) => event },
      actions: [
        { type: 'dropItem', params: ({ event }) => event },
        { type: 'takeFromStore', params: ({ event }) => event },
        'noteChange',
      ],
      description: 'A message that is still waiting can be cancelled. DECISIONS 41',
    },
  },
  states: {
    following: {
      description: 'Another tab of this browser may be delivering: two tabs do not send a message twice.',
      on: { 'leader.elected': { target: 'delivering' } },
    },
    delivering: {
      description: 'This tab delivers for all tabs of the member. Nothing of one member is ever sent as another.',
      entry: 'deliverHeads',
      on: {
        'queue.changed': { actions: 'deliverHeads' },
        'delivery.progressed': {
          actions: assign({
            progress: ({ context, event: { clientMessageId, progress } }) => {
              const { [clientMessageId]: _, ...others } = context.progress;
              return progress === null ? others : { ...others, [clientMessageId]: progress };
            },
          }),
        },
        'delivery.uploaded': {
          guard: ({ context, event }) =>
            context.items.some((item) => idOf(item) === event.clientMessageId && item.refusal === null),
          actions: [
            assign({
              items: ({ context, event: { outgoing } }) =>
                context.items.map((item) => (idOf(item) === idOf(outgoing) ? outgoing : item)),
            }),
            { type: 'putOnStore', params: ({ event }) => event },
          ],
          description: 'Its file is on the server: after a reload it is not uploaded again.',
        },
        'delivery.confirmed': {
          actions: [
            { type: 'dropItem', params: ({ event }) => event },
            { type: 'takeFromStore', params: ({ event }) => event },
            'deliverHeads',
          ],
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
