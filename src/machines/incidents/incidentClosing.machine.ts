import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { statusFailureText } from '../../rules/incidentTexts';
import { A_FEW_SECONDS, passing } from '../session/notices.machine';
import { keepOnRestart, workflow } from '../supervision';
import { type AtIncident, failureGuards, type IncidentFact, refusalsOf } from './facts';
import { closeIncident } from './ports';

export type IncidentClosingEvent =
  | { type: 'reason.changed'; reason: string }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

/** The close-incident modal: a reason is required (S2 §2, §4, §5). It is done when it is closed. */
export const incidentClosingMachine = workflow({
  types: {
    input: {} as AtIncident,
    context: {} as AtIncident & { readonly reason: string; readonly failure: string },
    events: {} as IncidentClosingEvent,
  },
  actors: { closeIncident },
  delays: { aFewSeconds: A_FEW_SECONDS },
  guards: { ...failureGuards, hasReason: ({ context }) => context.reason.trim() !== '' },
  actions: {
    keepFailure: assign({
      failure: (_, { error }: { error: unknown }) => statusFailureText('incident.close', error),
    }),
    sayFailure: sendTo(
      ({ context }) => context.notices,
      (_, { error }: { error: unknown }) => passing(statusFailureText('incident.close', error)),
    ),
    tell: sendTo(
      ({ context }) => context.parent,
      (_, fact: IncidentFact) => fact,
    ),
  },
}).createMachine({
  id: 'incidentClosing',
  context: ({ input }) => ({ ...input, reason: '', failure: '' }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'reason.changed': {
          target: '.quiet',
          actions: assign({ reason: ({ event }) => event.reason }),
        },
        'form.submit': [
          { guard: 'hasReason', target: 'submitting' },
          { target: '.incomplete', description: 'A reason is required. S2 §5' },
        ],
        'modal.close': { target: 'closed' },
      },
      initial: 'quiet',
      states: {
        quiet: {},
        incomplete: {},
        refused: {
          description: "'Error: {server text or default}' for a few seconds; the reason stays. S2 §8",
          after: { aFewSeconds: { target: 'quiet' } },
        },
      },
    },
    submitting: {
      invoke: {
        id: 'closeIncident',
        src: 'closeIncident',
        input: ({ context: { incidentId, seen, reason } }) => ({ incidentId, seen, reason: reason.trim() }),
        onDone: {
          target: 'closed',
          actions: { type: 'tell', params: { type: 'incident.acted', action: 'incident.close' } },
        },
        onError: refusalsOf('incident.close'),
      },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(incidentClosingMachine, 'reason');

export type IncidentClosingRef = ActorRefFrom<typeof incidentClosingMachine>;
export type IncidentClosingSnapshot = SnapshotFrom<typeof incidentClosingMachine>;

export const selectReason = (snapshot: IncidentClosingSnapshot) => snapshot.context.reason;
/** The error of the reason, or null. */
export const selectReasonError = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: 'incomplete' }) ? 'A reason is required.' : null;
/** Why the incident could not be closed, shown for a few seconds; otherwise null. */
export const selectFailure = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.failure : null;
export const selectIsSubmitting = (snapshot: IncidentClosingSnapshot) => snapshot.matches('submitting');
