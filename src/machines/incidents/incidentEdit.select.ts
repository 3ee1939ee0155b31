import { differingFields } from '../../rules/rebase';
import type { IncidentEditSnapshot } from './incidentEdit.machine';
import { blockedBy, formOf } from './incidentForm';

/** The values of the fields, all text. An empty coordinate is ''. */
export const selectForm = (snapshot: IncidentEditSnapshot) => snapshot.context.form;
/** Whether a field has another value than the incident. */
export const selectIsChanged = ({ context: { form, incident } }: IncidentEditSnapshot) =>
  differingFields(form, formOf(incident)).length > 0;
/** A message per field that has an error. */
export const selectFieldErrors = (snapshot: IncidentEditSnapshot) => snapshot.context.errors;
/** The failure that is shown above the button, or null. */
export const selectFailure = (snapshot: IncidentEditSnapshot) => snapshot.context.failure;
/** Why the device could not be located, or null. */
export const selectLocationFailure = (snapshot: IncidentEditSnapshot) => snapshot.context.locationFailure;
export const selectIsLocating = (snapshot: IncidentEditSnapshot) => snapshot.matches({ open: { work: 'locating' } });
export const selectIsSubmitting = (snapshot: IncidentEditSnapshot) =>
  snapshot.matches({ open: { work: 'submitting' } });
/** Whether the server has refused to save, because the member has lost the role. */
export const selectIsForbidden = (snapshot: IncidentEditSnapshot) => snapshot.matches({ open: { work: 'forbidden' } });
/** Why the form cannot be submitted yet, or null. */
export const selectBlockedBy = (snapshot: IncidentEditSnapshot) =>
  blockedBy(snapshot.context.errors, selectIsLocating(snapshot));
/**
 * Whether saving again replaces what somebody else has changed meanwhile, in the fields that this member has changed. Until their
 * change has been fetched, it would be refused again.
 */
export const selectIsReplacing = (snapshot: IncidentEditSnapshot) => snapshot.matches({ open: { conflict: 'told' } });
/** What somebody else has changed, with what the member's own text would replace; empty as long as that is not known. */
export const selectConflict = (snapshot: IncidentEditSnapshot) =>
  selectIsReplacing(snapshot) ? snapshot.context.conflict : '';
