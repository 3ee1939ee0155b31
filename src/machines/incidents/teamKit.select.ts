import type { TeamKitSnapshot } from './teamKit.machine';

/** Null until it is there. */
export const selectItems = (snapshot: TeamKitSnapshot) => snapshot.context.items;
export const selectIsLoading = (snapshot: TeamKitSnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: TeamKitSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
