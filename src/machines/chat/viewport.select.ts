import type { ViewportSnapshot } from './viewport.machine';

export const selectIsFollowing = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'following' });
/** Whether the view is scrolling to the first unread message. */
export const selectIsOpening = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'opening' });
/** Whether the reader is away from the newest end. */
export const selectIsAway = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'away' });
/** The first unread message when the chat was opened, or null. */
export const selectUnread = (snapshot: ViewportSnapshot) => snapshot.context.unread;
/** The message at the top of the view, or null. */
export const selectFirstInView = (snapshot: ViewportSnapshot) => snapshot.context.first;
/** A new object each time the member asks for the newest end; null before that. */
export const selectNewest = (snapshot: ViewportSnapshot) => snapshot.context.newest;
export const selectHasNewBelow = (snapshot: ViewportSnapshot) => snapshot.matches({ position: { away: 'newBelow' } });
export const selectHighlighted = (snapshot: ViewportSnapshot) => snapshot.context.highlighted;
/** The original message to scroll to: a new object each time it is asked for. */
export const selectOriginal = (snapshot: ViewportSnapshot) => snapshot.context.original;
