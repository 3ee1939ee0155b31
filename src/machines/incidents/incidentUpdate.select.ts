import type { IncidentUpdateSnapshot } from './incidentUpdate.machine';

export const selectIsLoading = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('loading');
/** Why there is nothing to edit, or null. */
export const selectFailure = (snapshot: IncidentUpdateSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectIsMissing = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('missing');
/** The form while it is open. */
export const selectEdit = (snapshot: IncidentUpdateSnapshot) => snapshot.children.incidentEdit;
/** The server has refused to save: the unauthorized dialog is open. */
export const selectIsUnauthorized = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('unauthorized');
/** Saved or cancelled. */
export const selectHasLeft = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('left');
