import type { LiveSnapshot } from './live.machine';

export const selectFilter = (snapshot: LiveSnapshot) => snapshot.context.filter;
/** The incidents that match the filter, in the server's order. */
export const selectIncidents = (snapshot: LiveSnapshot) => snapshot.context.listed;
/** Whether an answer is shown, even if nothing matches the filter. */
export const selectIsListed = (snapshot: LiveSnapshot) => snapshot.matches('shown');
export const selectIsEmpty = (snapshot: LiveSnapshot) => snapshot.matches({ shown: 'empty' });
export const selectIsPopulated = (snapshot: LiveSnapshot) => snapshot.matches({ shown: 'populated' });
/** The time of the answer on the screen, in milliseconds since 1970; null if there is none. */
export const selectUpdatedAt = (snapshot: LiveSnapshot) =>
  snapshot.matches('shown') ? snapshot.context.updatedAt : null;
/** The feed, which tells whether the list is loading, failed or stale. It always runs. */
export const selectFeed = (snapshot: LiveSnapshot) => snapshot.children.feed;
/** The chart of the map's popup. It always runs. */
export const selectPlace = (snapshot: LiveSnapshot) => snapshot.children.place;
/** The chart of the sort by distance. It always runs. */
export const selectNearby = (snapshot: LiveSnapshot) => snapshot.children.nearby;
