import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { mayBeMade, statusOf } from '../../contract/failure';
import { stockTexts } from '../../rules/supplies/inventoryTexts';
import type { World } from '../../rules/world';
import { keepOnRestart, workflow } from '../supervision';
import { changeStock } from './ports';
import { changeOf, emptyChange, problemOf, type StockField, type StockForm, type StockKind } from './stockForm';

interface StockChangeInput {
  readonly itemId: string;
  /** The item's name. */
  readonly name: string;
  readonly world: Pick<World, 'createId'>;
  readonly parent: ActorRef<Snapshot<unknown>, { type: 'stock.changed' }>;
}

interface StockChangeContext extends StockChangeInput {
  readonly form: StockForm;
  /** The error of the fields, or the reason of the server's refusal. */
  readonly failure: string | null;
  /** The Idempotency-Key for the content of the fields, so that a repeat after a lost answer counts once. */
  readonly key: string;
  /** What was saved last, as the difference of the stock. */
  readonly savedDelta: number;
}

type StockChangeEvent =
  | { type: 'field.changed'; name: StockField; value: string }
  | { type: 'kind.choose'; kind: StockKind }
  | { type: 'form.submit' };

/** A change of stock by a difference: '+20, from the vet' (DECISIONS K1), with an expiry date if there is one (K10). */
export const stockChangeMachine = workflow({
  types: { input: {} as StockChangeInput, context: {} as StockChangeContext, events: {} as StockChangeEvent },
  actors: { changeStock },
}).createMachine({
  id: 'stockChange',
  context: ({ input }) => ({ ...input, form: emptyChange, failure: null, key: input.world.createId(), savedDelta: 0 }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.changed': {
          target: '.unsaved',
          actions: assign(({ context: { form, world }, event: { name, value } }) => ({
            form: { ...form, [name]: value },
            failure: null,
            key: world.createId(),
          })),
        },
        'kind.choose': {
          target: '.unsaved',
          actions: assign(({ context: { form, world }, event: { kind } }) => ({
            form: { ...form, kind },
            failure: null,
            key: world.createId(),
          })),
        },
      },
      initial: 'unsaved',
      states: {
        unsaved: {
          on: {
            'form.submit': [
              {
                guard: ({ context: { form } }) => problemOf(form) !== null,
                actions: assign({ failure: ({ context: { form } }) => problemOf(form)?.text ?? null }),
              },
              { target: '#stockChange.submitting', actions: assign({ failure: null }) },
            ],
          },
        },
        saved: {
          description:
            'The form is empty again, and says what was saved. A second press of the button does nothing: an error about the empty form would look as if nothing had been saved.',
        },
      },
    },
    submitting: {
      invoke: {
        id: 'changeStock',
        src: 'changeStock',
        input: ({ context: { itemId, name, form, key } }) => ({ itemId, name, request: changeOf(form), key }),
        onDone: {
          target: 'editing.saved',
          actions: [
            assign(({ context: { form, world } }) => ({
              form: emptyChange,
              key: world.createId(),
              savedDelta: changeOf(form).delta,
            })),
            sendTo(({ context }) => context.parent, { type: 'stock.changed' }),
          ],
        },
        onError: [
          {
            guard: ({ event }) => statusOf(event.error) === 404 || mayBeMade(event.error),
            target: 'editing',
            actions: [
              assign({ failure: ({ event }) => stockTexts.changeFailure(event.error) }),
              sendTo(({ context }) => context.parent, { type: 'stock.changed' }),
            ],
            description:
              'There is no such item any more, or no answer came. The stock is fetched again: it shows that the item is gone, or whether the change is there. DECISIONS 331',
          },
          {
            target: 'editing',
            actions: assign({ failure: ({ event }) => stockTexts.changeFailure(event.error) }),
            description:
              'What was typed stays. The server refuses a change that would make the stock negative. DECISIONS 32',
          },
        ],
      },
    },
  },
});
keepOnRestart(stockChangeMachine, 'form');

export type StockChangeRef = ActorRefFrom<typeof stockChangeMachine>;
export type StockChangeSnapshot = SnapshotFrom<typeof stockChangeMachine>;

export const selectForm = (snapshot: StockChangeSnapshot) => snapshot.context.form;
export const selectFailure = (snapshot: StockChangeSnapshot) => snapshot.context.failure;
/** The field that the failure is about, or null if there is none, or it is the server's. */
export const selectInvalid = ({ context: { failure, form } }: StockChangeSnapshot): StockField | null =>
  failure === null ? null : (problemOf(form)?.field ?? null);
export const selectIsSubmitting = (snapshot: StockChangeSnapshot) => snapshot.matches('submitting');
/** What was just saved, as the difference of the stock; null otherwise. */
export const selectSavedDelta = (snapshot: StockChangeSnapshot) =>
  snapshot.matches({ editing: 'saved' }) ? snapshot.context.savedDelta : null;
/** Whether something is typed that is not saved yet. */
export const selectIsChanged = ({ context: { form } }: StockChangeSnapshot) =>
  [form.amount, form.note, form.expiresOn].some((text) => text.trim() !== '');
