import { useSelector } from '@xstate/react';
import { type FeedRef, selectAsOf, selectStaleness } from '../../machines/feed.machine';
import { asOfText } from '../../rules/asOf';
import { Banner } from './Banner';
import { useNow } from './useNow';

/** 'As of 14:05.' while the list is a copy kept on this device that could not be refreshed, otherwise null. */
export function useAsOf(feed: FeedRef | undefined): string | null {
  const asOf = useSelector(feed, selectAsOf);
  const now = useNow();
  return asOf === null ? null : `${asOfText(asOf, now)}.`;
}

/** That text in a bar with 'Try again'. */
function AsOf({ feed }: { feed: FeedRef | undefined }) {
  const text = useAsOf(feed);
  if (text === null) return null;
  return (
    <Banner tone="warn" onRetry={() => feed?.send({ type: 'feed.retry' })}>
      {text}
    </Banner>
  );
}

/** A bar with 'Try again' over data that could not be fetched again: of when they are, if they are a copy of this device, else why. */
export function Outdated({ feed, textOf }: { feed: FeedRef | undefined; textOf: (failure: unknown) => string }) {
  const isCopy = useSelector(feed, selectAsOf) !== null;
  const staleness = useSelector(feed, selectStaleness);
  if (isCopy) return <AsOf feed={feed} />;
  if (staleness === null) return null;
  return (
    <Banner tone="danger" onRetry={() => feed?.send({ type: 'feed.retry' })}>
      {textOf(staleness)}
    </Banner>
  );
}
