import { type ActorRefFrom, assertEvent, assign, emit, type SnapshotFrom } from 'xstate';
import { animalTypes, type Incident, IncidentEdit, type Severity } from '../../contract/incidents';
import { FIX_ERRORS } from '../../rules/forms';
import { doneTexts, editConflictText, editFailureText } from '../../rules/incidents/incidentPageTexts';
import { deviceLocationText } from '../../rules/incidents/locationTexts';
import { errorsOfChanges } from '../../rules/rebase';
import { announcement, type DoneAnnounced } from '../announcement';
import { locate } from '../ports';
import { keepOnRestart, workflow } from '../supervision';
import {
  changedForm,
  detailsOf,
  differingDetails,
  errorsAfter,
  errorsOf,
  formOf,
  hasErrors,
  type IncidentErrors,
  type IncidentField,
  type IncidentForm,
  isUndisputed,
  located,
  rebasedIncident,
} from './incidentForm';
import { type DialogInput, type DialogNews, errorParams, failureGuards, tellParent } from './incidentParts';
import { saveIncident } from './ports';

/** Its incident is replaced by newer versions that the form follows. */
type IncidentEditInput = Omit<DialogInput, 'notices'>;

interface IncidentEditContext extends IncidentEditInput {
  readonly form: IncidentForm;
  readonly errors: IncidentErrors;
  /** The failure that is shown above the button. */
  readonly failure: string | null;
  readonly locationFailure: string | null;
  /** What somebody else has changed before the edit could be saved, in words; empty if nothing or not known. */
  readonly conflict: string;
}

type IncidentEditEvent =
  | DialogNews
  | { type: 'field.changed'; name: IncidentField; value: string }
  | { type: 'location.request' }
  | { type: 'location.cancel' }
  | { type: 'form.submit' }
  /** Closes the dialog that names the required role. */
  | { type: 'refusal.close' }
  | { type: 'modal.close' };

/** The animal type, or 'OTHER' if it is not in the list of S2 §5. */
const listed = (animalType: string) => animalTypes.find((known) => known === animalType) ?? 'OTHER';

/**
 * The body of the call (S2 §7): coordinates are null if the fields are empty. A field that the member has not changed is sent back
 * as it came: coordinates with all decimals, an unknown animal type as it is (DECISIONS C3). The severity is sent only if it was
 * changed (DECISIONS 172).
 */
const editOf = (form: IncidentForm, incident: Incident): IncidentEdit => {
  const { latitude = null, longitude = null, ...details } = detailsOf(form);
  const written = { ...details, latitude, longitude };
  const untouched = formOf(incident);
  const fields = Object.keys(written) as (keyof typeof written)[];
  const edit = Object.fromEntries(
    fields.map((field) => [field, form[field] === untouched[field] ? incident[field] : written[field]]),
  ) as IncidentEdit;
  return form.severity === untouched.severity
    ? edit
    : { ...edit, severity: (form.severity || null) as Severity | null };
};

const ofChanges = (errors: IncidentErrors, form: IncidentForm, incident: Incident): IncidentErrors =>
  errorsOfChanges(errors, form, formOf(incident), ['latitude', 'longitude']);

/** The errors of what the member has changed. An unknown animal type is no error. */
const problemsIn = (form: IncidentForm, incident: Incident) =>
  ofChanges(errorsOf(IncidentEdit, { ...form, animalType: listed(form.animalType) }), form, incident);

