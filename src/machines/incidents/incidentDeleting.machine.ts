import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { deleteFailureText } from '../../rules/incidents/incidentPageTexts';
import { briefNotice } from '../session/notices.machine';
import { workflow } from '../supervision';
import { type ChangeInput, failureGuards, refusalsOf, tellParent } from './incidentParts';
import { deleteIncident } from './ports';

type IncidentDeletingEvent =
  | { type: 'archive.changed'; archive: boolean }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

/** The delete confirmation (S2 §2, §4): with the choice to archive first, checked by default. It is done when it is closed. */
export const incidentDeletingMachine = workflow({
  types: {
    input: {} as ChangeInput,
    context: {} as ChangeInput & { readonly archive: boolean; readonly failure: string },
    events: {} as IncidentDeletingEvent,
  },
  actors: { deleteIncident },
  guards: failureGuards,
  actions: {
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => deleteFailureText(error) }),
    sayFailure: sendTo(
      ({ context }) => context.notices,
      (_, { error }: { error: unknown }) => briefNotice(deleteFailureText(error)),
    ),
    tell: tellParent(),
  },
}).createMachine({
  id: 'incidentDeleting',
  context: ({ input }) => ({ ...input, archive: true, failure: '' }),
  initial: 'asking',
  on: {
    'modal.close': {
      target: '.closed',
      description: 'A deletion that is under way goes on, and a notice says how it ends. DECISIONS 398',
    },
  },
  states: {
    asking: {
      on: {
        'archive.changed': {
          target: '.quiet',
          actions: assign({ archive: ({ event }) => event.archive }),
        },
        'form.submit': { target: 'submitting' },
      },
      initial: 'quiet',
      states: {
        quiet: {},
        refused: { description: "The server message or 'Failed to delete incident.' S2 §8" },
      },
    },
    submitting: {
      invoke: {
        id: 'deleteIncident',
        src: 'deleteIncident',
        input: ({ context: { incidentId, seen, archive } }) => ({ incidentId, seen, archive }),
        onDone: {
          target: 'closed',
          actions: { type: 'tell', params: ({ event }) => ({ type: 'incident.deleted', message: event.output }) },
        },
        onError: refusalsOf('incident.delete'),
      },
    },
    closed: { type: 'final' },
  },
});
export type IncidentDeletingRef = ActorRefFrom<typeof incidentDeletingMachine>;
export type IncidentDeletingSnapshot = SnapshotFrom<typeof incidentDeletingMachine>;

/** Whether the details will be archived first. */
export const selectArchive = (snapshot: IncidentDeletingSnapshot) => snapshot.context.archive;
/** Why it could not be deleted, or null. */
export const selectFailure = (snapshot: IncidentDeletingSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.failure : null;
export const selectIsSubmitting = (snapshot: IncidentDeletingSnapshot) => snapshot.matches('submitting');
