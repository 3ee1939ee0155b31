import { messageOf, unreadAtEnd } from '../../rules/timeline';
import type { HistorySnapshot } from './history.machine';

export const selectTimeline = (snapshot: HistorySnapshot) => snapshot.context.timeline;
export const selectIsLoading = (snapshot: HistorySnapshot) => snapshot.hasTag('loading');
/** Why the messages cannot be shown, or null. */
export const selectHistoryFailure = (snapshot: HistorySnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectIsEmpty = (snapshot: HistorySnapshot) => snapshot.context.timeline.length === 0;
export const selectIsReady = (snapshot: HistorySnapshot) => snapshot.hasTag('ready');
/** Whether scrolling up now may ask for older messages. */
export const selectCanFetchOlder = (snapshot: HistorySnapshot) => snapshot.can({ type: 'older.fetch' });
/** One message by its id, as it is now. */
export const selectMessage = (messageId: string | null) => (snapshot: HistorySnapshot) =>
  messageId === null ? undefined : messageOf(snapshot.context.timeline, messageId);

/** How many messages of the history could not be read. */
export const selectUnreadable = (snapshot: HistorySnapshot) => snapshot.context.unreadable.size;

/** How many messages at the end this member has not seen, at most 100. */
export const selectUnreadAtEnd = (me: string) => (snapshot: HistorySnapshot) =>
  unreadAtEnd(snapshot.context.timeline, me);

export const selectHasOlder = (snapshot: HistorySnapshot) => snapshot.context.hasOlder;
export const selectIsFetchingOlder = (snapshot: HistorySnapshot) => snapshot.hasTag('fetchingOlder');
export const selectOlderFailed = (snapshot: HistorySnapshot) => snapshot.matches({ ready: 'olderFailed' });
/** The unseen messages of others that came last, together, while the chat was open; not those of its history. */
export const selectNewcomers = (snapshot: HistorySnapshot) => snapshot.context.newcomers;
