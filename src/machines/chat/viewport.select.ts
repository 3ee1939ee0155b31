import type { ViewportSnapshot } from './viewport.machine';

export const selectIsFollowing = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'following' });
/** Whether the first unread message is being brought to the top of the view. */
export const selectIsOpening = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'opening' });
/** Whether the reader is away from the newest end. */
export const selectIsAway = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'away' });
/** The message before which reading had stopped, or null. */
export const selectUnread = (snapshot: ViewportSnapshot) => snapshot.context.unread;
/** The message at the top of the view, or null. */
export const selectFirstInView = (snapshot: ViewportSnapshot) => snapshot.context.first;
/** A new object for each time that the newest end was asked for, null until then. */
export const selectNewest = (snapshot: ViewportSnapshot) => snapshot.context.newest;
export const selectHasNewBelow = (snapshot: ViewportSnapshot) => snapshot.matches({ position: { away: 'newBelow' } });
export const selectHighlighted = (snapshot: ViewportSnapshot) => snapshot.context.highlighted;
/** The original to scroll to: a new object for each time that it was asked for, else the same. */
export const selectOriginal = (snapshot: ViewportSnapshot) => snapshot.context.original;
