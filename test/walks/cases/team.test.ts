import type { Team } from '../../../src/contract/teams';
import { selectFailure, selectIsLoading, selectTeam, teamMachine } from '../../../src/machines/cases/team.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk } from '../../kit/walk';
import { fetchingWalk } from '../fetching';

const team: Team = {
  teamName: 'Team 3',
  assignedBy: 'Kabir',
  teamMembers: [{ userId: '1', firstName: 'Mira', fullName: 'Mira Nair' }],
};
/** S1 §8: one text, whatever went wrong. */
const text = 'Could not fetch team details.';

const walk = fetchingWalk({
  machine: teamMachine,
  port: 'fetchTeam',
  retry: { type: 'team.retry' },
  things: { arrived: team },
  texts: { 'no network': text, 'broken server': text, 'worded refusal': text },
  selectThing: selectTeam,
  selectFailure,
  selectIsLoading,
});
testWalk(walk);
testMutants(walk);
