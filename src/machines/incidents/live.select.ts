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
  snapshot.matches({ shown: { freshness: 'stale' } }) ? snapshot.context.failure : null;
/** When the list on the screen came, in milliseconds since 1970; null while there is none. */
export const selectUpdatedAt = (snapshot: LiveSnapshot) =>
  snapshot.matches('shown') ? snapshot.context.updatedAt : null;
/** Which place of the map is open; always there. */
export const selectPlace = (snapshot: LiveSnapshot) => snapshot.children.place;
