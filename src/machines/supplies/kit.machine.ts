import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import type { KitUseSubmission } from '../../contract/submissions';
import type { KitItem } from '../../contract/supplies';
import { fieldsOf } from '../../rules/people/settings';
import { kitUseOf } from '../../rules/submissions/kitUse';
import { afterUses, amountText, type KitChange, kitChangeId, usesOf, withKitChanges } from '../../rules/supplies/kit';
import { kitFailures } from '../../rules/supplies/kitFailures';
import { kitTexts } from '../../rules/supplies/kitTexts';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { type FeedFact, feedOf, mayLack } from '../feed.machine';
import { alertNotice, type NoticesRef } from '../session/notices.machine';
import type { SessionRef } from '../session/session.machine';
import type { QueueRef } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import { cartMachine } from './cart.machine';
import { kitItemMachine } from './kitItem.machine';
import { isAcknowledgeable, RECEIVED } from './permission';
import { personalItemMachine } from './personalItem.machine';
import { acknowledge, type KitData, type KitFact, type KitQuery, takeBox } from './ports.kit';
import { type SupplyNewsEvent, type SupplySubmission, supplyNews } from './supplyNews';

interface KitInput {
  /** The id of the kit's owner. */
  readonly ownerId: string;
  /** The id of the member who views it. */
  readonly userId: string;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
  /** The session, which keeps the confirmed profile. */
  readonly session: SessionRef;
  /** The chart that shows failures for a few seconds. */
  readonly notices: NoticesRef;
}

type KitEvent =
  | FeedFact<KitData>
  | KitFact
  | SupplyNewsEvent
  /** The member has used one piece of an item. */
  | { type: 'item.use'; id: string }
  | { type: 'item.set'; id: string }
  | { type: 'item.remove'; id: string }
  | { type: 'item.add' }
  | { type: 'use.confirm' }
  | { type: 'dialog.close' }
  | { type: 'receipt.acknowledge'; id: string }
  | { type: 'box.take' };

interface KitContext extends KitInput {
  /** Null until they are fetched or read from this device. */
  readonly data: KitData | null;
  /** The waiting and refused submissions of supplies. */
  readonly waiting: readonly SupplySubmission[];
  /** The submissions that the server has confirmed since the data were requested. */
  readonly delivered: readonly SupplySubmission[];
  /** The other changes that the server has confirmed since then. They are applied to the data already. */
  readonly confirmed: readonly KitChange[];
  /** The item of the open dialog and what the dialog does. */
  readonly handled: { readonly item: KitItem; readonly act: 'set' | 'remove' | 'use' } | null;
  /** The requisition that is being acknowledged. */
  readonly acknowledged: string | null;
}

/** The submissions whose effect the fetched data do not show yet. */
export const pendingOf = ({ waiting, delivered }: KitContext): SupplySubmission[] => [
  ...delivered,
  ...waiting.filter(({ id, status }) => status === 'waiting' && !delivered.some((one) => one.id === id)),
];
const usesIn = (context: KitContext) =>
  pendingOf(context).filter((one): one is KitUseSubmission => one.kind === 'kitUse');
/** The items as their owner sees them: reduced by uses that the data do not show yet. */
export const itemsOf = (context: KitContext) => afterUses(context.data?.kit.items ?? [], usesIn(context));
/** The used quantity of an item that the data do not show yet. */
export const waitingUsesOf = (context: KitContext, itemId: string) => usesOf(itemId, usesIn(context));

const itemOf = (context: KitContext, id: string) => itemsOf(context).find((item) => item.id === id);
/** An item without pending uses; undefined if it has some. */
const settledItemOf = (context: KitContext, id: string) =>
  waitingUsesOf(context, id) === 0 ? itemOf(context, id) : undefined;
/** The fetched data, with what the server has confirmed and they may lack. */
function known({ delivered, confirmed }: KitContext, event: FeedFact<KitData> & { type: 'feed.fetched' }) {
  const lacking = confirmed.filter((change) => mayLack(event, kitChangeId(change)));
  return {
    data: withKitChanges(event.data, lacking),
    delivered: delivered.filter(({ id }) => mayLack(event, id)),
    confirmed: lacking,
  };
}

/** The item of the open dialog. @throws if no dialog is open, which cannot happen in the states that use it. */
function requireHandled({ handled }: KitContext) {
  if (!handled) throw new Error('no item is handled');
  return handled;
}

/**
 * A first-aid kit (S2 §2, /profile/first-aid-kit/{userId}): the member's own, or that of another member, which is read-only
 * (DECISIONS K5).
 */
