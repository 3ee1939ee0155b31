import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { interestFailureText, statusFailureText } from '../../rules/incidents/incidentPageTexts';

import { alertNotice, briefNotice } from '../session/notices.machine';
import { workflow } from '../supervision';
import { type ActionInput, type ChangeInput, errorParams, failureGuards, tellParent } from './incidentParts';
import type { UnderWay } from './permission';
import { changeStatus, type StatusChange, setInterest } from './ports';

type IncidentActionEvent =
  | { type: 'interest.set'; isInterested: boolean }
  | { type: 'status.change'; change: StatusChange; seen: string | null };

/** The actions on an incident that need no dialog: interest, resolve, reactivate (S2 §4, §8). */
export const incidentActionMachine = workflow({
  types: {
    input: {} as ActionInput,
    context: {} as ChangeInput & { readonly isInterested: boolean; readonly change: StatusChange },
    events: {} as IncidentActionEvent,
  },
  actors: { changeStatus, setInterest },
  guards: failureGuards,
  actions: {
    alert: sendTo(
      ({ context }) => context.notices,
      (_, { error }: { error: unknown }) => alertNotice(interestFailureText(error)),
    ),
    sayFailure: sendTo(
      ({ context }) => context.notices,
      ({ context }, { error }: { error: unknown }) => briefNotice(statusFailureText(context.change, error)),
    ),
    tell: tellParent(),
  },
}).createMachine({
  id: 'incidentAction',
  context: ({ input }) => ({ ...input, isInterested: false, change: 'incident.resolve', seen: null }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'interest.set': {
          target: 'toggling',
          actions: assign({ isInterested: ({ event }) => event.isInterested }),
        },
        'status.change': { target: 'changing', actions: assign(({ event: { change, seen } }) => ({ change, seen })) },
      },
    },
    toggling: {
      description: 'Shown at once; if it fails, what was there before is shown again. S2 §4, §8, DECISIONS 20',
      invoke: {
        id: 'setInterest',
        src: 'setInterest',
        input: ({ context: { incidentId, isInterested } }) => ({ incidentId, isInterested }),
        onDone: {
          target: 'idle',
          actions: {
            type: 'tell',
            params: ({ context: { isInterested } }) => ({ type: 'interest.settled', isInterested }),
          },
        },
        onError: [
          {
            guard: { type: 'isConflict', params: errorParams },
            target: 'idle',
            actions: [
              { type: 'alert', params: errorParams },
              { type: 'tell', params: { type: 'incident.conflict' } },
            ],
            description: 'The incident has changed meanwhile: it is fetched again.',
          },
          { target: 'idle', actions: { type: 'alert', params: errorParams } },
        ],
      },
    },
    changing: {
      description: 'Mark as Resolved, or Reactivate. S2 §4',
      invoke: {
        id: 'changeStatus',
        src: 'changeStatus',
        input: ({ context: { incidentId, seen, change } }) => ({ incidentId, seen, change }),
        onDone: {
          target: 'idle',
          actions: {
            type: 'tell',
            params: ({ context: { change } }) => ({ type: 'incident.acted', action: change }),
          },
        },
        onError: [
          {
            guard: { type: 'isForbidden', params: errorParams },
            target: 'idle',
            actions: {
              type: 'tell',
              params: ({ context: { change } }) => ({ type: 'action.forbidden', action: change }),
            },
            description: 'The member has lost the role meanwhile. S2 §6',
          },
          {
            guard: { type: 'isConflict', params: errorParams },
            target: 'idle',
            actions: [
              { type: 'sayFailure', params: errorParams },
              { type: 'tell', params: { type: 'incident.conflict' } },
            ],
            description: 'Somebody else has changed the incident: the member is told, and it is fetched again.',
          },
          {
            target: 'idle',
            actions: { type: 'sayFailure', params: errorParams },
            description: "'Error: {server text or default}' for a few seconds. S2 §8",
          },
        ],
      },
    },
  },
});
export type IncidentActionRef = ActorRefFrom<typeof incidentActionMachine>;
export type IncidentActionSnapshot = SnapshotFrom<typeof incidentActionMachine>;

/** The interest that the member has chosen and the server has not confirmed; null if nothing is under way. */
export const selectWantedInterest = (snapshot: IncidentActionSnapshot) =>
  snapshot.matches('toggling') ? snapshot.context.isInterested : null;
/** The status change that is under way, or null. */
export const selectChange = (snapshot: IncidentActionSnapshot) =>
  snapshot.matches('changing') ? snapshot.context.change : null;
/** What is under way, or null. */
export const selectUnderWay = (snapshot: IncidentActionSnapshot): UnderWay | null => {
  if (snapshot.matches('toggling')) return 'interest';
  return snapshot.matches('changing') ? 'status' : null;
};
