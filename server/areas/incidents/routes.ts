import type { InferOutput } from 'valibot';
import { endpoints } from '../../../src/contract/endpoints';
import { DeleteQuery, SeenQuery } from '../../../src/contract/incidentRequests';
import type { Caller } from '../../core';
import { route } from '../../http/route';
import type { App } from '../app';
import { forgetFiles } from '../media/uploads';
import type { Told } from '../notifications/notify';
import { closeIncident, editIncident, locateIncident, resolveOrReactivate } from './actions';
import { findArchive, listArchives } from './archive';
import { type Intent, seenByDefault } from './change';
import { findIncident, listIncidents, readIncidentId } from './find';
import { findHistory } from './history';
import { setInterest } from './interest';
import { publishIncidentNews } from './news';
import { deleteIncident, deleteIncidentMedia } from './remove';

/** Routes of incidents, S1 §7 and S2 §7. Every member sees all incidents. */
export function incidentRoutes(app: App): void {
  route(app, endpoints.liveIncidents, () => listIncidents(app.db, 'live', new Date()));
  route(app, endpoints.incidentSummary, () => listIncidents(app.db, 'all', new Date()));
  route(app, endpoints.incident, ({ caller, params }) => findIncident(app.db, readIncidentId(params.id), caller));
  route(app, endpoints.incidentHistory, ({ caller, params }) => findHistory(app.db, readIncidentId(params.id), caller));

  /** Carries out an act, publishes the change, and answers with the changed incident. */
  async function act(call: ActCall, work: (intent: Intent) => Promise<Told | undefined>) {
    const incidentId = readIncidentId(call.params.id);
    const told = await work({ incidentId, by: call.caller, seen: call.query?.seen });
    await publishIncidentNews(app, incidentId, { told: told ?? [] });
    return findIncident(app.db, incidentId, call.caller);
  }

  const seen = { query: SeenQuery };
  route(
    app,
    endpoints.editIncident,
    (call) =>
      act(call, (intent) =>
        app.inIncidentTurn(intent.incidentId, call.request.arrivedAt, async (wasChanged) => {
          const seen = intent.seen ?? (await seenByDefault(app.db, intent.incidentId, wasChanged));
          return editIncident(app.db, { ...intent, seen }, call.body);
        }),
      ),
    seen,
  );
  route(app, endpoints.locateIncident, (call) => act(call, (intent) => locateIncident(app.db, intent, call.body)));
  route(
    app,
    endpoints.closeIncident,
    (call) => act(call, (intent) => closeIncident(app.db, intent, call.body.reason)),
    seen,
  );
  route(
    app,
    endpoints.resolveIncident,
    (call) => act(call, (intent) => resolveOrReactivate(app.db, intent, 'incident.resolve')),
    seen,
  );
  route(
    app,
    endpoints.reactivateIncident,
    (call) => act(call, (intent) => resolveOrReactivate(app.db, intent, 'incident.reactivate')),
    seen,
  );
  route(app, endpoints.addInterest, (call) => act(call, (intent) => setInterest(app.db, intent, true)));
  route(app, endpoints.removeInterest, (call) => act(call, (intent) => setInterest(app.db, intent, false)));
}

/** Routes for deleting incidents and their media, and for the archives of deleted incidents (DECISIONS 29). */
export function removalRoutes(app: App): void {
  route(
    app,
    endpoints.deleteIncident,
    async ({ body, caller, params, query }) => {
      const incidentId = readIncidentId(params.id);
      // The option may be in the body, as S2 says, or in the query (DECISIONS 8).
      const archive = query.archive ?? body?.archive ?? true;
      const gone = await deleteIncident(app.db, { incidentId, by: caller, seen: query.seen }, archive);
      await forgetFiles(app, gone.files);
      await publishIncidentNews(app, incidentId, { teams: gone.teams });
      return { message: archive ? 'Incident archived and deleted.' : 'Incident deleted.' };
    },
    { query: DeleteQuery },
  );

  route(app, endpoints.deleteIncidentMedia, async ({ caller, params }) => {
    const incidentId = readIncidentId(params.id);
    await deleteIncidentMedia(app.db, { incidentId, by: caller }, params.mediaId);
    await forgetFiles(app, [params.mediaId]);
    await publishIncidentNews(app, incidentId);
    return { message: 'Media deleted.' };
  });

  route(app, endpoints.archives, ({ caller }) => listArchives(app.db, caller));
  route(app, endpoints.archive, ({ caller, params }) => findArchive(app.db, caller, params.id));
}

interface ActCall {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly query?: InferOutput<typeof SeenQuery> | undefined;
}
