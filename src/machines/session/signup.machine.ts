import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { isNetworkFailure, messageOr, statusOf } from '../../contract/failure';
import { CHECK_CONNECTION } from '../../rules/failureTexts';
import { FIX_ERRORS } from '../../rules/forms';
import { keepOnRestart, workflow } from '../supervision';
import { signUp, signupDraft } from './ports';
import {
  emptyForm,
  errorsAfter,
  errorsOf,
  requestOf,
  type SignupErrors,
  type SignupField,
  type SignupForm,
  withUsername,
} from './signup.form';

type SignupEvent =
  | { type: 'field.changed'; name: SignupField; value: string }
  /** A field has lost the focus. */
  | { type: 'field.left'; name: SignupField }
  | { type: 'form.restored'; form: SignupForm }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

interface SignupContext {
  form: SignupForm;
  errors: SignupErrors;
  /** The error that is shown above the button. */
  formError: string | null;
  /** The text of the error modal. */
  failure: string | null;
}

/** S1 §8, Signup. */
const failureText = (error: unknown) =>
  isNetworkFailure(error) ? CHECK_CONNECTION : messageOr(error, 'An unknown error occurred. Please try again.');

/** What the server refused: the username, if it answers with a conflict and names that field. DECISIONS 325 */
const refusedField = (error: unknown): SignupErrors =>
  statusOf(error) === 409 && /user ?name/i.test(messageOr(error, '')) ? { username: failureText(error) } : {};

/** The errors of the form. That the server has refused the username is one until it may be right (`afterChange`). */
const standing = ({ form, errors: { username } }: SignupContext): SignupErrors => ({
  ...(username !== undefined && { username }),
  ...errorsOf(form),
});

/**
 * The errors after a change. A refused username may be right with another phone number or password: the server's refusal may have meant
 * the number, or the sign-up may be one that is already stored (DECISIONS 374).
 */
function afterChange(form: SignupForm, changed: SignupField, errors: SignupErrors): SignupErrors {
  const left = errorsAfter(form, changed, errors);
  const { username, ...others } = left;
  const isRefused = username !== undefined && errorsOf(form).username === undefined;
  return isRefused && ['phoneNumber', 'password'].includes(changed) ? others : left;
}

const hasAny = (errors: SignupErrors) => Object.keys(errors).length > 0;

/** The volunteer sign-up screen (S1 §2, §4, §5). */
export const signupMachine = workflow({
  types: { context: {} as SignupContext, events: {} as SignupEvent, children: {} as { draft: 'signupDraft' } },
  actors: { signUp, signupDraft },
  actions: { storeDraft: sendTo('draft', ({ context: { form } }) => ({ type: 'draft.keep' as const, form })) },
}).createMachine({
  id: 'signup',
  context: { form: emptyForm, errors: {}, formError: null, failure: null },
  invoke: { id: 'draft', src: 'signupDraft', input: ({ context }) => context.form },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.restored': {
          actions: assign({ form: ({ event }) => event.form, errors: {} }),
          description: 'What was entered before a reload is there again, except the password. DECISIONS 312',
        },
        'field.changed': {
          actions: [
            assign(({ context: { form: before, errors }, event: { name, value } }) => {
              const form = { ...before, [name]: value };
              return { form, errors: afterChange(form, name, errors), formError: null };
            }),
            'storeDraft',
          ],
          description: 'The phone number must be exactly 10 digits; it is checked on every change. S1 §5',
        },
        'field.left': {
          guard: ({ context: { form }, event: { name } }) =>
            name === 'firstName' && withUsername(form).username !== form.username,
          actions: [
            assign(({ context }) => {
              const form = withUsername(context.form);
              return { form, errors: errorsAfter(form, 'username', context.errors) };
            }),
            'storeDraft',
          ],
          description: 'An empty username becomes the trimmed, lower-cased first name. S1 §4',
        },
        'form.submit': [
          {
            guard: ({ context }) => hasAny(standing(context)),
            actions: assign(({ context }) => ({
              errors: standing(context),
              formError: FIX_ERRORS,
            })),
            description: 'Nothing is sent while any field has an error. S1 §5',
          },
          { target: 'submitting', actions: assign({ errors: {}, formError: null }) },
        ],
      },
    },
    submitting: {
      description: 'The button shows a spinner and is disabled. S1 §4',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => requestOf(context.form),
        onDone: { target: 'welcomed', actions: [assign({ form: emptyForm }), 'storeDraft'] },
        onError: {
          target: 'refused',
          actions: assign({
            failure: ({ event }) => failureText(event.error),
            errors: ({ event }) => refusedField(event.error),
          }),
        },
      },
    },
    refused: {
      description: "A modal titled 'Error'; closing it stays on the form. S1 §2",
      on: { 'modal.close': { target: 'editing', actions: assign({ failure: null }) } },
    },
    welcomed: {
      description: "A modal titled 'Thank You!': the account is pending approval. Closing it goes to /login. S1 §2, §8",
      on: { 'modal.close': { target: 'left' } },
    },
    left: { type: 'final' },
  },
});
keepOnRestart(signupMachine, 'form');

export type SignupRef = ActorRefFrom<typeof signupMachine>;
export type SignupSnapshot = SnapshotFrom<typeof signupMachine>;
