import { type EventObject, fromPromise } from 'xstate';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { CallFailure } from '../../contract/failure';
import type { Team } from '../../contract/teams';
import { assignmentMachine } from '../../machines/cases/assignment.machine';
import type { AboutIncident, AssignmentSheet, SheetQuery } from '../../machines/cases/ports';
import { feedOf } from '../../machines/feed.machine';
import { successNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import { assignmentTexts } from '../../rules/cases/assignmentTexts';
import { incidentLabel } from '../../rules/incidents/incidents';
import { conflictText } from '../../rules/incidents/incidentTexts';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, leaveBoth, newsFor, stopAfterLogOut } from '../gateways';
import { createOnce } from '../lostAnswers';

export { AssignmentScreen } from '../../views/cases/AssignmentScreen';

/** The assignment of a team with its ports. */
export const provideAssignment = (gateways: Gateways) => {
  const { api, apiOptions, realtime } = gateways;
  const once = createOnce(gateways);
  return assignmentMachine.provide({
    actors: {
      assignTeam: evenIfLeft(gateways, ({ names, ...choice }) => ({
        call: () =>
          once({
            content: choice,
            call: async (headers) => {
              const params = { id: choice.incidentId };
              // Such a server would let the second of two captains replace the team of the first without a word (DECISIONS 221).
              if (!apiOptions.can('seen') && choice.seen !== null) {
                const mayGoOn = stopAfterLogOut(gateways);
                const present = await api.call(incidentEndpoints.incident, { params });
                mayGoOn();
                if (present.lastUpdated !== choice.seen) throw new CallFailure('refused', 409, conflictText(present));
              }
              return api.call(caseEndpoints.assignTeam, {
                headers,
                params,
                query: { seen: choice.seen ?? undefined },
                body: { userIds: [...choice.userIds] },
              });
            },
          }),
        doneNotice: ({ teamMembers }) =>
          successNotice(assignmentTexts.assigned(teamMembers.map(({ firstName }) => firstName))),
        failureText: assignmentTexts.alert,
        written: assignmentTexts.chosen(names),
        incidentId: choice.incidentId,
      })),
      feed: feedOf<AssignmentSheet, SheetQuery>(
        fromPromise(async ({ input: { incidentId }, signal }) => {
          const options = { params: { id: incidentId }, signal };
          const [incident, candidates] = await Promise.all([
            api.call(incidentEndpoints.incident, options),
            api.call(caseEndpoints.candidates, options),
          ]);
          const { status, lastUpdated, team } = incident;
          return { label: incidentLabel(incident), status, lastUpdated, team, candidates };
        }),
        // All incidents, because the teams of the others tell who is engaged there.
        fromStream<EventObject, SheetQuery>(({ input: { userId }, sendBack }) => {
          const news = newsFor(sendBack);
          return leaveBoth(
            realtime.watchIncidents(news),
            realtime.watchMemberNews(userId, ['member.left', 'volunteers.changed'], news),
          );
        }),
      ),
      // Never from the device: an old team would be taken for the present one, and the new one would be replaced without warning.
      fetchTeam: fromPromise<Team, AboutIncident>(({ input: { incidentId: id }, signal }) =>
        api.call(caseEndpoints.team, { params: { id }, signal }),
      ),
    },
  });
};
