import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { Gateways } from './gateways';
import { provideTeam } from './team';

export { IncidentDetails } from '../views/cases/IncidentDetails';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (gateways: Gateways) =>
  incidentDetailsMachine.provide({
    actors: {
      fetchIncident: fromPromise(({ input, signal }) =>
        gateways.api.call(incidentEndpoints.incident, { params: { id: input.incidentId }, signal }),
      ),
      team: provideTeam(gateways),
    },
  });
