import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Team } from '../../contract/teams';
import { TEAM_FAILURE } from '../../rules/cases/assignmentTexts';
import { workflow } from '../supervision';
import { type AboutIncident, fetchTeam } from './ports';

type TeamEvent = { type: 'modal.close' } | { type: 'team.retry' };

/** The team modal of an incident (S1 §2). It is done when it is closed. */
export const teamMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as AboutIncident & { team: Team | null },
    events: {} as TeamEvent,
  },
  actors: { fetchTeam },
}).createMachine({
  id: 'team',
  context: ({ input }) => ({ ...input, team: null }),
  initial: 'loading',
  on: { 'modal.close': { target: '.closed' } },
  states: {
    loading: {
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'shown', actions: assign({ team: ({ event }) => event.output }) },
        onError: { target: 'failed' },
      },
    },
    shown: { description: "The team name, 'Assigned by' if present, the member first names. S1 §2" },
    failed: {
      description: "'Could not fetch team details.' S1 §8",
      on: { 'team.retry': { target: 'loading' } },
    },
    closed: { type: 'final' },
  },
});
export type TeamRef = ActorRefFrom<typeof teamMachine>;
type TeamSnapshot = SnapshotFrom<typeof teamMachine>;

/** The team once it is fetched. */
export const selectTeam = (snapshot: TeamSnapshot) => snapshot.context.team;
export const selectIsLoading = (snapshot: TeamSnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: TeamSnapshot) => (snapshot.matches('failed') ? TEAM_FAILURE : null);
