import type { LeaderboardSnapshot } from './leaderboard.machine';

export const selectIsLoading = (snapshot: LeaderboardSnapshot) => snapshot.matches('loading');
export const selectIsEmpty = (snapshot: LeaderboardSnapshot) => snapshot.matches('empty');
/** Why there is no leaderboard, or null. */
export const selectFailure = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** The ranking, or null until it is loaded. */
export const selectPlaces = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches('populated') ? snapshot.context.places : null;
/** The member in the modal, or null when it is closed. */
export const selectOpened = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches({ populated: 'opened' }) ? snapshot.context.opened : null;
/** The number of members that could not be read. */
export const selectUnreadable = (snapshot: LeaderboardSnapshot) => snapshot.context.unreadable;
