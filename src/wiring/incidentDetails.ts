import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { isNetworkFailure } from '../contract/failure';
import { Incident } from '../contract/incidents';
import { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { AboutIncident } from '../machines/cases/ports';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';
import { recallIncident } from './recalledIncident';
import { provideTeam } from './team';

export { IncidentDetails } from '../views/cases/IncidentDetails';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (gateways: Gateways) =>
  incidentDetailsMachine.provide({
    actors: {
      // In a dead zone the copy on this device is shown.
      fetchIncident: fromPromise<Incident, AboutIncident>(async ({ input: { incidentId: id }, signal }) => {
        const ask = () => gateways.api.call(incidentEndpoints.incident, { params: { id }, signal });
        return keptOf(gateways, Incident)
          .fetch(knownKeys.incident(id), ask)
          .catch(async (error) => {
            const recalled = isNetworkFailure(error) ? await recallIncident(gateways, id) : null;
            if (recalled) return recalled.data;
            throw error;
          });
      }),
      team: provideTeam(gateways),
    },
  });
