import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { UNREACHABLE } from '../../rules/failureTexts';
import { incidentModalLog, MISSING_INCIDENT_OR_TOKEN } from '../../rules/incidents/incidentTexts';
import { workflow } from '../supervision';
import { fetchIncident } from './ports';
import { teamMachine } from './team.machine';

interface IncidentDetailsInput {
  /** Empty if it is not known. */
  incidentId: string;
  isSignedIn: boolean;
}

type IncidentDetailsEvent = { type: 'details.retry' } | { type: 'team.view' };

/** The incident details modal behind the info button of a case chat (S1 §2). It runs as long as the modal is open. */
export const incidentDetailsMachine = workflow({
  types: {
    input: {} as IncidentDetailsInput,
    context: {} as IncidentDetailsInput & { incident: Incident | null; failure: string },
    events: {} as IncidentDetailsEvent,
    tags: {} as 'shown' | 'failed',
    children: {} as { team: 'team' },
  },
  actors: { fetchIncident, team: teamMachine },
  guards: { hasAllItNeeds: ({ context }) => context.incidentId !== '' && context.isSignedIn },
  actions: {
    logFailure: (_, { error }: { error: unknown }) => console.error(incidentModalLog(error)),
  },
}).createMachine({
  id: 'incidentDetails',
  context: ({ input }) => ({ ...input, incident: null, failure: '' }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'hasAllItNeeds', target: 'loading' },
        { target: 'lost', description: "'Missing incident ID or token.' S1 §8" },
      ],
    },
    loading: {
      invoke: {
        id: 'fetchIncident',
        src: 'fetchIncident',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'shown', actions: assign({ incident: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
          description: "Logged with its status; the user sees 'Could not connect to the server.' S1 §8",
        },
      },
    },
    shown: {
      tags: 'shown',
      description: 'Number, status, animal, informer, contact, location, time, description. S1 §2',
      on: { 'team.view': { target: 'viewingTeam' } },
    },
    viewingTeam: {
      tags: 'shown',
      description: 'The team modal is open above the details. S1 §2',
      invoke: {
        id: 'team',
        src: 'team',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'shown' },
      },
    },
    failed: {
      tags: 'failed',
      entry: assign({ failure: UNREACHABLE }),
      on: { 'details.retry': { target: 'loading' } },
    },
    lost: {
      tags: 'failed',
      entry: assign({ failure: MISSING_INCIDENT_OR_TOKEN }),
    },
  },
});
export type IncidentDetailsRef = ActorRefFrom<typeof incidentDetailsMachine>;
export type IncidentDetailsSnapshot = SnapshotFrom<typeof incidentDetailsMachine>;

export const selectIsLoading = (snapshot: IncidentDetailsSnapshot) => snapshot.matches('loading');
/** The incident while it is shown; otherwise null. */
export const selectIncident = (snapshot: IncidentDetailsSnapshot) =>
  snapshot.hasTag('shown') ? snapshot.context.incident : null;
export const selectFailure = (snapshot: IncidentDetailsSnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectCanRetry = (snapshot: IncidentDetailsSnapshot) => snapshot.can({ type: 'details.retry' });
/** The team modal while it is open. */
export const selectTeamActor = (snapshot: IncidentDetailsSnapshot) => snapshot.children.team;
