import type { IncidentDetailsSnapshot } from './incidentDetails.machine';

export const selectIsLoading = (snapshot: IncidentDetailsSnapshot) => snapshot.matches('loading');
/** The incident, as long as it is shown. */
export const selectIncident = (snapshot: IncidentDetailsSnapshot) =>
  snapshot.hasTag('shown') ? snapshot.context.incident : null;
export const selectFailure = (snapshot: IncidentDetailsSnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectCanRetry = (snapshot: IncidentDetailsSnapshot) => snapshot.can({ type: 'details.retry' });
/** The team modal while it is open. */
export const selectTeamActor = (snapshot: IncidentDetailsSnapshot) => snapshot.children.team;
