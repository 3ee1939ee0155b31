import type { IncidentUpdateSnapshot } from './incidentUpdate.machine';
import { permissionOf } from './permission';

export const selectIsLoading = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('loading');
/** Why there is nothing to edit, or null. */
export const selectFailure = (snapshot: IncidentUpdateSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectIsMissing = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('missing');
/** Whether the lifecycle allows members with these roles to edit it (S2 §6). */
export const selectMayEdit = ({ context: { incident } }: IncidentUpdateSnapshot, roles: readonly string[]) =>
  incident !== null && permissionOf(incident, 'incident.edit', roles) === 'allowed';
/** The form while it is open. */
export const selectEdit = (snapshot: IncidentUpdateSnapshot) => snapshot.children.incidentEdit;
/** Whether the member has saved or cancelled. */
export const selectHasLeft = (snapshot: IncidentUpdateSnapshot) => snapshot.matches('left');
