import type { IncidentClosingSnapshot } from './incidentClosing.machine';

export const selectReason = (snapshot: IncidentClosingSnapshot) => snapshot.context.reason;
/** What is wrong with the reason, or null. */
export const selectReasonError = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: 'incomplete' }) ? 'A reason is required.' : null;
/** Why it could not be closed, for a few seconds; or null. */
export const selectFailure = (snapshot: IncidentClosingSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.failure : null;
export const selectIsSubmitting = (snapshot: IncidentClosingSnapshot) => snapshot.matches('submitting');
