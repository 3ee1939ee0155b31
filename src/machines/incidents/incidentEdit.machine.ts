import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Incident } from '../../contract/incidents';
import type { Place } from '../../rules/incidents';
import { editFailureText } from '../../rules/incidentTexts';
import { incidentLocationText } from '../../rules/locationTexts';
import { type AroundIncident, failureGuards, type IncidentFact, itsError } from './facts';
import {
  type EditErrors,
  type EditField,
  type EditForm,
  editOf,
  errorsAfter,
  errorsOf,
  formOf,
} from './incidentEdit.form';
import { locate, saveIncident } from './ports';

type IncidentEditInput = Omit<AroundIncident, 'notices'> & { readonly incident: Incident };

interface IncidentEditContext extends Omit<IncidentEditInput, 'incident'> {
  readonly form: EditForm;
  readonly errors: EditErrors;
  /** The line above the button. */
  readonly failure: string | null;
  readonly locationFailure: string | null;
}

export type IncidentEditEvent =
  | { type: 'field.changed'; name: EditField; value: string }
  | { type: 'location.request' }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

const hasAny = (errors: EditErrors) => Object.keys(errors).length > 0;

/** The edit form of an incident, in its modal and as a page (S2 §2, §5, §7, DECISIONS 30). It is done when it is closed. */
export const incidentEditMachine = setup({
  types: { input: {} as IncidentEditInput, context: {} as IncidentEditContext, events: {} as IncidentEditEvent },
  actors: { locate, saveIncident },
  guards: { ...failureGuards, isFaulty: ({ context }) => hasAny(errorsOf(context.form)) },
  actions: {
    keepField: assign(({ context }, { name, value }: { name: EditField; value: string }) => {
      const form = { ...context.form, [name]: value };
      return { form, errors: errorsAfter(form, name, context.errors), failure: null };
    }),
    keepPlace: assign({ form: ({ context }, place: Place) => ({ ...context.form, place }) }),
    keepLocationFailure: assign({ locationFailure: (_, { error }: { error: unknown }) => incidentLocationText(error) }),
    markErrors: assign(({ context }) => ({
      errors: errorsOf(context.form),
      failure: 'Please fix the errors before submitting.',
    })),
    clearFailure: assign({ failure: null }),
    clearLocationFailure: assign({ locationFailure: null }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => editFailureText(error) }),
    tell: sendTo(
      ({ context }) => context.parent,
      (_, fact: IncidentFact) => fact,
    ),
  },
}).createMachine({
  id: 'incidentEdit',
  context: ({ input: { incident, ...input } }) => ({
    ...input,
    form: formOf(incident),
    errors: {},
    failure: null,
    locationFailure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.changed': {
          target: 'editing',
          actions: { type: 'keepField', params: ({ event }) => event },
          description: 'The contact number must be exactly 10 digits; it is checked on every change. Decision 30',
        },
        'location.request': { target: 'locating', actions: 'clearLocationFailure' },
        'form.submit': [
          {
            guard: 'isFaulty',
            target: 'editing',
            actions: 'markErrors',
            description: 'Informer, contact, location and description are required. S2 §5',
          },
          { target: 'submitting', actions: 'clearFailure' },
        ],
        'modal.close': { target: 'closed' },
      },
    },
    locating: {
      description: 'Optional coordinates from the device location. S2 §5',
      on: {
        'field.changed': { target: 'locating', actions: { type: 'keepField', params: ({ event }) => event } },
        'modal.close': { target: 'closed' },
      },
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: { target: 'editing', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
        onError: { target: 'editing', actions: { type: 'keepLocationFailure', params: itsError } },
      },
    },
    submitting: {
      invoke: {
        id: 'saveIncident',
        src: 'saveIncident',
        input: ({ context: { incidentId, form } }) => ({ incidentId, edit: editOf(form) }),
        onDone: {
          target: 'closed',
          actions: {
            type: 'tell',
            params: ({ context: { form } }) => ({ type: 'incident.saved', edit: editOf(form) }),
          },
        },
        onError: [
          {
            guard: { type: 'isForbidden', params: itsError },
            target: 'closed',
            actions: { type: 'tell', params: { type: 'action.forbidden', action: 'incident.edit' } },
            description: 'The role has been taken away meanwhile. S2 §6',
          },
          {
            guard: { type: 'isOutrun', params: itsError },
            target: 'editing',
            actions: [
              { type: 'keepFailure', params: itsError },
              { type: 'tell', params: { type: 'incident.outrun' } },
            ],
          },
          {
            target: 'editing',
            actions: { type: 'keepFailure', params: itsError },
            description: "The error message, or 'Failed to save changes. Check connection or input.' S2 §8",
          },
        ],
      },
    },
    closed: { type: 'final' },
  },
});
export type IncidentEditRef = ActorRefFrom<typeof incidentEditMachine>;
export type IncidentEditSnapshot = SnapshotFrom<typeof incidentEditMachine>;
