import type { ReportFormSnapshot } from './reportForm.machine';

export const selectForm = (snapshot: ReportFormSnapshot) => snapshot.context.form;
/** A message per field that has an error. */
export const selectErrors = (snapshot: ReportFormSnapshot) => snapshot.context.errors;
/** S1 §5: submit is blocked while an error exists; also while photos are made small, and while the device is located. */
export const selectCanSubmit = (snapshot: ReportFormSnapshot) =>
  snapshot.matches('editing') && snapshot.context.isReady && Object.keys(snapshot.context.errors).length === 0;
export const selectIsLocating = (snapshot: ReportFormSnapshot) => snapshot.matches('locating');
/** How exactly the device was located, in metres, where the coordinates are its own; else null. */
export const selectAccuracy = (snapshot: ReportFormSnapshot) => snapshot.context.accuracy;
/** Why the device's place cannot be had, or null. */
export const selectLocationFailure = (snapshot: ReportFormSnapshot) => snapshot.context.locationFailure;
/** Why a file was not taken, or null. */
export const selectFileFailure = (snapshot: ReportFormSnapshot) => snapshot.context.fileFailure;
/** The chosen files, an actor of their own. */
export const selectPhotos = (snapshot: ReportFormSnapshot) => snapshot.children.photos;
/** Whether it is asked if a waiting report may take the place of what is written. */
export const selectIsReplacing = (snapshot: ReportFormSnapshot) => snapshot.matches('replacing');
