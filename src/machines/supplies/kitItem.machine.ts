import { type ActorRefFrom, assertEvent, assign, emit, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { KitItem } from '../../contract/supplies';
import { amountText, type KitChange, quantityIn, quantityProblem } from '../../rules/supplies/kit';
import { kitFailures } from '../../rules/supplies/kitFailures';
import { announcement, type DoneAnnounced } from '../announcement';
import { workflow } from '../supervision';
import { type KitParent, removeKitItem, setKitItem } from './ports.kit';

type KitItemEvent =
  /** The kit was fetched again; `item` is the current version. */
  | { type: 'item.refreshed'; item: KitItem }
  | { type: 'quantity.change'; quantity: string }
  | { type: 'change.confirm' }
  | { type: 'dialog.close' };

interface KitItemInput {
  readonly parent: KitParent;
  readonly userId: string;
  /** The version on the member's screen, whose quantity saving may replace. */
  readonly item: KitItem;
  /** Whether the dialog sets the quantity or removes the item. */
  readonly act: 'set' | 'remove';
}

interface KitItemContext extends KitItemInput {
  /** The typed quantity. */
  readonly quantity: string;
  readonly failure: string | null;
  /** What the server has confirmed; null before. */
  readonly done: KitChange | null;
}

/** The dialog that sets the quantity of an item of the own kit or removes it (S2 §5, §7). It is done when it is closed. */
export const kitItemMachine = workflow({
  types: {
    input: {} as KitItemInput,
    context: {} as KitItemContext,
    events: {} as KitItemEvent,
    emitted: {} as DoneAnnounced,
    output: {} as KitChange | null,
    children: {} as { removeKitItem: 'removeKitItem'; setKitItem: 'setKitItem' },
  },
  actors: { removeKitItem, setKitItem },
  actions: {
    followItem: assign(({ event }) => {
      assertEvent(event, 'item.refreshed');
      return { item: event.item };
    }),
  },
}).createMachine({
  id: 'kitItem',
  context: ({ input }) => ({ ...input, quantity: String(input.item.quantity), failure: null, done: null }),
  output: ({ context }) => context.done,
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      on: {
        'dialog.close': {
          target: 'closed',
          description: 'A change that is under way goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      states: {
        work: {
          initial: 'arriving',
          states: {
            arriving: {
              always: [{ guard: ({ context }) => context.act === 'set', target: 'setting' }, { target: 'asking' }],
            },
            setting: {
              on: {
                'quantity.change': { actions: assign({ quantity: ({ event }) => event.quantity, failure: null }) },
                'change.confirm': [
                  {
                    guard: ({ context }) => quantityIn(context.quantity) === null,
                    actions: assign({ failure: ({ context }) => quantityProblem(context.quantity) }),
                    description: 'Kit quantity at least 1. S2 §5',
                  },
                  { target: 'saving', actions: assign({ failure: null }) },
                ],
              },
            },
            saving: {
              invoke: {
                id: 'setKitItem',
                src: 'setKitItem',
                input: ({ context: { userId, item, quantity } }) => ({
                  userId,
                  itemId: item.id,
                  name: item.inventoryItemName,
                  quantity: quantityIn(quantity) ?? 1,
                  seen: item.quantity,
                }),
                onDone: {
                  target: '#kitItem.closed',
                  actions: [
                    assign({
                      done: ({ context: { item, quantity } }) => ({
                        kind: 'item' as const,
                        id: item.id,
                        quantity: quantityIn(quantity) ?? 1,
                      }),
                    }),
                    emit(({ context: { item, quantity } }) =>
                      announcement(
                        `${item.inventoryItemName}: ${amountText({ ...item, quantity: quantityIn(quantity) ?? 1 })}.`,
                      ),
                    ),
                  ],
                  description: 'Screen readers say the new quantity. DECISIONS 298',
                },
                onError: [
                  {
                    guard: ({ event }) => statusOf(event.error) === 409,
                    target: ['#kitItem.open.work.setting', '#kitItem.open.conflict.found'],
                    actions: [
                      assign({ failure: ({ event }) => kitFailures.notUpdated(event.error) }),
                      sendTo(({ context }) => context.parent, { type: 'item.conflict' }),
                    ],
                    description: 'Somebody else has set another quantity: what was typed stays. DECISIONS K1',
                  },
                  {
                    target: 'setting',
                    actions: assign({ failure: ({ event }) => kitFailures.notUpdated(event.error) }),
                    description: "'Failed to update item quantity.' S2 §8",
                  },
                ],
              },
            },
            asking: {
              description: 'A removal is confirmed first.',
              on: {
                'change.confirm': { target: 'removing', actions: assign({ failure: null }) },
              },
            },
            removing: {
              invoke: {
                id: 'removeKitItem',
                src: 'removeKitItem',
                input: ({ context: { userId, item } }) => ({
                  userId,
                  itemId: item.id,
                  name: item.inventoryItemName,
                }),
                onDone: {
                  target: '#kitItem.closed',
                  actions: [
                    assign({ done: ({ context: { item } }) => ({ kind: 'item' as const, id: item.id, quantity: 0 }) }),
                    emit(({ context: { item } }) =>
                      announcement(`${item.inventoryItemName} is removed from your kit.`),
                    ),
                  ],
                  description: 'Screen readers say that it is removed. DECISIONS 298',
                },
                onError: {
                  target: 'asking',
                  actions: assign({ failure: ({ event }) => kitFailures.notRemoved(event.error) }),
                  description: "'Failed to remove item from kit.' S2 §8",
                },
              },
            },
          },
        },
        conflict: {
          description: 'Whether somebody else has changed the item since the dialog was opened. DECISIONS K1',
          initial: 'none',
          states: {
            none: {
              on: {
                'item.refreshed': {
                  guard: ({ context: { quantity, item } }) => quantity === String(item.quantity),
                  actions: ['followItem', assign({ quantity: ({ event }) => String(event.item.quantity) })],
                  description: 'A quantity that was not typed follows the kit.',
                },
              },
            },
            found: {
              description: 'The member is told of the new quantity, and the kit is being fetched.',
              on: { 'item.refreshed': { target: 'told', actions: 'followItem' } },
            },
            told: { description: 'Saving again replaces the new quantity, but no later one.' },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
export type KitItemRef = ActorRefFrom<typeof kitItemMachine>;
export type KitItemSnapshot = SnapshotFrom<typeof kitItemMachine>;

export const selectItem = (snapshot: KitItemSnapshot) => snapshot.context.item;
export const selectIsRemoval = (snapshot: KitItemSnapshot) => snapshot.context.act === 'remove';
/** The typed quantity. */
export const selectQuantity = (snapshot: KitItemSnapshot) => snapshot.context.quantity;
/** The error of the quantity, or the reason of the server's refusal; otherwise null. */
export const selectFailure = (snapshot: KitItemSnapshot) => snapshot.context.failure;
export const selectIsBusy = (snapshot: KitItemSnapshot) =>
  snapshot.matches({ open: { work: 'saving' } }) || snapshot.matches({ open: { work: 'removing' } });
/** The quantity that somebody else has set meanwhile and that saving would replace; null if there is none, or nothing to save. */
export const selectReplaced = (snapshot: KitItemSnapshot) =>
  snapshot.matches({ open: { conflict: 'told' } }) && quantityIn(snapshot.context.quantity) !== null
    ? snapshot.context.item.quantity
    : null;
