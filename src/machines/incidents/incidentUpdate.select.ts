import type { IncidentUpdateSnapshot } from './incidentUpdate.machine';
import { permissionOf } from './permission';

export const selectIsLoading = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('loading');
/** Why there is nothing to edit, or null. */
export const selectFailure = (snapshot: IncidentUpdateSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectIsMissing = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('missing');
/** Whether the lifecycle lets a member with these roles edit it (S2 §6). */
export const selectMayEdit = ({ context: { incident } }: IncidentUpdateSnapshot, roles: readonly string[]) =>
  incident !== null && permissionOf(incident, 'incident.edit', roles) === 'allowed';
/** The form while it is open. */
export const selectEdit = (snapshot: IncidentUpdateSnapshot) => snapshot.children.incidentEdit;
/** The server has refused to save: the unauthorized dialog is open. */
export const selectIsUnauthorized = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('unauthorized');
/** Saved or cancelled. */
export const selectHasLeft = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('left');
