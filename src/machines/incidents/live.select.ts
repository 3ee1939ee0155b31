import type { LiveSnapshot } from './live.machine';

/** What the filter leaves of the server's list, in the server's order. */
export const selectIncidents = (snapshot: LiveSnapshot) => snapshot.context.listed;
export const selectIsLoading = (snapshot: LiveSnapshot) => snapshot.hasTag('loading');
export const selectIsEmpty = (snapshot: LiveSnapshot) => snapshot.hasTag('empty');
export const selectIsPopulated = (snapshot: LiveSnapshot) => snapshot.hasTag('populated');
/** Why there is no list, or null. */
export const selectFailure = (snapshot: LiveSnapshot) => (snapshot.hasTag('failed') ? snapshot.context.failure : null);
/** Why the list on the screen could not be made newer, or null. */
export const selectRefreshFailure = (snapshot: LiveSnapshot) =>
  snapshot.matches({ list: { shown: { freshness: 'stale' } } }) ? snapshot.context.failure : null;
/** Since when the list on the screen may have missed changes, in milliseconds since 1970; null while it follows them. */
export const selectAgedSince = (snapshot: LiveSnapshot) =>
  snapshot.matches({ list: 'shown' }) && snapshot.hasTag('aged') ? snapshot.context.updatedAt : null;
/** The incidents of the place that is open on the map, or null when none is. */
export const selectOpened = (snapshot: LiveSnapshot) =>
  snapshot.matches({ place: 'open' }) ? snapshot.context.opened : null;
