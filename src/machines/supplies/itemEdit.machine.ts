import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { Category, InventoryItem } from '../../contract/supplies';
import { inventoryTexts } from '../../rules/inventoryTexts';
import { keepOnRestart, workflow } from '../supervision';
import type { World } from '../world';
import { errorsOf, formOf, type ItemErrors, type ItemField, type ItemForm, requestOf } from './itemForm';
import { type InventoryParent, saveItem } from './ports';

interface ItemEditInput {
  readonly parent: InventoryParent;
  readonly world: Pick<World, 'createId'>;
  /** Null for a new item. */
  readonly item: InventoryItem | null;
  /** The barcode with which a new item is created. */
  readonly barcode: string;
  readonly categories: readonly Category[];
  /** Whether the server has the capability 'supplies'. */
  readonly isExtended: boolean;
}

interface ItemEditContext extends ItemEditInput {
  readonly form: ItemForm;
  readonly errors: ItemErrors;
  readonly failure: string | null;
  /** The quantity on the manager's screen, which saving may replace; null for a new item. */
  readonly seen: number | null;
  /** The Idempotency-Key for the content of the fields, so that a repeat after a lost answer creates nothing twice. */
  readonly key: string;
}

export type ItemEditEvent =
  | { type: 'field.changed'; name: ItemField; value: string }
  /** The inventory was fetched again; `item` is the current version. */
  | { type: 'item.refreshed'; item: InventoryItem }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

const isConflict = (error: unknown) => statusOf(error) === 409;
const hasErrors = (errors: ItemErrors) => Object.keys(errors).length > 0;

/** The item modal: a new item, or one that is edited (S2 §2, §5, §7, §8, DECISIONS K1). It is done when it is closed. */
export const itemEditMachine = workflow({
  types: { input: {} as ItemEditInput, context: {} as ItemEditContext, events: {} as ItemEditEvent },
  actors: { saveItem },
  guards: {
    isQuantityUntouched: ({ context: { form, seen } }) => form.quantity === String(seen),
  },
  actions: {
    followQuantity: assign(({ context, event }) => {
      assertEvent(event, 'item.refreshed');
      const { quantity } = event.item;
      return { seen: quantity, form: { ...context.form, quantity: String(quantity) } };
    }),
    tellChanged: sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
  },
}).createMachine({
  id: 'itemEdit',
  context: ({ input }) => ({
    ...input,
    form: { ...formOf(input.item), ...(input.item === null && { barcode: input.barcode }) },
    errors: {},
    failure: null,
    seen: input.item?.quantity ?? null,
    key: input.world.createId(),
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        work: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'field.changed': {
                  actions: assign(({ context: { form, errors, world }, event: { name, value } }) => {
                    const changed = { ...form, [name]: value };
                    // While the manager types, errors are only removed, never added.
                    const left = Object.entries(errorsOf(changed)).filter(([field]) => field in errors);
                    return { form: changed, errors: Object.fromEntries(left), failure: null, key: world.createId() };
                  }),
                },
                'form.submit': [
                  {
                    guard: ({ context: { form } }) => hasErrors(errorsOf(form)),
                    actions: assign({ errors: ({ context: { form } }) => errorsOf(form) }),
                    description: 'Name, quantity (min 0), unit and threshold (min 0) are required. S2 §5',
                  },
                  { target: 'submitting', actions: assign({ failure: null }) },
                ],
                'modal.close': { target: '#itemEdit.closed' },
              },
            },
            submitting: {
              invoke: {
                id: 'saveItem',
                src: 'saveItem',
                input: ({ context: { item, form, categories, isExtended, seen, key } }) => ({
                  itemId: item?.id ?? null,
                  request: requestOf(form, categories, isExtended),
                  seen,
                  key,
                }),
                onDone: { target: '#itemEdit.closed', actions: 'tellChanged' },
                onError: [
                  {
                    guard: ({ context, event }) => context.item !== null && isConflict(event.error),
                    target: ['#itemEdit.open.work.editing', '#itemEdit.open.rival.ahead'],
                    actions: [
                      assign({ failure: ({ event }) => inventoryTexts.itemFailure(event.error) }),
                      'tellChanged',
                    ],
                    description: 'The stock has changed, or the name is taken: what was typed stays. DECISIONS K1',
                  },
                  {
                    target: 'editing',
                    actions: assign({ failure: ({ event }) => inventoryTexts.itemFailure(event.error) }),
                    description: "'Failed to save item.' S2 §8",
                  },
                ],
              },
            },
          },
        },
        rival: {
          description: 'Whether the stock has changed since the form was opened. DECISIONS K1',
          initial: 'unknown',
          states: {
            unknown: {
              on: {
                'item.refreshed': {
                  guard: 'isQuantityUntouched',
                  actions: 'followQuantity',
                  description:
                    'A quantity that was not typed follows the stock, so that an old form does not undo a dispatch.',
                },
              },
            },
            ahead: {
              description: 'The manager is told of the new quantity, and the inventory is being fetched.',
              on: {
                'item.refreshed': [
                  { guard: 'isQuantityUntouched', target: 'unknown', actions: 'followQuantity' },
                  { target: 'noticed', actions: assign({ seen: ({ event }) => event.item.quantity }) },
                ],
              },
            },
            noticed: { description: 'Saving again replaces the new quantity, but no later one.' },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(itemEditMachine, 'form', 'seen');

export type ItemEditRef = ActorRefFrom<typeof itemEditMachine>;
export type ItemEditSnapshot = SnapshotFrom<typeof itemEditMachine>;

/** Whether it is a new item. */
export const selectIsNew = (snapshot: ItemEditSnapshot) => snapshot.context.item === null;
export const selectForm = (snapshot: ItemEditSnapshot) => snapshot.context.form;
export const selectErrors = (snapshot: ItemEditSnapshot) => snapshot.context.errors;
export const selectFailure = (snapshot: ItemEditSnapshot) => snapshot.context.failure;
export const selectIsSubmitting = (snapshot: ItemEditSnapshot) => snapshot.matches({ open: { work: 'submitting' } });
/** The quantity that somebody else has set meanwhile and that saving would replace, or null. */
export const selectReplaced = (snapshot: ItemEditSnapshot) =>
  snapshot.matches({ open: { rival: 'noticed' } }) ? snapshot.context.seen : null;
