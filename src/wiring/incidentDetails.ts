import { fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { incidentDetailsMachine } from '../machines/cases/incidentDetails.machine';
import type { Doors } from './doors';
import { provideTeam } from './team';

/** The incident details modal of a case chat with its ports. */
export const provideIncidentDetails = (doors: Doors) =>
  incidentDetailsMachine.provide({
    actors: {
      fetchIncident: fromPromise(({ input, signal }) =>
        doors.api.call(incidentEndpoints.incident, { params: { id: input.incidentId }, signal }),
      ),
      team: provideTeam(doors),
    },
  });
