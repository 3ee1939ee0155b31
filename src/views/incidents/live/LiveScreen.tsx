import { useSelector } from '@xstate/react';
import { SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { selectFailure, selectIsLoading, selectUnreadable } from '../../../machines/feed.machine';
import type { LiveRef, liveMachine } from '../../../machines/incidents/live.machine';
import {
  selectFeed,
  selectFilter,
  selectIncidents,
  selectIsEmpty,
  selectIsListed,
  selectIsPopulated,
  selectNearby,
} from '../../../machines/incidents/live.select';
import { selectNearbyFailure } from '../../../machines/incidents/nearby.machine';
import { liveFailureText } from '../../../rules/failureTexts';
import { foundText } from '../../../rules/incidents/liveFilter';
import { type ScreenProps, useApp, useScreen } from '../../app';
import { lazyPart } from '../../lazyPart';
import { Banner } from '../../parts/Banner';
import { useAnnounce } from '../../parts/LiveRegion';
import { Page } from '../../parts/page/Page';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../../parts/page/States';
import { Age } from './Age';
import { IncidentList, ListSkeleton } from './IncidentList';
import { LiveControls } from './LiveControls';
import { useFirstFilter, useListAddress } from './useListAddress';

const IncidentMap = lazyPart(
  async () => (await import('./map/IncidentMap')).IncidentMap,
  () => <LoadingState label="Loading the map…" />,
);

/** The live incidents (S1 §2, /live). The filter and the choice between list and map are in the address. */
export function LiveScreen({ machine }: ScreenProps<typeof liveMachine>) {
  const { world } = useApp();
  const live = useScreen(machine, { world, filter: useFirstFilter() });
  const { filter, isMap, choose } = useListAddress(live);
  const chosen = useSelector(live, selectFilter);
  const isEmpty = useSelector(live, selectIsEmpty);
  const isPopulated = useSelector(live, selectIsPopulated);
  const feed = useSelector(live, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const failure = useSelector(feed, selectFailure);
  const nearbyFailure = useSelector(useSelector(live, selectNearby), selectNearbyFailure);
  const unreadable = useSelector(feed, selectUnreadable);

  useFoundSaid(live, unreadable);
  return (
    <Page
      title="Live Incidents"
      actor={live}
      actions={<LiveControls live={live} filter={filter} isMap={isMap} onChoose={choose} />}
    >
      {isLoading && <ListSkeleton />}
      {failure !== null && (
        <ErrorState message={liveFailureText(failure)} onRetry={() => feed?.send({ type: 'feed.retry' })} />
      )}
      {nearbyFailure !== null && <Banner tone="warn">{nearbyFailure}</Banner>}
      <Age live={live} />
      <Unreadable count={unreadable} of={['incident', 'incidents']} />
      {isEmpty && unreadable === 0 && (
        <EmptyState title="No Incidents Found" icon={<SearchX size={32} aria-hidden />}>
          There are no incidents matching the selected filter.
        </EmptyState>
      )}
      {isPopulated && isMap && <IncidentMap live={live} />}
      {/* With another filter it is another list. */}
      {isPopulated && !isMap && <IncidentList key={chosen} live={live} />}
    </Page>
  );
}

/** Says how many incidents there are with another filter, as soon as they are listed. */
function useFoundSaid(live: LiveRef, unreadable: number): void {
  const filter = useSelector(live, selectFilter);
  const count = useSelector(live, selectIncidents).length;
  const isListed = useSelector(live, selectIsListed);
  const say = useAnnounce();
  const said = useRef(filter);
  useEffect(() => {
    if (!isListed || said.current === filter) return;
    said.current = filter;
    const sentence = foundText(filter, count, unreadable);
    if (sentence) say(sentence);
  }, [filter, count, unreadable, isListed, say]);
}
