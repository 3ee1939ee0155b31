import type { ViewportSnapshot } from './viewport.machine';

export const selectIsFollowing = (snapshot: ViewportSnapshot) => snapshot.matches({ position: 'following' });
export const selectHasNewBelow = (snapshot: ViewportSnapshot) => snapshot.matches({ position: { away: 'newBelow' } });
export const selectHighlighted = (snapshot: ViewportSnapshot) => snapshot.context.highlighted;
