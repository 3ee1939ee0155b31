import type { IncidentHistorySnapshot } from './incidentHistory.machine';

/** Null until it is there. */
export const selectHistory = (snapshot: IncidentHistorySnapshot) => snapshot.context.history;
export const selectIsLoading = (snapshot: IncidentHistorySnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: IncidentHistorySnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
