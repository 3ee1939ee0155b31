import type { FeedSnapshot } from './feed.machine';

/** Whether the first answer is still awaited. These selectors also take a feed that does not run. */
export const selectIsLoading = (feed?: FeedSnapshot) => feed?.hasTag('loading') ?? false;
/** The error for which there is nothing to show, or null. */
export const selectFailure = (feed?: FeedSnapshot) => (feed?.hasTag('failed') ? feed.context.error : null);
/** The error for which what is shown may be out of date, or null. */
export const selectStaleness = (feed?: FeedSnapshot) => (feed?.hasTag('stale') ? feed.context.error : null);
