import { fromCallback, fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import { liveMachine } from '../machines/incidents/live.machine';
import type { IncidentsTopicEvent } from '../machines/incidents/ports.live';
import type { Gateways } from './gateways';

/** The live incidents with their ports. */
export const provideLive = ({ api, realtime }: Gateways) =>
  liveMachine.provide({
    actors: {
      fetchIncidents: fromPromise(({ input, signal }) =>
        api.call(incidentEndpoints[input.source === 'live' ? 'liveIncidents' : 'incidentSummary'], { signal }),
      ),
      incidentsTopic: fromCallback(({ sendBack }) => {
        const say = (event: IncidentsTopicEvent) => sendBack(event);
        return realtime.watchIncidents((incidentId) =>
          say({ type: incidentId === null ? 'topic.opened' : 'incident.changed' }),
        );
      }),
    },
  });
