import { endpoints } from '../../../src/contract/endpoints';
import { SeenQuery } from '../../../src/contract/incidentRequests';
import { HttpError } from '../../http/httpError';
import { doOnce, onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import type { App } from '../app';
import { seenByDefault } from '../incidents/change';
import { readIncidentId } from '../incidents/find';
import { publishIncidentAgain, publishIncidentNews } from '../incidents/news';
import { type Assigned, assignTeam, type NamelessAssignment, withTeam } from './assign';
import { listCandidates } from './candidates';
import { listMyCases } from './mine';
import { move } from './move';
import { findTeam, findTeamKit } from './team';
import { initiateCase, isConcerned } from './work';

/** Routes of teams and cases, S1 §7 and S2 §7. Every member sees the teams; only captains see the candidates. */
export function caseRoutes(app: App): void {
  route(app, endpoints.team, ({ params }) => findTeam(app.db, readIncidentId(params.id)));
  route(app, endpoints.teamKit, ({ params }) => findTeamKit(app.db, readIncidentId(params.id)));
  route(app, endpoints.candidates, ({ caller, params }) => listCandidates(app.db, caller, readIncidentId(params.id)));
  route(app, endpoints.myCases, ({ caller }) => listMyCases(app.db, caller.id));

  route(
    app,
    endpoints.assignTeam,
    async ({ caller, params, query, body, request }) => {
      const incidentId = readIncidentId(params.id);
      return app.inIncidentTurn(incidentId, request.arrivedAt, async ({ wasChanged, willChange }) => {
        let assigned: Assigned | undefined;
        const { answer } = await doOnce(app.db, onceKeyOf(request, caller.id, body), async (tx) => {
          willChange();
          const seen = query.seen ?? (await seenByDefault(tx, incidentId, wasChanged));
          assigned = await assignTeam(tx, { incidentId, by: caller, seen }, body.userIds);
          return assigned.assignment;
        });
        await (assigned
          ? publishIncidentNews(app, incidentId, { teams: [assigned.team], toTell: assigned.toTell })
          : publishIncidentAgain(app, incidentId));
        return withTeam(app.db, answer as NamelessAssignment);
      });
    },
    { query: SeenQuery },
  );

  route(app, endpoints.initiateCase, async ({ caller, params, body }) => {
    const incidentId = readIncidentId(params.incidentId);
    const team = await initiateCase(app.db, { incidentId, by: caller }, body.participatingUserIds).catch(
      async (error) => {
        // The call may be a repeat of one whose COMMIT has lost its answer: then nobody was told (DECISIONS 392). It is none if the
        // caller could not make it: otherwise any member could make all apps fetch again and again.
        const isRefused = error instanceof HttpError && error.statusCode === 409;
        if (isRefused && (await isConcerned(app.db, { incidentId, by: caller })))
          await publishIncidentAgain(app, incidentId);
        throw error;
      },
    );
    await publishIncidentNews(app, incidentId, { teams: [team] });
    return { message: 'Case initiated.' };
  });

  route(app, endpoints.move, async ({ caller, params, body: { movement, at } }) => {
    const incidentId = readIncidentId(params.incidentId);
    await move(app.db, { incidentId, by: caller, movement, at: at ? new Date(at) : new Date() });
    // Told even if nothing has changed: the call may be a repeat of one whose COMMIT has lost its answer (DECISIONS 392).
    await publishIncidentNews(app, incidentId);
    return { message: 'Your team knows.' };
  });
}
