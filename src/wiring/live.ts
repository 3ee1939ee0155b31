import { type EventObject, fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import type { Incident } from '../contract/incidents';
import { feedOf } from '../machines/feed.machine';
import { liveMachine } from '../machines/incidents/live.machine';
import { fromStream } from '../machines/supervision';
import type { LiveSource } from '../rules/liveFilter';
import { type Gateways, newsFor } from './gateways';

export { LiveScreen } from '../views/incidents/live/LiveScreen';

/** The live incidents with their ports. */
export const provideLive = ({ api, realtime }: Gateways) =>
  liveMachine.provide({
    actors: {
      feed: feedOf<readonly Incident[], { source: LiveSource }>(
        fromPromise(({ input, signal }) =>
          api.call(incidentEndpoints[input.source === 'live' ? 'liveIncidents' : 'incidentSummary'], { signal }),
        ),
        fromStream<EventObject, { source: LiveSource }>(({ sendBack }) => realtime.watchIncidents(newsFor(sendBack))),
      ),
    },
  });
