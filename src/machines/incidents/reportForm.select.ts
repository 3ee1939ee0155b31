import { blockedBy } from './incidentForm';
import type { ReportFormSnapshot } from './reportForm.machine';

export const selectForm = (snapshot: ReportFormSnapshot) => snapshot.context.form;
/** A message per field that has an error. */
export const selectErrors = (snapshot: ReportFormSnapshot) => snapshot.context.errors;
export const selectIsLocating = (snapshot: ReportFormSnapshot) => snapshot.matches('locating');
/**
 * S1 §5: submit is blocked while an error exists; also while photos are being compressed and while the device is being located. The
 * reason, or null.
 */
export const selectBlockedBy = (snapshot: ReportFormSnapshot) =>
  blockedBy(snapshot.context.errors, selectIsLocating(snapshot), !snapshot.context.isReady);
/** The accuracy of the device's position in metres; null if the coordinates were typed. */
export const selectAccuracy = (snapshot: ReportFormSnapshot) => snapshot.context.accuracy;
/** Why the device's position could not be determined, or null. */
export const selectLocationFailure = (snapshot: ReportFormSnapshot) => snapshot.context.locationFailure;
/** Why a file was not accepted, or null. */
export const selectFileFailure = (snapshot: ReportFormSnapshot) => snapshot.context.fileFailure;
/** Whether this browser can store the draft. */
export const selectIsDraftKept = (snapshot: ReportFormSnapshot) => snapshot.context.isDraftKept;
/** Whether it is known what is stored of the draft. */
export const selectIsDraftKnown = (snapshot: ReportFormSnapshot) => snapshot.context.isDraftKnown;
/** The chart of the chosen files. */
export const selectAttachmentsActor = (snapshot: ReportFormSnapshot) => snapshot.children.attachments;
/** Whether the modal asks if a waiting report may replace the content of the form. */
export const selectIsReplacing = (snapshot: ReportFormSnapshot) => snapshot.matches('replacing');
