import type { HistorySnapshot } from './history.machine';

// What only parts of the screen ask for that come late themselves (architecture.md).

export const selectHasOlder = (snapshot: HistorySnapshot) => snapshot.context.hasOlder;
export const selectIsFetchingOlder = (snapshot: HistorySnapshot) => snapshot.hasTag('fetchingOlder');
export const selectOlderFailed = (snapshot: HistorySnapshot) => snapshot.matches({ ready: 'olderFailed' });
/** The unseen messages of others that came last, together, while the chat was open; not those of its history. */
export const selectNewcomers = (snapshot: HistorySnapshot) => snapshot.context.newcomers;