export const kitMachine = workflow({
  types: {
    input: {} as KitInput,
    context: {} as KitContext,
    events: {} as KitEvent,
    emitted: {} as DoneAnnounced,
    children: {} as {
      acknowledge: 'acknowledge';
      cart: 'cart';
      feed: 'feed';
      kitItem: 'kitItem';
      personalItem: 'personalItem';
      supplyNews: 'supplyNews';
      takeBox: 'takeBox';
    },
  },
  actors: {
    acknowledge,
    cart: cartMachine,
    feed: feedOf<KitData, KitQuery>(),
    kitItem: kitItemMachine,
    personalItem: personalItemMachine,
    supplyNews,
    takeBox,
  },
  actions: {
    refresh: sendTo('feed', { type: 'feed.refresh' }),
    tellFailure: sendTo(
      ({ context }) => context.notices,
      (_, text: string) => alertNotice(text),
    ),
    keepData: assign(({ context, event }) => {
      assertEvent(event, 'feed.fetched');
      return known(context, event);
    }),
    showConfirmed: enqueueActions(({ context: { data, confirmed }, enqueue }, change: KitChange | null) => {
      if (!change) return;
      const id = kitChangeId(change);
      enqueue.assign({
        data: data && withKitChanges(data, [change]),
        confirmed: [...confirmed.filter((one) => kitChangeId(one) !== id), change],
      });
      enqueue.sendTo('feed', { type: 'feed.refresh', change: id });
    }),
    tellCart: sendTo('cart', ({ event }) => {
      assertEvent(event, 'feed.fetched');
      return { type: 'inventory.known', inventory: event.data.inventory };
    }),
    use: sendTo(
      ({ context }) => context.queue,
      ({ context: { ownerId, world } }, { id, inventoryItemName, quantity }: KitItem) => ({
        type: 'submission.queue',
        submission: kitUseOf(
          { userId: ownerId, itemId: id, name: inventoryItemName, used: 1, left: quantity - 1 },
          world,
        ),
      }),
    ),
  },
}).createMachine({
  id: 'kit',
  context: ({ input }) => ({
    ...input,
    data: null,
    waiting: [],
    delivered: [],
    confirmed: [],
    handled: null,
    acknowledged: null,
  }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { ownerId, userId }, self }) => ({
      query: { ownerId, isOwn: ownerId === userId },
      gather: 100,
      parent: self,
    }),
  },
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: ({ context: { ownerId, userId } }) => ownerId === userId, target: 'own' }, { target: 'other' }],
    },
    other: {
      description: "Another member's kit is read-only. DECISIONS 33, K5",
      on: { 'feed.fetched': { actions: assign({ data: ({ event }) => event.data }) } },
    },
    own: {
      type: 'parallel',
      invoke: [
        { id: 'supplyNews', src: 'supplyNews', input: ({ context: { queue } }) => ({ queue }) },
        { id: 'cart', src: 'cart', input: ({ context: { userId, world, queue } }) => ({ userId, world, queue }) },
      ],
      on: {
        'feed.fetched': {
          actions: ['keepData', 'tellCart'],
          description: 'Without a network the kit is shown as last fetched, and items can still be used.',
        },
        'supplies.waiting': { actions: assign({ waiting: ({ event }) => event.waiting }) },
        'supplies.delivered': {
          actions: [
            assign({
              delivered: ({ context: { delivered }, event: { submission } }) => [
                ...delivered.filter(({ id }) => id !== submission.id),
                submission,
              ],
            }),
            sendTo('feed', ({ event }) => ({ type: 'feed.refresh', change: event.submission.id })),
          ],
          description: 'Its effect is applied here until the fetched data show it.',
        },
      },
      states: {
        dialog: {
          initial: 'closed',
          states: {
            closed: {
              entry: assign({ handled: null }),
              on: {
                'item.use': [
                  {
                    guard: ({ context, event }) => (itemOf(context, event.id)?.quantity ?? 0) > 1,
                    actions: enqueueActions(({ context, event, enqueue }) => {
                      const item = itemOf(context, event.id);
                      if (!item) return;
                      enqueue({ type: 'use', params: item });
                      const left = amountText({ ...item, quantity: item.quantity - 1 });
                      enqueue.emit(announcement(`${item.inventoryItemName}: ${left} left.`));
                    }),
                    description: 'It is sent through the submission queue, which stores it on the device.',
                  },
                  {
                    guard: ({ context, event }) => itemOf(context, event.id) !== undefined,
                    target: 'asking',
                    actions: assign(({ context, event }) => {
                      const item = itemOf(context, event.id);
                      return { handled: item ? { item, act: 'use' as const } : null };
                    }),
                    description: 'Using the last unit of a kit item asks for confirmation first. S2 §5',
                  },
                ],
                'item.set': {
                  guard: ({ context, event }) => settledItemOf(context, event.id) !== undefined,
                  target: 'changing',
                  actions: assign(({ context, event }) => {
                    const item = itemOf(context, event.id);
                    return { handled: item ? { item, act: 'set' as const } : null };
                  }),
                },
                'item.remove': {
                  guard: ({ context, event }) => settledItemOf(context, event.id) !== undefined,
                  target: 'changing',
                  actions: assign(({ context, event }) => {
                    const item = itemOf(context, event.id);
                    return { handled: item ? { item, act: 'remove' as const } : null };
                  }),
                },
                'item.add': { guard: ({ context }) => context.data !== null, target: 'adding' },
              },
            },
            asking: {
              on: {
                'use.confirm': {
                  target: 'closed',
                  actions: [
                    { type: 'use', params: ({ context }) => requireHandled(context).item },
                    emit(({ context }) =>
                      announcement(`The last ${requireHandled(context).item.inventoryItemName} is used.`),
                    ),
                  ],
                  description: 'The last unit is used, so the item is removed. S2 §5',
                },
                'dialog.close': { target: 'closed' },
              },
            },
            changing: {
              on: {
                'feed.fetched': {
                  actions: enqueueActions(({ context, enqueue, event }) => {
                    enqueue('keepData');
                    enqueue('tellCart');
                    const { items } = known(context, event).data.kit;
                    const item = items.find(({ id }) => id === context.handled?.item.id);
                    if (item) enqueue.sendTo('kitItem', { type: 'item.refreshed', item });
                  }),
                  description: 'The dialog keeps what was typed, and is told the current quantity. DECISIONS K1',
                },
                'item.conflict': { actions: 'refresh' },
              },
              invoke: {
                id: 'kitItem',
                src: 'kitItem',
                input: ({ context, self }) => {
                  const { item, act } = requireHandled(context);
                  return { parent: self, userId: context.ownerId, item, act: act === 'set' ? 'set' : 'remove' };
                },
                onDone: {
                  target: 'closed',
                  actions: { type: 'showConfirmed', params: ({ event }) => event.output },
                  description:
                    'What the server has confirmed is shown at once, and until the data are fetched again. DECISIONS 242',
                },
              },
            },
            adding: {
              on: { 'item.unclear': { actions: 'refresh' } },
              invoke: {
                id: 'personalItem',
                src: 'personalItem',
                input: ({ context: { userId, data, world }, self }) => ({
                  parent: self,
                  userId,
                  inventory: data?.inventory ?? [],
                  world,
                }),
                onDone: { target: 'closed', actions: 'refresh' },
              },
            },
          },
        },
        call: {
          initial: 'idle',
          states: {
            idle: {
              entry: assign({ acknowledged: null }),
              on: {
                'receipt.acknowledge': {
                  guard: ({ context: { data }, event }) =>
                    data?.requests.some(({ id, status }) => id === event.id && isAcknowledgeable(status)) ?? false,
                  target: 'acknowledging',
                  actions: assign({ acknowledged: ({ event }) => event.id }),
                  description: 'The requester confirms that the dispatched supplies have arrived. S2 §4, DECISIONS 32',
                },
                'box.take': {
                  guard: ({ context: { data } }) => data?.kit.hasMedicineBox === false,
                  target: 'takingBox',
                  description: 'A member without a kit can say that they have one. DECISIONS K4',
                },
              },
            },
            acknowledging: {
              invoke: {
                id: 'acknowledge',
                src: 'acknowledge',
                input: ({ context: { acknowledged } }) => ({ id: acknowledged ?? '' }),
                onDone: {
                  target: 'idle',
                  actions: [
                    {
                      type: 'showConfirmed',
                      params: ({ context }) => ({ kind: 'request', id: context.acknowledged ?? '', status: RECEIVED }),
                    },
                    emit(announcement('Receipt acknowledged.')),
                  ],
                  description:
                    'Until the data are fetched again the button is gone, too: its second press would be refused. DECISIONS 242',
                },
                onError: {
                  target: 'idle',
                  actions: [
                    { type: 'tellFailure', params: ({ event }) => kitFailures.notAcknowledged(event.error) },
                    'refresh',
                  ],
                  description: "'Failed to acknowledge receipt.' S2 §8",
                },
              },
            },
            takingBox: {
              invoke: {
                id: 'takeBox',
                src: 'takeBox',
                onDone: {
                  target: 'idle',
                  actions: [
                    { type: 'showConfirmed', params: () => ({ kind: 'box', id: '' }) as const },
                    sendTo(
                      ({ context }) => context.session,
                      () => ({ type: 'profile.confirmed', fields: fieldsOf.medicineBox(true) }),
                    ),
                    emit(announcement('You have a first-aid kit now.')),
                  ],
                  description: 'Not every server sends news of a changed profile.',
                },
                onError: { target: 'idle', actions: { type: 'tellFailure', params: kitTexts.noBox } },
              },
            },
          },
        },
      },
    },
  },
});
export type KitRef = ActorRefFrom<typeof kitMachine>;
export type KitSnapshot = SnapshotFrom<typeof kitMachine>;
