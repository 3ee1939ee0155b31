import type { FastifyRequest } from 'fastify';
import type { InferOutput } from 'valibot';
import { endpoints } from '../../../src/contract/endpoints';
import { DeleteQuery, SeenQuery } from '../../../src/contract/incidentRequests';
import { mayDeleteMedia } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { HttpError } from '../../http/httpError';
import { doOnce, onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import type { App } from '../app';
import { forgetFiles } from '../media/uploads';
import { closeIncident, editIncident, locateIncident, resolveOrReactivate } from './actions';
import { findArchive, listArchives } from './archive';
import { type Intent, seenByDefault } from './change';
import { findIncident, listIncidents, readIncidentId } from './find';
import { findHistory } from './history';
import { setInterest } from './interest';
import { type IncidentEffects, publishIncidentAgain, publishIncidentNews } from './news';
import { deleteIncident, deleteIncidentMedia, type Removed } from './remove';

/** Routes of incidents, S1 §7 and S2 §7. Every member sees all incidents. */
export function incidentRoutes(app: App): void {
  route(app, endpoints.liveIncidents, () => listIncidents(app.db, 'live', new Date()));
  route(app, endpoints.incidentSummary, () => listIncidents(app.db, 'all', new Date()));
  route(app, endpoints.incident, ({ caller, params }) => findIncident(app.db, readIncidentId(params.id), caller));
  route(app, endpoints.incidentHistory, ({ caller, params }) => findHistory(app.db, readIncidentId(params.id), caller));

  /**
   * Carries out an act once per Idempotency-Key (DECISIONS 281), publishes the change, and answers with the incident as it is then. So
   * does a repeat, whose sender wants to see the present incident and not an old one.
   */
  async function act(call: ActCall, work: (tx: Db, intent: Intent) => Promise<IncidentEffects>) {
    const incidentId = readIncidentId(call.params.id);
    let news: IncidentEffects = {};
    const { isFirst } = await doOnce(app.db, onceKeyOf(call.request, call.caller.id, call.body), async (tx) => {
      news = await work(tx, { incidentId, by: call.caller, seen: call.query?.seen });
      return null;
    });
    await (isFirst ? publishIncidentNews(app, incidentId, news) : publishIncidentAgain(app, incidentId));
    return findIncident(app.db, incidentId, call.caller);
  }

  const seen = { query: SeenQuery };
  route(
    app,
    endpoints.editIncident,
    (call) =>
      app.inIncidentTurn(readIncidentId(call.params.id), call.request.arrivedAt, ({ wasChanged, willChange }) =>
        act(call, async (tx, intent) => {
          willChange();
          const seen = intent.seen ?? (await seenByDefault(tx, intent.incidentId, wasChanged));
          return editIncident(tx, { ...intent, seen }, call.body);
        }),
      ),
    seen,
  );
  route(app, endpoints.locateIncident, (call) => act(call, (tx, intent) => locateIncident(tx, intent, call.body)));
  route(
    app,
    endpoints.closeIncident,
    (call) => act(call, async (tx, intent) => ({ toTell: await closeIncident(tx, intent, call.body.reason) })),
    seen,
  );
  route(
    app,
    endpoints.resolveIncident,
    (call) => act(call, async (tx, intent) => ({ toTell: await resolveOrReactivate(tx, intent, 'incident.resolve') })),
    seen,
  );
  route(
    app,
    endpoints.reactivateIncident,
    (call) =>
      act(call, async (tx, intent) => ({ toTell: await resolveOrReactivate(tx, intent, 'incident.reactivate') })),
    seen,
  );
  route(app, endpoints.addInterest, (call) => act(call, (tx, intent) => setInterest(tx, intent, true)));
  route(app, endpoints.removeInterest, (call) => act(call, (tx, intent) => setInterest(tx, intent, false)));
}

/** Routes for deleting incidents and their media, and for the archives of deleted incidents (DECISIONS 29). */
export function removalRoutes(app: App): void {
  route(
    app,
    endpoints.deleteIncident,
    async ({ body, caller, params, query, request }) => {
      const incidentId = readIncidentId(params.id);
      // The option may be in the body, as S2 says, or in the query (DECISIONS 8). An Idempotency-Key belongs to it in either place.
      const archive = query.archive ?? body?.archive ?? true;
      let gone: Removed = { files: [], teams: [] };
      const { answer, isFirst } = await doOnce(app.db, onceKeyOf(request, caller.id, { archive }), async (tx) => {
        gone = await deleteIncident(tx, { incidentId, by: caller, seen: query.seen }, archive);
        return { message: archive ? 'Incident archived and deleted.' : 'Incident deleted.' };
      });
      if (isFirst) await forgetFiles(app, gone.files);
      await publishIncidentNews(app, incidentId, { teams: gone.teams });
      return answer;
    },
    { query: DeleteQuery },
  );

  route(app, endpoints.deleteIncidentMedia, async ({ caller, params }) => {
    const incidentId = readIncidentId(params.id);
    await deleteIncidentMedia(app.db, { incidentId, by: caller }, params.mediaId).catch(async (error) => {
      // The call may be a repeat of one whose COMMIT has lost its answer: then nobody was told (DECISIONS 392).
      const isRefused = error instanceof HttpError && error.statusCode === 404;
      if (isRefused && mayDeleteMedia(caller.roles)) await publishIncidentNews(app, incidentId);
      throw error;
    });
    await forgetFiles(app, [params.mediaId]);
    await publishIncidentNews(app, incidentId);
    return { message: 'Media deleted.' };
  });

  route(app, endpoints.archives, ({ caller }) => listArchives(app.db, caller));
  route(app, endpoints.archive, ({ caller, params }) => findArchive(app.db, caller, params.id));
}

interface ActCall {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly body?: unknown;
  readonly params: { readonly id: string };
  readonly query?: InferOutput<typeof SeenQuery> | undefined;
}
