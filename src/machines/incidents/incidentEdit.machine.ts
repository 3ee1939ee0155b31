import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom, sendTo } from 'xstate';
import { animalTypes, type Incident, IncidentEdit } from '../../contract/incidents';
import { editFailureText } from '../../rules/incidentTexts';
import { deviceLocationText } from '../../rules/locationTexts';
import { locate } from '../ports';
import { keepOnRestart, workflow } from '../supervision';
import { type AroundIncident, failureGuards, type IncidentFact, itsError } from './facts';
import {
  detailsOf,
  errorsAfter,
  errorsOf,
  formOf,
  hasErrors,
  type IncidentErrors,
  type IncidentField,
  type IncidentForm,
  located,
} from './incidentForm';
import { saveIncident } from './ports';

type IncidentEditInput = Omit<AroundIncident, 'notices'> & { readonly incident: Incident };

interface IncidentEditContext extends Omit<IncidentEditInput, 'incident'> {
  readonly form: IncidentForm;
  readonly errors: IncidentErrors;
  /** The line above the button. */
  readonly failure: string | null;
  readonly locationFailure: string | null;
  /** The lastUpdated of what is edited, or of what saving again replaces; null where it is not known. */
  readonly seen: string | null;
}

export type IncidentEditEvent =
  | { type: 'field.changed'; name: IncidentField; value: string }
  | { type: 'location.request' }
  | { type: 'location.cancel' }
  /** The incident was fetched again. */
  | { type: 'incident.refreshed'; lastUpdated: string | null }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

/** An animal that is not in the list becomes 'OTHER': the animal is chosen from the list (S2 §5). */
const listed = (animalType: string) => animalTypes.find((known) => known === animalType) ?? 'OTHER';

/** The body as it is sent (S2 §7): coordinates are null where the fields are empty. */
const editOf = (form: IncidentForm): IncidentEdit => {
  const { latitude = null, longitude = null, ...details } = detailsOf(form);
  return { ...details, latitude, longitude };
};

/** The edit form of an incident, in its modal and as a page (S2 §2, §5, §7, DECISIONS 30). It is done when it is closed. */
export const incidentEditMachine = workflow({
  types: { input: {} as IncidentEditInput, context: {} as IncidentEditContext, events: {} as IncidentEditEvent },
  actors: { locate, saveIncident },
  guards: failureGuards,
  actions: {
    keepField: assign(({ context, event }) => {
      assertEvent(event, 'field.changed');
      const { name, value } = event;
      const form = { ...context.form, [name]: value };
      return { form, errors: errorsAfter(IncidentEdit, form, name, context.errors), failure: null };
    }),
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
    form: formOf({ ...incident, animalType: listed(incident.animalType) }),
    errors: {},
    failure: null,
    locationFailure: null,
    seen: incident.lastUpdated,
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
                  actions: 'keepField',
                  description:
                    'The contact number must be exactly 10 digits; it is checked on every change. Decision 30',
                },
                'location.request': { target: 'locating', actions: assign({ locationFailure: null }) },
                'form.submit': [
                  {
                    guard: ({ context: { form } }) => hasErrors(errorsOf(IncidentEdit, form)),
                    actions: assign(({ context: { form } }) => ({
                      errors: errorsOf(IncidentEdit, form),
                      failure: 'Please fix the errors before submitting.',
                    })),
                    description: 'Informer, contact, location and description are required. S2 §5',
                  },
                  { target: 'submitting', actions: assign({ failure: null }) },
                ],
                'modal.close': { target: '#incidentEdit.closed' },
              },
            },
            locating: {
              description: 'Optional coordinates from the device location. S2 §5',
              on: {
                'field.changed': { actions: 'keepField' },
                'location.cancel': { target: 'editing' },
                'modal.close': { target: '#incidentEdit.closed' },
              },
              invoke: {
                id: 'locate',
                src: 'locate',
                onDone: { target: 'editing', actions: assign(({ context, event }) => located(context, event.output)) },
                onError: {
                  target: 'editing',
                  actions: assign({ locationFailure: ({ event }) => deviceLocationText(event.error) }),
                },
              },
            },
            submitting: {
              invoke: {
                id: 'saveIncident',
                src: 'saveIncident',
                input: ({ context: { incidentId, form, seen } }) => ({ incidentId, edit: editOf(form), seen }),
                onDone: {
                  target: '#incidentEdit.closed',
                  actions: {
                    type: 'tell',
                    params: ({ event }) => ({ type: 'incident.saved', incident: event.output }),
                  },
                },
                onError: [
                  {
                    guard: { type: 'isForbidden', params: itsError },
                    target: '#incidentEdit.closed',
                    actions: { type: 'tell', params: { type: 'action.forbidden', action: 'incident.edit' } },
                    description: 'The role has been taken away meanwhile. S2 §6',
                  },
                  {
                    guard: { type: 'isConflict', params: itsError },
                    target: ['#incidentEdit.open.work.editing', '#incidentEdit.open.rival.ahead'],
                    actions: [
                      { type: 'keepFailure', params: itsError },
                      { type: 'tell', params: { type: 'incident.conflict' } },
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
          },
        },
        rival: {
          description: 'Whether somebody else has changed the incident since the form was opened. DECISIONS 78, 91',
          initial: 'unknown',
          states: {
            unknown: {},
            ahead: {
              description: 'The member is told of the change, and the incident is being fetched.',
              on: {
                'incident.refreshed': {
                  target: 'noticed',
                  actions: assign({ seen: ({ event }) => event.lastUpdated }),
                },
              },
            },
            noticed: { description: 'Saving again replaces that change, but none that is made after it.' },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(incidentEditMachine, 'form', 'seen');

export type IncidentEditRef = ActorRefFrom<typeof incidentEditMachine>;
export type IncidentEditSnapshot = SnapshotFrom<typeof incidentEditMachine>;
