import { useSelector } from '@xstate/react';
import { type FeedRef, selectAsOf, selectFailure, selectStaleness } from '../../machines/feed.machine';
import { asOfText } from '../../rules/timeTexts';
import { Banner } from './Banner';
import { ErrorState } from './page/States';
import { useNow } from './useNow';

/** 'As of 14:05.' while the list is cached and could not be refreshed, otherwise null. */
export function useAsOf(feed: FeedRef | undefined): string | null {
  const asOf = useSelector(feed, selectAsOf);
  const now = useNow();
  return asOf === null ? null : `${asOfText(asOf, now)}.`;
}

interface FeedProblemProps {
  feed: FeedRef | undefined;
  textOf: (failure: unknown) => string;
}

/** If the data of a screen could not be fetched: why, with 'Try again'. In their place, or above those of an earlier fetch. */
export function FeedProblem({ feed, textOf }: FeedProblemProps) {
  const failure = useSelector(feed, selectFailure);
  return failure === null ? (
    <Outdated feed={feed} textOf={textOf} />
  ) : (
    <ErrorState message={textOf(failure)} onRetry={() => feed?.send({ type: 'feed.retry' })} />
  );
}

/**
 * A bar with 'Try again', if the data of a screen could not be fetched again: why, and how old they are if they are
 * cached.
 */
export function Outdated({ feed, textOf }: FeedProblemProps) {
  const asOf = useAsOf(feed);
  const staleness = useSelector(feed, selectStaleness);
  if (staleness === null) return null;
  return (
    <Banner tone={asOf === null ? 'danger' : 'warn'} onRetry={() => feed?.send({ type: 'feed.retry' })}>
      <span>{textOf(staleness)}</span> {asOf}
    </Banner>
  );
}
