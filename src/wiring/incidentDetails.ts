import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { Incident } from '../contract/incidents';
import { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';
import { provideTeam } from './team';

export { IncidentDetails } from '../views/cases/IncidentDetails';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (gateways: Gateways) =>
  incidentDetailsMachine.provide({
    actors: {
      // In a dead zone the copy that the incident's page or `casesAhead` has kept is shown.
      fetchIncident: fromPromise(({ input: { incidentId: id }, signal }) =>
        keptOf(gateways, Incident).fetchOrRecall(knownKeys.incident(id), () =>
          gateways.api.call(incidentEndpoints.incident, { params: { id }, signal }),
        ),
      ),
      team: provideTeam(gateways),
    },
  });
