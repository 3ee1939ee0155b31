import { type EventObject, fromPromise } from 'xstate';
import { incidentEndpoints } from '../contract/endpoints/incidents';
import type { Incident } from '../contract/incidents';
import { feedOf } from '../machines/feed.machine';
import { liveMachine } from '../machines/incidents/live.machine';
import { type NearbyCommand, nearbyMachine } from '../machines/incidents/nearby.machine';
import { fromStream } from '../machines/supervision';
import type { LiveSource } from '../rules/liveFilter';
import { locate } from '../services/location';
import { isNearbyChosen, keepNearbyChoice, mayLocate } from '../services/nearby';
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
      nearby: nearbyMachine.provide({
        actors: {
          locate: fromPromise(({ signal }) => locate(signal)),
          choice: fromStream<NearbyCommand, undefined>(({ sendBack, receive }) => {
            receive(({ isChosen }) => keepNearbyChoice(isChosen));
            void mayLocate().then((isAllowed) =>
              sendBack({ type: 'nearby.recalled', isAllowed, isChosen: isNearbyChosen() }),
            );
          }),
        },
      }),
    },
  });
