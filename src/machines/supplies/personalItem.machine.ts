import { type ActorRefFrom, assign, emit, type SnapshotFrom } from 'xstate';
import { wireIdOf } from '../../contract/primitives';
import type { InventoryItem } from '../../contract/supplies';
import {
  changedChoice,
  type ItemChoice,
  type KitProblem,
  noChoice,
  quantityIn,
  quantityProblem,
} from '../../rules/supplies/kit';
import { kitTexts } from '../../rules/supplies/kitTexts';
import { announcement, type DoneAnnounced } from '../announcement';
import { workflow } from '../supervision';
import type { World } from '../world';
import { addPersonalItem, type PersonalItem } from './ports.kit';

export type PersonalItemEvent =
  | { type: 'choice.change'; change: Partial<ItemChoice> }
  | { type: 'item.confirm' }
  | { type: 'dialog.close' };

interface PersonalItemInput {
  readonly userId: string;
  readonly inventory: readonly InventoryItem[];
  readonly world: World;
}

interface PersonalItemContext extends PersonalItemInput {
  readonly choice: ItemChoice;
  readonly failure: KitProblem | null;
  /** The Idempotency-Key of every try to add this choice, so that a repeat after a lost answer adds nothing (DECISIONS 9). */
  readonly key: string;
}

const chosenIn = ({ inventory, choice }: PersonalItemContext) => inventory.find(({ id }) => id === choice.itemId);

/** The item to add. @throws if none is chosen, which cannot happen in the states that use it. */
function itemOf(context: PersonalItemContext): PersonalItem {
  const item = chosenIn(context);
  if (!item) throw new Error('no item is chosen');
  const { userId, choice, key } = context;
  return { userId, inventoryItemId: wireIdOf(item), quantity: quantityIn(choice.quantity) ?? 1, key };
}

/** The dialog that adds a personal item to the own kit, chosen from the inventory (S2 §5, §7). It is done when it is closed. */
export const personalItemMachine = workflow({
  types: {
    input: {} as PersonalItemInput,
    context: {} as PersonalItemContext,
    events: {} as PersonalItemEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { addPersonalItem: 'addPersonalItem' },
  },
  actors: { addPersonalItem },
}).createMachine({
  id: 'personalItem',
  context: ({ input }) => ({ ...input, choice: noChoice, failure: null, key: input.world.createId() }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'choice.change': {
          actions: assign(({ context: { choice, inventory, world }, event: { change } }) => ({
            choice: changedChoice(choice, change, inventory),
            failure: null,
            key: world.createId(),
          })),
        },
        'item.confirm': [
          {
            guard: ({ context }) => chosenIn(context) === undefined,
            actions: assign({ failure: { field: 'item', text: kitTexts.noItem } }),
          },
          {
            guard: ({ context }) => quantityIn(context.choice.quantity) === null,
            actions: assign({
              failure: ({ context }) => ({ field: 'quantity', text: quantityProblem(context.choice.quantity) }),
            }),
            description: 'Kit quantity at least 1. S2 §5',
          },
          { target: 'adding', actions: assign({ failure: null }) },
        ],
        'dialog.close': { target: 'closed' },
      },
    },
    adding: {
      invoke: {
        id: 'addPersonalItem',
        src: 'addPersonalItem',
        input: ({ context }) => itemOf(context),
        onDone: {
          target: 'closed',
          actions: emit(({ context }) => announcement(`${chosenIn(context)?.name} is added to your kit.`)),
          description: 'Screen readers say what was added. DECISIONS 298',
        },
        onError: {
          target: 'choosing',
          actions: assign({ failure: ({ event }) => ({ field: null, text: kitTexts.notAdded(event.error) }) }),
          description: "'Failed to add personal item.' S2 §8",
        },
      },
    },
    closed: { type: 'final' },
  },
});
export type PersonalItemRef = ActorRefFrom<typeof personalItemMachine>;
export type PersonalItemSnapshot = SnapshotFrom<typeof personalItemMachine>;

export const selectChoice = (snapshot: PersonalItemSnapshot) => snapshot.context.choice;
export const selectInventory = (snapshot: PersonalItemSnapshot) => snapshot.context.inventory;
/** The error of the choice, or the reason of the server's refusal; otherwise null. */
export const selectFailure = (snapshot: PersonalItemSnapshot) => snapshot.context.failure;
export const selectIsAdding = (snapshot: PersonalItemSnapshot) => snapshot.matches('adding');
