import { Siren } from 'lucide-react';
import { type EventObject, fromPromise } from 'xstate';
import { incidentEndpoints } from '../../contract/endpoints/incidents';
import { type Incident, Incidents } from '../../contract/incidents';
import { feedOf } from '../../machines/feed.machine';
import { liveMachine } from '../../machines/incidents/live.machine';
import { type NearbyCommand, type NearbyRecalled, nearbyMachine } from '../../machines/incidents/nearby.machine';
import { fromStream } from '../../machines/supervision';
import type { Place } from '../../rules/incidents/incidents';
import type { LiveSource } from '../../rules/incidents/liveFilter';
import { isNearbyChosen, keepNearbyChoice, locateNearby, mayLocate, recentPlace } from '../../services/device/nearby';
import { watchPageReturns, whenVisible } from '../../services/device/page';
import { withMachine } from '../../views/app';
import { LiveScreen } from '../../views/incidents/live/LiveScreen';
import { unlessBeside } from '../../views/shell/ListPane';
import { cachedFeed, cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { askingWhereUntold, type Gateways, newsFor } from '../gateways';

/** The live incidents with their ports. */
export const provideLive = (gateways: Gateways) => {
  const { api, realtime } = gateways;
  const { fetchData, readCache } = cachedFeed<readonly Incident[], { source: LiveSource }>(
    cacheOf(gateways, Incidents),
    // The summary is not cached, because it has all incidents, including the old ones.
    ({ source }) => (source === 'live' ? cacheKeys.live : null),
    ({ source }, signal) =>
      api.call(incidentEndpoints[source === 'live' ? 'liveIncidents' : 'incidentSummary'], { signal }),
  );
  return liveMachine.provide({
    actors: {
      feed: feedOf<readonly Incident[], { source: LiveSource }>(
        fetchData,
        fromStream<EventObject, { source: LiveSource }>(({ sendBack }) => realtime.watchIncidents(newsFor(sendBack))),
        readCache,
      ).provide(askingWhereUntold(gateways)),
      nearby: nearbyMachine.provide({
        actors: {
          locate: fromPromise<Place, { readonly mayAsk: boolean }>(async ({ input: { mayAsk }, signal }) => {
            // Browsers do not locate a hidden page.
            await whenVisible(signal);
            // Only a press on 'Near me' may bring up the browser's question (DECISIONS 174).
            if (!mayAsk && !(await mayLocate())) throw new Error('The browser would have to ask.');
            return locateNearby(signal);
          }),
          pageReturns: fromStream(({ sendBack }) =>
            watchPageReturns(() => sendBack({ type: 'page.shown', at: Date.now() })),
          ),
          choice: fromStream<NearbyCommand, undefined>(({ sendBack, receive }) => {
            receive(({ isChosen }) => keepNearbyChoice(isChosen));
            const recall = (isAllowed: boolean, place: NearbyRecalled['place']) =>
              sendBack({ type: 'nearby.recalled', isAllowed, isChosen: isNearbyChosen(), place });
            const place = recentPlace();
            // A known place is told at once, so that the list is never shown in another order first.
            if (place) recall(true, place);
            else void mayLocate().then((isAllowed) => recall(isAllowed, null));
          }),
        },
      }),
    },
  });
};

/** The list of the live incidents, or their map. */
export const liveList = (gateways: Gateways) => withMachine(LiveScreen, provideLive(gateways));

/** The screen of /live: the list or the map. If the list is already in the pane on the left, only a hint. */
export const liveScreen = (gateways: Gateways) =>
  unlessBeside(liveList(gateways), <Siren size={32} aria-hidden />, 'Choose an incident. It opens here.');
