import type { ViewportSnapshot } from './viewport.machine';

export const selectIsFollowing = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'following' });
/** A new object for each time that the newest end was asked for, null until then. */
export const selectNewest = (snapshot: ViewportSnapshot) => snapshot.context.newest;
export const selectHasNewBelow = (snapshot: ViewportSnapshot) => snapshot.matches({ position: { away: 'newBelow' } });
export const selectHighlighted = (snapshot: ViewportSnapshot) => snapshot.context.highlighted;
/** The original to scroll to: a new object for each time that it was asked for, else the same. */
export const selectOriginal = (snapshot: ViewportSnapshot) => snapshot.context.original;
