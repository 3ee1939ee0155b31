import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { isNetworkFailure } from '../../contract/failure';
import { Incident } from '../../contract/incidents';
import { incidentDetailsMachine } from '../../machines/cases/incidentDetails.machine';
import type { AboutIncident } from '../../machines/cases/ports';
import { cacheOf, orCached } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';
import { readCachedIncident } from '../incidents/cachedIncident';
import { provideTeam } from './team';

export { IncidentDetails } from '../../views/cases/IncidentDetails';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (gateways: Gateways) =>
  incidentDetailsMachine.provide({
    actors: {
      // In a dead zone, whose banner is on the screen, the copy on this device is shown. It has no time, and an old team or place must
      // not look like the present one (DECISIONS 181), so after any other failure it is not.
      fetchIncident: fromPromise<Incident, AboutIncident>(({ input: { incidentId: id }, signal }) => {
        const ask = () => gateways.api.call(incidentEndpoints.incident, { params: { id }, signal });
        return orCached(
          cacheOf(gateways, Incident).fetch(cacheKeys.incident(id), ask),
          async () => (await readCachedIncident(gateways, id))?.data,
          isNetworkFailure,
        );
      }),
      team: provideTeam(gateways),
    },
  });
