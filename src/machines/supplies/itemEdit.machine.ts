import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { Category } from '../../contract/inventory';
import type { InventoryItem } from '../../contract/supplies';
import { differingFields, rebased } from '../../rules/rebase';
import { inventoryTexts } from '../../rules/supplies/inventoryTexts';
import type { World } from '../../rules/world';
import { keepOnRestart, workflow } from '../supervision';
import { errorsOf, formOf, type ItemErrors, type ItemField, type ItemForm, requestOf } from './itemForm';
import { type InventoryParent, saveItem } from './ports';

interface ItemEditInput {
  readonly parent: InventoryParent;
  readonly world: Pick<World, 'createId'>;
  /** Null for a new item. Otherwise it is replaced by newer versions that the form follows. */
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
  /** The Idempotency-Key for the content of the fields, so that a repeat after a lost answer creates nothing twice. */
  readonly key: string;
}

type ItemEditEvent =
  | { type: 'field.changed'; name: ItemField; value: string }
  /** The inventory was fetched again; `item` is the current version, which may be in a new category. */
  | { type: 'item.refreshed'; item: InventoryItem; categories: readonly Category[] }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

const isVersionConflict = (error: unknown) => statusOf(error) === 409;
const hasErrors = (errors: ItemErrors) => Object.keys(errors).length > 0;
/** The errors after a change of the form: they are only removed, never added, while the manager types. */
const errorsLeft = (form: ItemForm, item: InventoryItem | null, shown: ItemErrors): ItemErrors =>
  Object.fromEntries(Object.entries(errorsOf(form, item)).filter(([field]) => field in shown));

/** The fields of an item, or those with which a new one begins. */
const beginning = (item: InventoryItem | null, barcode: string): ItemForm => ({
  ...formOf(item),
  ...(item === null && { barcode }),
});

/** Brings the form up to a newer version of its item: what the manager has not changed takes the newer values. */
function upTo(newer: InventoryItem, { item, form, errors }: ItemEditContext) {
  if (item === null) return {};
  const next = rebased(form, formOf(item), formOf(newer));
  return { item: newer, form: next, errors: errorsLeft(next, newer, errors) };
}

/** The item modal: a new item, or one that is edited (S2 §2, §5, §7, §8, DECISIONS K1). It is done when it is closed. */
export const itemEditMachine = workflow({
  types: { input: {} as ItemEditInput, context: {} as ItemEditContext, events: {} as ItemEditEvent },
  actors: { saveItem },
  guards: {
    isQuantityUntouched: ({ context: { form, item } }) => item !== null && form.quantity === String(item.quantity),
  },
  actions: {
    follow: assign(({ context, event }) => {
      assertEvent(event, 'item.refreshed');
      return { ...upTo(event.item, context), categories: event.categories };
    }),
    followButQuantity: assign(({ context, event }) => {
      assertEvent(event, 'item.refreshed');
      const quantity = context.item?.quantity ?? event.item.quantity;
      return { ...upTo({ ...event.item, quantity }, context), categories: event.categories };
    }),
    tellChanged: sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
  },
}).createMachine({
  id: 'itemEdit',
  context: ({ input }) => ({
    ...input,
    form: beginning(input.item, input.barcode),
    errors: {},
    failure: null,
    key: input.world.createId(),
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      on: {
        'modal.close': {
          target: 'closed',
          description: 'What is being saved goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      states: {
        work: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'field.changed': {
                  actions: assign(({ context: { form, item, errors, world }, event: { name, value } }) => {
                    const changed = { ...form, [name]: value };
                    return {
                      form: changed,
                      errors: errorsLeft(changed, item, errors),
                      failure: null,
                      key: world.createId(),
                    };
                  }),
                },
                'form.submit': [
                  {
                    guard: ({ context: { form, item } }) => hasErrors(errorsOf(form, item)),
                    actions: assign({ errors: ({ context: { form, item } }) => errorsOf(form, item) }),
                    description: 'Name, quantity (min 0), unit and threshold (min 0) are required. S2 §5',
                  },
                  { target: 'submitting', actions: assign({ failure: null }) },
                ],
              },
            },
            submitting: {
              invoke: {
                id: 'saveItem',
                src: 'saveItem',
                input: ({ context: { item, form, categories, isExtended, key } }) => ({
                  itemId: item?.id ?? null,
                  request: requestOf(form, categories, isExtended),
                  // The version on the manager's screen, whose quantity saving may replace (DECISIONS K1).
                  seen: item,
                  key,
                }),
                onDone: { target: '#itemEdit.closed', actions: 'tellChanged' },
                onError: [
                  {
                    guard: ({ context, event }) => context.item !== null && isVersionConflict(event.error),
                    target: ['#itemEdit.open.work.editing', '#itemEdit.open.conflict.found'],
                    actions: [
                      assign({ failure: ({ event }) => inventoryTexts.itemFailure(event.error) }),
                      'tellChanged',
                    ],
                    description: 'The stock has changed, or the name is taken: what was typed stays. DECISIONS K1',
                  },
                  {
                    target: 'editing',
                    actions: assign({
                      failure: ({ context, event }) => inventoryTexts.itemFailure(event.error, context.item !== null),
                    }),
                    description: "'Failed to save item.' S2 §8. If another manager has deleted it, that is said, too.",
                  },
                ],
              },
            },
          },
        },
        conflict: {
          description:
            'Whether the stock has changed since the form was opened. What the manager has not changed follows every newer version of the item, so that an old form does not undo what others have saved. DECISIONS K1, 253',
          initial: 'none',
          states: {
            none: {
              on: {
                'item.refreshed': [
                  {
                    guard: 'isQuantityUntouched',
                    actions: 'follow',
                    description:
                      'A quantity that was not typed follows the stock, so that an old form does not undo a dispatch.',
                  },
                  { actions: 'followButQuantity', description: 'A typed quantity keeps the stock that was seen.' },
                ],
              },
            },
            found: {
              description: 'The manager is told of the new quantity, and the inventory is being fetched.',
              on: {
                'item.refreshed': [
                  { guard: 'isQuantityUntouched', target: 'none', actions: 'follow' },
                  { target: 'told', actions: 'follow' },
                ],
              },
            },
            told: {
              description: 'Saving again replaces the new quantity, but no later one.',
              on: { 'item.refreshed': { actions: 'followButQuantity' } },
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(itemEditMachine, 'form', 'item');

export type ItemEditRef = ActorRefFrom<typeof itemEditMachine>;
export type ItemEditSnapshot = SnapshotFrom<typeof itemEditMachine>;

/** Whether it is a new item. */
export const selectIsNew = (snapshot: ItemEditSnapshot) => snapshot.context.item === null;
export const selectForm = (snapshot: ItemEditSnapshot) => snapshot.context.form;
/** Whether a field has another value than the item, or than those with which a new item begins. */
export const selectIsChanged = ({ context: { form, item, barcode } }: ItemEditSnapshot) =>
  differingFields(form, beginning(item, barcode)).length > 0;
export const selectErrors = (snapshot: ItemEditSnapshot) => snapshot.context.errors;
export const selectFailure = (snapshot: ItemEditSnapshot) => snapshot.context.failure;
export const selectIsSubmitting = (snapshot: ItemEditSnapshot) => snapshot.matches({ open: { work: 'submitting' } });
/** The quantity that somebody else has set meanwhile and that saving would replace, or null. */
export const selectReplaced = (snapshot: ItemEditSnapshot) =>
  snapshot.matches({ open: { conflict: 'told' } }) ? (snapshot.context.item?.quantity ?? null) : null;
