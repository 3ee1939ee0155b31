import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { statusFailureText } from '../../rules/incidentTexts';
import { A_FEW_SECONDS, type AroundIncident, failureGuards, type IncidentFact, itsError, passing } from './facts';
import { closeIncident } from './ports';

export type IncidentClosingEvent =
  | { type: 'reason.changed'; reason: string }
  | { type: 'form.submit' }
  | { type: 'modal.close' };

/** The close-incident modal: a reason is required (S2 §2, §4, §5). It is done when it is closed. */
export const incidentClosingMachine = setup({
  types: {
    input: {} as AroundIncident,
    context: {} as AroundIncident & { readonly reason: string; readonly failure: string },
    events: {} as IncidentClosingEvent,
  },
  actors: { closeIncident },
  delays: { aFewSeconds: A_FEW_SECONDS },
  guards: { ...failureGuards, hasReason: ({ context }) => context.reason.trim() !== '' },
  actions: {
    keepReason: assign({ reason: (_, reason: string) => reason }),
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
          actions: { type: 'keepReason', params: ({ event }) => event.reason },
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
        input: ({ context: { incidentId, reason } }) => ({ incidentId, reason: reason.trim() }),
        onDone: {
          target: 'closed',
          actions: { type: 'tell', params: { type: 'incident.acted', action: 'incident.close' } },
        },
        onError: [
          {
            guard: { type: 'isForbidden', params: itsError },
            target: 'closed',
            actions: { type: 'tell', params: { type: 'action.forbidden', action: 'incident.close' } },
            description: 'The role has been taken away meanwhile. S2 §6',
          },
          {
            guard: { type: 'isOutrun', params: itsError },
            target: 'closed',
            actions: [
              { type: 'sayFailure', params: itsError },
              { type: 'tell', params: { type: 'incident.outrun' } },
            ],
            description: 'Another was faster: the question no longer makes sense.',
          },
          { target: 'asking.refused', actions: { type: 'keepFailure', params: itsError } },
        ],
      },
    },
    closed: { type: 'final' },
  },
});
export type IncidentClosingRef = ActorRefFrom<typeof incidentClosingMachine>;
export type IncidentClosingSnapshot = SnapshotFrom<typeof incidentClosingMachine>;
