import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { KitItem } from '../../contract/supplies';
import { quantityIn } from '../../rules/kit';
import { kitTexts } from '../../rules/kitTexts';
import { workflow } from '../supervision';
import { removeKitItem, setKitItem } from './ports.kit';

export type KitItemEvent =
  | { type: 'quantity.change'; quantity: string }
  | { type: 'change.confirm' }
  | { type: 'dialog.close' };

interface KitItemInput {
  readonly userId: string;
  readonly item: KitItem;
  /** Whether the dialog sets the quantity or removes the item. */
  readonly act: 'set' | 'remove';
}

interface KitItemContext extends KitItemInput {
  /** The typed quantity. */
  readonly quantity: string;
  readonly failure: string | null;
}

/** The dialog that sets the quantity of an item of the own kit or removes it (S2 §5, §7). It is done when it is closed. */
export const kitItemMachine = workflow({
  types: {
    input: {} as KitItemInput,
    context: {} as KitItemContext,
    events: {} as KitItemEvent,
    children: {} as { removeKitItem: 'removeKitItem'; setKitItem: 'setKitItem' },
  },
  actors: { removeKitItem, setKitItem },
}).createMachine({
  id: 'kitItem',
  context: ({ input }) => ({ ...input, quantity: String(input.item.quantity), failure: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: ({ context }) => context.act === 'set', target: 'setting' }, { target: 'asking' }] },
    setting: {
      on: {
        'quantity.change': { actions: assign({ quantity: ({ event }) => event.quantity, failure: null }) },
        'change.confirm': [
          {
            guard: ({ context }) => quantityIn(context.quantity) === null,
            actions: assign({ failure: kitTexts.badQuantity }),
            description: 'Kit quantity at least 1. S2 §5',
          },
          { target: 'saving', actions: assign({ failure: null }) },
        ],
        'dialog.close': { target: 'closed' },
      },
    },
    saving: {
      invoke: {
        id: 'setKitItem',
        src: 'setKitItem',
        input: ({ context: { userId, item, quantity } }) => ({
          userId,
          itemId: item.id,
          quantity: quantityIn(quantity) ?? 1,
          seen: item.quantity,
        }),
        onDone: { target: 'closed' },
        onError: {
          target: 'setting',
          actions: assign({ failure: ({ event }) => kitTexts.notUpdated(event.error) }),
          description: "'Failed to update item quantity.' S2 §8",
        },
      },
    },
    asking: {
      description: 'A removal is confirmed first.',
      on: {
        'change.confirm': { target: 'removing', actions: assign({ failure: null }) },
        'dialog.close': { target: 'closed' },
      },
    },
    removing: {
      invoke: {
        id: 'removeKitItem',
        src: 'removeKitItem',
        input: ({ context: { userId, item } }) => ({ userId, itemId: item.id }),
        onDone: { target: 'closed' },
        onError: {
          target: 'asking',
          actions: assign({ failure: ({ event }) => kitTexts.notRemoved(event.error) }),
          description: "'Failed to remove item from kit.' S2 §8",
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
export const selectIsBusy = (snapshot: KitItemSnapshot) => snapshot.matches('saving') || snapshot.matches('removing');
