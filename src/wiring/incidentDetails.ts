import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { isNetworkFailure } from '../contract/failure';
import { Incident } from '../contract/incidents';
import { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { AboutIncident } from '../machines/cases/ports';
import { cacheOf } from './cache';
import { readCachedIncident } from './cachedIncident';
import { cacheKeys } from './cacheKeys';
import type { Gateways } from './gateways';
import { provideTeam } from './team';

export { IncidentDetails } from '../views/cases/IncidentDetails';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (gateways: Gateways) =>
  incidentDetailsMachine.provide({
    actors: {
      // In a dead zone the copy on this device is shown.
      fetchIncident: fromPromise<Incident, AboutIncident>(async ({ input: { incidentId: id }, signal }) => {
        const ask = () => gateways.api.call(incidentEndpoints.incident, { params: { id }, signal });
        return cacheOf(gateways, Incident)
          .fetch(cacheKeys.incident(id), ask)
          .catch(async (error) => {
            const cached = isNetworkFailure(error) ? await readCachedIncident(gateways, id) : null;
            if (cached) return cached.data;
            throw error;
          });
      }),
      team: provideTeam(gateways),
    },
  });
