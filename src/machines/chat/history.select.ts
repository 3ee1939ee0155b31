import { messageOf, unreadAtEnd } from '../../rules/chat/timeline';
import type { HistorySnapshot } from './history.machine';

export const selectTimeline = (snapshot: HistorySnapshot) => snapshot.context.timeline;
export const selectIsLoading = (snapshot: HistorySnapshot) => snapshot.hasTag('loading');
/** Why the messages cannot be shown, or null. */
export const selectHistoryFailure = (snapshot: HistorySnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectIsEmpty = (snapshot: HistorySnapshot) => snapshot.context.timeline.length === 0;
export const selectIsReady = (snapshot: HistorySnapshot) => snapshot.hasTag('ready');
/** Whether older messages can be fetched now. */
export const selectCanFetchOlder = (snapshot: HistorySnapshot) => snapshot.can({ type: 'older.fetch' });
/** The current version of a message by its id. */
export const selectMessage = (messageId: string | null) => (snapshot: HistorySnapshot) =>
  messageId === null ? undefined : messageOf(snapshot.context.timeline, messageId);

/** The number of messages that could not be read. */
export const selectUnreadable = (snapshot: HistorySnapshot) => snapshot.context.unreadable.size;

/** The number of messages at the end that this member has not seen, at most 100. */
export const selectUnreadAtEnd = (myId: string) => (snapshot: HistorySnapshot) =>
  unreadAtEnd(snapshot.context.timeline, myId).length;

export const selectHasOlder = (snapshot: HistorySnapshot) => snapshot.context.hasOlder;
/** Whether a message that is further back is being looked for. */
export const selectIsSeeking = (snapshot: HistorySnapshot) => snapshot.context.sought !== null;
export const selectIsFetchingOlder = (snapshot: HistorySnapshot) => snapshot.hasTag('fetchingOlder');
export const selectOlderFailed = (snapshot: HistorySnapshot) => snapshot.matches({ ready: 'olderFailed' });

/** The time of the shown messages, in milliseconds since 1970, if they are cached and could not be refreshed; otherwise null. */
export const selectAsOf = (snapshot: HistorySnapshot) => (snapshot.matches('ready') ? snapshot.context.asOf : null);
