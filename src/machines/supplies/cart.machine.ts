import { type ActorRefFrom, assign, emit, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { draftKeys, type RequisitionDraft } from '../../contract/drafts';
import { isAbsentFrom } from '../../contract/lists';
import { wireIdOf } from '../../contract/primitives';
import type { RequisitionSubmission } from '../../contract/submissions';
import type { InventoryItem } from '../../contract/supplies';
import { requisitionOf } from '../../rules/submissions/requisition';
import {
  changedChoice,
  type ItemChoice,
  type KitProblem,
  noChoice,
  quantityIn,
  quantityProblem,
} from '../../rules/supplies/kit';
import { kitTexts } from '../../rules/supplies/kitTexts';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import type { QueueRef } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import { draftStore } from './ports.kit';

type CartEvent =
  /** The inventory is fetched, so it is known what can be requested. */
  | { type: 'inventory.known'; inventory: readonly InventoryItem[] }
  | { type: 'draft.restored'; draft: RequisitionDraft }
  /** Another tab has changed the request; null if it has sent it or taken everything out. */
  | { type: 'draft.changed'; draft: RequisitionDraft | null }
  | { type: 'choice.change'; change: Partial<ItemChoice> }
  | { type: 'line.add' }
  | { type: 'line.change'; id: string; quantity: string }
  | { type: 'line.remove'; id: string }
  | { type: 'request.send' }
  /** The member corrects a request that the server has refused. */
  | { type: 'request.edit'; submission: RequisitionSubmission };

interface CartInput {
  readonly userId: string;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
}

interface CartContext extends CartInput {
  readonly inventory: readonly InventoryItem[];
  readonly choice: ItemChoice;
  readonly lines: RequisitionDraft['lines'];
  readonly failure: KitProblem | null;
}

/** The lines of an earlier request, followed by those of the cart. The quantity in the cart counts if both have an item. */
const joinedLines = (earlier: CartContext['lines'], lines: CartContext['lines']) => [
  ...earlier.filter((line) => !lines.some(isLine(String(line.inventoryItemId)))),
  ...lines,
];

const chosenIn = ({ inventory, choice }: CartContext) => inventory.find(({ id }) => id === choice.itemId);
const isLine =
  (id: string) =>
  ({ inventoryItemId }: CartContext['lines'][number]) =>
    String(inventoryItemId) === id;
/** What is wrong with sending a request while an item is chosen but not added. */
function leftOver(context: CartContext): string {
  const isIn = context.lines.some(isLine(context.choice.itemId));
  return kitTexts[isIn ? 'inRequest' : 'notInRequest'](chosenIn(context)?.name ?? '');
}
/** The first line whose item is known to be deleted: the server would refuse the request without saying which it is. */
const goneIn = ({ inventory, lines }: CartContext) =>
  inventory.length === 0
    ? undefined
    : lines.find(({ inventoryItemId }) => isAbsentFrom(inventory, ({ id }) => id === String(inventoryItemId)));
const isBad = ({ quantity }: CartContext['lines'][number]) => quantityIn(quantity) === null;

/** The form of a request for supplies (S2 §2, §5). It is sent through the queue, which stores it on the device. */
export const cartMachine = workflow({
  types: {
    input: {} as CartInput,
    context: {} as CartContext,
    events: {} as CartEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { draftStore: 'draftStore' },
  },
  actors: { draftStore },
  actions: {
    storeDraft: sendTo('draftStore', ({ context: { lines } }) => ({
      type: 'draft.keep' as const,
      draft: lines.length === 0 ? null : { lines },
    })),
    refuse: assign((_, failure: KitProblem) => ({ failure })),
  },
}).createMachine({
  id: 'cart',
  context: ({ input }) => ({ ...input, inventory: [], choice: noChoice, lines: [], failure: null }),
  invoke: { id: 'draftStore', src: 'draftStore', input: ({ context: { userId } }) => ({ userId }) },
  initial: 'open',
  states: {
    open: {
      on: {
        'inventory.known': { actions: assign({ inventory: ({ event }) => event.inventory }) },
        'draft.restored': [
          {
            guard: ({ context }) => context.lines.length === 0,
            actions: assign({ lines: ({ event }) => event.draft.lines }),
            description: 'Restores what was chosen before a reload.',
          },
          {
            actions: [
              assign({ lines: ({ context: { lines }, event: { draft } }) => joinedLines(draft.lines, lines) }),
              'storeDraft',
            ],
            description: 'It was read late, so what was chosen meanwhile is added to it. DECISIONS 250',
          },
        ],
        'draft.changed': {
          actions: assign({ lines: ({ event }) => event.draft?.lines ?? [], failure: null }),
          description: 'All tabs have the same request, so that no line is lost and none is sent twice.',
        },
        'choice.change': {
          actions: assign(({ context: { choice, inventory }, event: { change } }) => ({
            choice: changedChoice(choice, change, inventory),
            failure: null,
          })),
        },
        'line.add': [
          {
            guard: ({ context }) => chosenIn(context) === undefined,
            actions: { type: 'refuse', params: { field: 'item', text: kitTexts.noItem } },
          },
          {
            guard: ({ context }) => context.lines.some(isLine(context.choice.itemId)),
            actions: { type: 'refuse', params: { field: 'item', text: kitTexts.twice } },
            description: "'This item is already in your request.' S2 §5, DECISIONS K8",
          },
          {
            guard: ({ context }) => quantityIn(context.choice.quantity) === null,
            actions: {
              type: 'refuse',
              params: ({ context }) => ({ field: 'quantity', text: quantityProblem(context.choice.quantity) }),
            },
            description: 'Request quantity at least 1. S2 §5',
          },
          {
            actions: [
              enqueueActions(({ context, enqueue }) => {
                const item = chosenIn(context);
                if (!item) return;
                const quantity = context.choice.quantity.trim();
                const line = { inventoryItemId: wireIdOf(item), name: item.name, quantity };
                enqueue.assign({ lines: [...context.lines, line], choice: noChoice, failure: null });
                enqueue.emit(announcement(`${item.name} is in your request.`));
              }),
              'storeDraft',
            ],
          },
        ],
        'line.change': {
          actions: [
            assign(({ context: { lines }, event: { id, quantity } }) => ({
              lines: lines.map((line) => (isLine(id)(line) ? { ...line, quantity } : line)),
              failure: null,
            })),
            'storeDraft',
          ],
        },
        'line.remove': {
          guard: ({ context, event }) => context.lines.some(isLine(event.id)),
          actions: [
            emit(({ context: { lines }, event: { id } }) =>
              announcement(`${lines.find(isLine(id))?.name} is taken out of your request.`),
            ),
            assign(({ context: { lines }, event: { id } }) => ({
              lines: lines.filter((line) => !isLine(id)(line)),
              failure: null,
            })),
            'storeDraft',
          ],
        },
        'request.edit': {
          actions: [
            assign({
              lines: ({ context: { lines }, event: { submission } }) =>
                joinedLines(
                  submission.content.items.map((item) => ({ ...item, quantity: String(item.quantity) })),
                  lines,
                ),
              failure: null,
            }),
            'storeDraft',
            sendTo(
              ({ context }) => context.queue,
              ({ event: { submission } }) => ({ type: 'submission.withdraw', id: submission.id }),
            ),
          ],
          description: 'Its items are in the cart again, before those that were chosen since.',
        },
        'request.send': [
          {
            guard: ({ context }) => context.lines.length === 0,
            actions: { type: 'refuse', params: { field: null, text: kitTexts.empty } },
          },
          {
            guard: ({ context }) => context.lines.some(isBad),
            actions: {
              type: 'refuse',
              params: ({ context }) => {
                const bad = context.lines.find(isBad);
                return { field: `line ${bad?.inventoryItemId}`, text: quantityProblem(bad?.quantity ?? '') };
              },
            },
            description: 'Request quantity at least 1. S2 §5',
          },
          {
            guard: ({ context }) => goneIn(context) !== undefined,
            actions: {
              type: 'refuse',
              params: ({ context }) => {
                const gone = goneIn(context);
                return { field: `line ${gone?.inventoryItemId}`, text: kitTexts.gone(gone?.name ?? '') };
              },
            },
            description: 'Somebody has deleted an item of the request since it was chosen.',
          },
          {
            guard: ({ context }) => chosenIn(context) !== undefined,
            actions: { type: 'refuse', params: ({ context }) => ({ field: 'item', text: leftOver(context) }) },
            description:
              'An item or a quantity that is chosen but not added would be missing without a word. DECISIONS 353',
          },
          {
            actions: [
              sendTo(
                ({ context }) => context.queue,
                ({ context: { lines, world } }) => ({
                  type: 'submission.queue',
                  submission: requisitionOf(
                    lines.map((line) => ({ ...line, quantity: quantityIn(line.quantity) ?? 1 })),
                    world,
                  ),
                  // The draft is deleted only when the device has stored the submission, because until then it is the only copy.
                  drafts: [draftKeys.requisition],
                }),
              ),
              assign({ lines: [], choice: noChoice, failure: null }),
              emit(announcement('Your request is submitted.')),
            ],
            description: 'It appears among the requests at once, and waits there if it cannot be sent.',
          },
        ],
      },
    },
  },
});
export type CartRef = ActorRefFrom<typeof cartMachine>;
export type CartSnapshot = SnapshotFrom<typeof cartMachine>;

export const selectInventory = (snapshot: CartSnapshot) => snapshot.context.inventory;
export const selectChoice = (snapshot: CartSnapshot) => snapshot.context.choice;
/** The lines of the request. */
export const selectLines = (snapshot: CartSnapshot) => snapshot.context.lines;
/** The error of the choice or of the request, or null. */
export const selectFailure = (snapshot: CartSnapshot) => snapshot.context.failure;
