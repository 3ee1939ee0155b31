import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { changeText, statusFailureText } from '../../rules/incidents/incidentPageTexts';

import { A_FEW_SECONDS, briefNotice } from '../session/notices.machine';
import { keepOnRestart, workflow } from '../supervision';
import { differingDetails, type IncidentField, isUndisputed } from './incidentForm';
import { type DialogInput, type DialogNews, errorParams, failureGuards, refusalsOf, tellParent } from './incidentParts';
import { canBeClosed } from './permission';
import { closeIncident } from './ports';

type IncidentClosingEvent =
  | DialogNews
  | { type: 'reason.changed'; reason: string }
  | { type: 'form.submit' }
  /** Closes the dialog that names the required role. */
  | { type: 'refusal.close' }
  | { type: 'modal.close' };

interface IncidentClosingContext extends DialogInput {
  readonly reason: string;
  readonly failure: string;
  /** What somebody else has changed before the incident could be closed. */
  readonly changed: readonly IncidentField[];
}

const [, gone, refused] = refusalsOf('incident.close');

/** The close-incident modal: a reason is required (S2 §2, §4, §5). It is done when it is closed. */
export const incidentClosingMachine = workflow({
  types: {
    input: {} as DialogInput,
    context: {} as IncidentClosingContext,
    events: {} as IncidentClosingEvent,
  },
  actors: { closeIncident },
  delays: { aFewSeconds: A_FEW_SECONDS },
  guards: {
    ...failureGuards,
    hasReason: ({ context }) => context.reason.trim() !== '',
    isUndisputed: ({ context, event }) => 'incident' in event && isUndisputed(context.incident, event),
  },
  actions: {
    keepReason: assign({
      reason: ({ context, event }) => (event.type === 'reason.changed' ? event.reason : context.reason),
    }),
    follow: assign({
      incident: ({ context, event }) => ('incident' in event ? event.incident : context.incident),
    }),
    keepChanges: assign({
      changed: ({ context, event }) => ('incident' in event ? differingDetails(context.incident, event.incident) : []),
    }),
    keepFailure: assign({
      failure: (_, { error }: { error: unknown }) => statusFailureText('incident.close', error),
    }),
    sayFailure: sendTo(
      ({ context }) => context.notices,
      (_, { error }: { error: unknown }) => briefNotice(statusFailureText('incident.close', error)),
    ),
    tell: tellParent(),
  },
}).createMachine({
  id: 'incidentClosing',
  context: ({ input }) => ({ ...input, reason: '', failure: '', changed: [] }),
  initial: 'asking',
  on: {
    'incident.refreshed': { guard: 'isUndisputed', actions: 'follow' },
    'incident.located': {
      guard: 'isUndisputed',
      actions: 'follow',
      description: "The member's own Update Location is no conflict.",
    },
  },
  states: {
    asking: {
      on: {
        'reason.changed': { target: '.quiet', actions: 'keepReason' },
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
        conflict: {
          description: 'Somebody else has changed the incident. The reason stays.',
          on: { 'reason.changed': { actions: 'keepReason' } },
          initial: 'found',
          states: {
            found: {
              description: 'The incident is being fetched.',
              on: { 'incident.refreshed': { target: 'told', actions: ['keepChanges', 'follow'] } },
            },
            told: { description: 'It says what was changed. The dialog can be sent again.' },
          },
        },
      },
    },
    submitting: {
      on: {
        'modal.close': {
          target: 'closed',
          description: 'It goes on, and a notice says how it ends, with the reason if it fails. DECISIONS 398',
        },
      },
      invoke: {
        id: 'closeIncident',
        src: 'closeIncident',
        input: ({ context: { incidentId, incident, reason } }) => ({
          incidentId,
          seen: incident.lastUpdated,
          reason: reason.trim(),
        }),
        onDone: {
          target: 'closed',
          actions: { type: 'tell', params: { type: 'incident.acted', action: 'incident.close' } },
        },
        onError: [
          {
            guard: { type: 'isForbidden', params: errorParams },
            target: 'forbidden',
            description: 'The member has lost the role meanwhile. S2 §6',
          },
          { ...gone, guard: { type: 'isGone', params: errorParams }, description: 'Somebody else has deleted it.' },
          {
            guard: { type: 'isConflict', params: errorParams },
            target: 'asking.conflict',
            actions: [
              { type: 'keepFailure', params: errorParams },
              { type: 'tell', params: { type: 'incident.conflict' } },
            ],
          },
          refused,
        ],
      },
    },
    forbidden: {
      description:
        'A dialog names the required role. The reason stays below it, so that it can be copied. DECISIONS 347',
      on: { 'refusal.close': { target: 'asking' } },
    },
    closed: { type: 'final' },
  },
});
keepOnRestart(incidentClosingMachine, 'reason', 'incident');

export type IncidentClosingRef = ActorRefFrom<typeof incidentClosingMachine>;
export type IncidentClosingSnapshot = SnapshotFrom<typeof incidentClosingMachine>;

export const selectReason = (snapshot: IncidentClosingSnapshot) => snapshot.context.reason;
/** The error of the reason, or null. */
export const selectReasonError = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: 'incomplete' }) ? 'A reason is required.' : null;
const failed = ['refused', 'conflict'] as const;
/** Why the incident could not be closed, or null. */
export const selectFailure = (snapshot: IncidentClosingSnapshot) =>
  failed.some((state) => snapshot.matches({ asking: state })) ? snapshot.context.failure : null;
/** What somebody else has changed, and whether the incident can be closed all the same; null if nothing is known of a change. */
export const selectChange = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: { conflict: 'told' } })
    ? changeText(snapshot.context.changed, canBeClosed(snapshot.context.incident))
    : null;
export const selectIsSubmitting = (snapshot: IncidentClosingSnapshot) => snapshot.matches('submitting');
/** Whether the server has refused to close it, because the member has lost the role. */
export const selectIsForbidden = (snapshot: IncidentClosingSnapshot) => snapshot.matches('forbidden');
