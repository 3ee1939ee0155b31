import { useSelector } from '@xstate/react';
import { type FeedRef, selectAsOf } from '../../machines/feed.machine';
import { asOfText } from '../../rules/asOf';
import { Banner } from './Banner';
import { useNow } from './useNow';

/** 'As of 14:05.', while what is shown is what this device has kept, and could not be refreshed; else null. */
export function useAsOf(feed: FeedRef | undefined): string | null {
  const asOf = useSelector(feed, selectAsOf);
  const now = useNow();
  return asOf === null ? null : `${asOfText(asOf, now)}.`;
}

/** The same as a bar, where the screen says nothing of its own of a list that may be old. */
export function AsOf({ feed }: { feed: FeedRef | undefined }) {
  const text = useAsOf(feed);
  if (text === null) return null;
  return (
    <Banner tone="warn" onRetry={() => feed?.send({ type: 'feed.retry' })}>
      {text}
    </Banner>
  );
}
