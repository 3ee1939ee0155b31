import type { LiveSnapshot } from './live.machine';

/** What the filter leaves of the server's list, in the server's order. */
export const selectIncidents = (snapshot: LiveSnapshot) => snapshot.context.listed;
export const selectIsEmpty = (snapshot: LiveSnapshot) => snapshot.matches({ shown: 'empty' });
export const selectIsPopulated = (snapshot: LiveSnapshot) => snapshot.matches({ shown: 'populated' });
/** When the list on the screen came, in milliseconds since 1970; null while there is none. */
export const selectUpdatedAt = (snapshot: LiveSnapshot) =>
  snapshot.matches('shown') ? snapshot.context.updatedAt : null;
/** Says whether the list is loading, failed or stale; always there. */
export const selectFeed = (snapshot: LiveSnapshot) => snapshot.children.feed;
/** Which place of the map is open; always there. */
export const selectPlace = (snapshot: LiveSnapshot) => snapshot.children.place;
/** Whether the list is sorted by the distance from the member; always there. */
export const selectNearby = (snapshot: LiveSnapshot) => snapshot.children.nearby;
