import { useSelector } from '@xstate/react';
import { type FeedRef, selectAsOf } from '../../machines/feed.machine';
import { asOfText } from '../../rules/asOf';
import { Banner } from './Banner';
import { useNow } from './useNow';

/** 'As of 14:05.' while the list is a copy kept on this device that could not be refreshed, otherwise null. */
export function useAsOf(feed: FeedRef | undefined): string | null {
  const asOf = useSelector(feed, selectAsOf);
  const now = useNow();
  return asOf === null ? null : `${asOfText(asOf, now)}.`;
}

/** That text in a bar with 'Try again', for screens that do not show it in their own words. */
export function AsOf({ feed }: { feed: FeedRef | undefined }) {
  const text = useAsOf(feed);
  if (text === null) return null;
  return (
    <Banner tone="warn" onRetry={() => feed?.send({ type: 'feed.retry' })}>
      {text}
    </Banner>
  );
}