/** The edit form of an incident, in its modal and as a page (S2 §2, §5, §7, DECISIONS 30). It is done when it is closed. */
export const incidentEditMachine = workflow({
  types: {
    input: {} as IncidentEditInput,
    context: {} as IncidentEditContext,
    events: {} as IncidentEditEvent,
    emitted: {} as DoneAnnounced,
  },
  actors: { locate, saveIncident },
  guards: {
    ...failureGuards,
    isUndisputed: ({ context, event }) => 'incident' in event && isUndisputed(context.incident, event),
  },
  actions: {
    follow: assign(({ context, event }) => {
      if (!('incident' in event)) return {};
      const form = rebasedIncident(context.form, context.incident, event.incident);
      const problems = Object.entries(problemsIn(form, event.incident)).filter(([field]) => field in context.errors);
      return { form, incident: event.incident, errors: Object.fromEntries(problems) };
    }),
    /** The words stay as they are while the member goes on typing: screen readers would read them again at each letter. */
    keepChanges: assign(({ context: { form, incident }, event }) => {
      if (!('incident' in event)) return {};
      const [before, now] = [formOf(incident), formOf(event.incident)];
      const changed = differingDetails(incident, event.incident);
      const both = changed.filter((field) => form[field] !== before[field] && form[field] !== now[field]);
      return { conflict: editConflictText(changed, Object.fromEntries(both.map((field) => [field, now[field]]))) };
    }),
    keepField: assign(({ context, event }) => {
      assertEvent(event, 'field.changed');
      const { name, value } = event;
      const form = changedForm(context.form, name, value);
      const errors = errorsAfter(IncidentEdit, form, name, context.errors);
      return { form, errors: ofChanges(errors, form, context.incident), failure: null };
    }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => editFailureText(error) }),
    tell: tellParent(),
  },
}).createMachine({
  id: 'incidentEdit',
  context: ({ input }) => ({
    ...input,
    form: formOf(input.incident),
    errors: {},
    failure: null,
    locationFailure: null,
    conflict: '',
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      on: {
        'incident.refreshed': {
          guard: 'isUndisputed',
          actions: 'follow',
          description: 'Only the status has changed, no matter who changed it. Saving does not undo that.',
        },
        'incident.located': {
          guard: 'isUndisputed',
          actions: 'follow',
          description: "The member's own Update Location is no conflict, and the edit does not undo it.",
        },
      },
      states: {
        work: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'field.changed': {
                  actions: 'keepField',
                  description:
                    'The contact number must be exactly 10 digits; it is checked on every change. DECISIONS 30',
                },
                'location.request': { target: 'locating', actions: assign({ locationFailure: null }) },
                'form.submit': [
                  {
                    guard: ({ context: { form, incident } }) => hasErrors(problemsIn(form, incident)),
                    actions: assign(({ context: { form, incident } }) => ({
                      errors: problemsIn(form, incident),
                      failure: FIX_ERRORS,
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
              on: {
                'modal.close': {
                  target: '#incidentEdit.closed',
                  description: 'What is being saved goes on, and a notice says how it ends. DECISIONS 398',
                },
              },
              invoke: {
                id: 'saveIncident',
                src: 'saveIncident',
                input: ({ context: { incidentId, form, incident } }) => ({
                  incidentId,
                  edit: editOf(form, incident),
                  before: incident,
                }),
                onDone: {
                  target: '#incidentEdit.closed',
                  actions: [
                    { type: 'tell', params: ({ event }) => ({ type: 'incident.saved', incident: event.output }) },
                    emit(announcement(doneTexts.edited)),
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isForbidden', params: errorParams },
                    target: 'forbidden',
                    description: 'The member has lost the role meanwhile. S2 §6',
                  },
                  {
                    guard: { type: 'isConflict', params: errorParams },
                    target: ['#incidentEdit.open.work.editing', '#incidentEdit.open.conflict.found'],
                    actions: [
                      { type: 'keepFailure', params: errorParams },
                      { type: 'tell', params: { type: 'incident.conflict' } },
                    ],
                  },
                  {
                    target: 'editing',
                    actions: { type: 'keepFailure', params: errorParams },
                    description: "The error message, or 'Failed to save changes. Check connection or input.' S2 §8",
                  },
                ],
              },
            },
            forbidden: {
              description:
                'A dialog names the required role. The form stays below it, so that nothing that was written is lost. DECISIONS 347',
              on: { 'refusal.close': { target: 'editing' } },
            },
          },
        },
        conflict: {
          description: 'Whether somebody else has changed the incident since the form was opened. DECISIONS 78, 91',
          initial: 'none',
          states: {
            none: {},
            found: {
              description: 'The member is told of the change, and the incident is being fetched.',
              on: {
                'incident.refreshed': { target: 'told', actions: ['keepChanges', 'follow'] },
              },
            },
            told: {
              description:
                'Saving again replaces that change in the fields that the member has changed, but no later one.',
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(incidentEditMachine, 'form', 'incident');

export type IncidentEditRef = ActorRefFrom<typeof incidentEditMachine>;
export type IncidentEditSnapshot = SnapshotFrom<typeof incidentEditMachine>;
