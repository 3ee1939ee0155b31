import type { IncidentDeletingSnapshot } from './incidentDeleting.machine';

/** Whether the details are to be archived first. */
export const selectArchive = (snapshot: IncidentDeletingSnapshot) => snapshot.context.archive;
/** Why it could not be deleted, or null. */
export const selectFailure = (snapshot: IncidentDeletingSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.failure : null;
export const selectIsSubmitting = (snapshot: IncidentDeletingSnapshot) => snapshot.matches('submitting');
