import { fromPromise } from 'xstate';
import { caseEndpoints } from '../contract/endpoints/cases';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { assignmentMachine } from '../machines/cases/assignment.machine';
import type { Gateways } from './gateways';
import { fetchTeamThrough } from './team';

export { AssignmentScreen } from '../views/cases/AssignmentScreen';

/** The assignment of a team with its ports. */
export const provideAssignment = (gateways: Gateways) => {
  const { api } = gateways;
  return assignmentMachine.provide({
    actors: {
      assignTeam: fromPromise(({ input: { incidentId, userIds, seen }, signal }) =>
        api.call(caseEndpoints.assignTeam, {
          params: { id: incidentId },
          query: { seen: seen ?? undefined },
          body: { userIds: [...userIds] },
          signal,
        }),
      ),
      fetchSheet: fromPromise(async ({ input: { incidentId }, signal }) => {
        const options = { params: { id: incidentId }, signal };
        const [{ status, lastUpdated }, candidates] = await Promise.all([
          api.call(incidentEndpoints.incident, options),
          api.call(caseEndpoints.candidates, options),
        ]);
        return { status, lastUpdated, candidates };
      }),
      fetchTeam: fetchTeamThrough(gateways),
    },
  });
};
