import { type ActorRefFrom, assign, emit, type SnapshotFrom, sendTo } from 'xstate';
import { mayBeMade } from '../../contract/failure';
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
import { kitFailures } from '../../rules/supplies/kitFailures';
import { kitTexts } from '../../rules/supplies/kitTexts';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { workflow } from '../supervision';
import { addPersonalItem, type KitParent, type PersonalItem } from './ports.kit';

type PersonalItemEvent =
  | { type: 'choice.change'; change: Partial<ItemChoice> }
  | { type: 'item.confirm' }
  | { type: 'dialog.close' };

interface PersonalItemInput {
  readonly parent: KitParent;
  readonly userId: string;
  readonly inventory: readonly InventoryItem[];
  readonly world: World;
}

interface PersonalItemContext extends PersonalItemInput {
  readonly choice: ItemChoice;
  readonly failure: KitProblem | null;
  /**
   * What was sent last, with the Idempotency-Key of every try: if the same item and quantity are sent again after a lost answer, the repeat
   * adds nothing (DECISIONS 9, 331). Null before the first try.
   */
  readonly sent: PersonalItem | null;
}

const chosenIn = ({ inventory, choice }: PersonalItemContext) => inventory.find(({ id }) => id === choice.itemId);

/** The item to add. @throws if none is chosen, which cannot happen in the states that use it. */
function itemOf(context: PersonalItemContext): PersonalItem {
  const item = chosenIn(context);
  if (!item) throw new Error('no item is chosen');
  const { userId, choice, sent, world } = context;
  const [inventoryItemId, quantity] = [wireIdOf(item), quantityIn(choice.quantity) ?? 1];
  const isAgain = sent?.inventoryItemId === inventoryItemId && sent.quantity === quantity;
  return isAgain ? sent : { userId, inventoryItemId, name: item.name, quantity, key: world.createId() };
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
  context: ({ input }) => ({ ...input, choice: noChoice, failure: null, sent: null }),
  initial: 'choosing',
  on: {
    'dialog.close': {
      target: '.closed',
      description: 'What is being added goes on, and a notice says how it ends. DECISIONS 398',
    },
  },
  states: {
    choosing: {
      on: {
        'choice.change': {
          actions: assign(({ context: { choice, inventory }, event: { change } }) => ({
            choice: changedChoice(choice, change, inventory),
            failure: null,
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
          { target: 'adding', actions: assign(({ context }) => ({ failure: null, sent: itemOf(context) })) },
        ],
      },
    },
    adding: {
      invoke: {
        id: 'addPersonalItem',
        src: 'addPersonalItem',
        // Always set in this state.
        input: ({ context }) => context.sent as PersonalItem,
        onDone: {
          target: 'closed',
          actions: emit(({ context }) => announcement(`${chosenIn(context)?.name} is added to your kit.`)),
          description: 'Screen readers say what was added. DECISIONS 298',
        },
        onError: [
          {
            guard: ({ event }) => mayBeMade(event.error),
            target: 'choosing',
            actions: [
              assign({ failure: ({ event }) => ({ field: null, text: kitFailures.notAdded(event.error) }) }),
              sendTo(({ context }) => context.parent, { type: 'item.unclear' }),
            ],
            description:
              'No answer came: it may have been added. The kit is fetched again, and shows it. DECISIONS 331',
          },
          {
            target: 'choosing',
            actions: assign({ failure: ({ event }) => ({ field: null, text: kitFailures.notAdded(event.error) }) }),
            description: "'Failed to add personal item.' S2 §8",
          },
        ],
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
