import { problemOf } from '../../rules/cases/myCasesTexts';
import type { CompletionSnapshot } from './completion.machine';

export const selectMyCase = (snapshot: CompletionSnapshot) => snapshot.context.myCase;
export const selectNotes = (snapshot: CompletionSnapshot) => snapshot.context.notes;
/** The error of the notes, or null. */
export const selectNotesError = (snapshot: CompletionSnapshot) =>
  snapshot.matches({ editing: 'incomplete' }) ? problemOf(snapshot.context.notes) : null;
export const selectFiles = (snapshot: CompletionSnapshot) => snapshot.context.files;
export const selectCompresses = (snapshot: CompletionSnapshot) => snapshot.context.compresses;
/** Why the case could not be completed, or what to check before it is; null if there is nothing to say. */
export const selectNotice = (snapshot: CompletionSnapshot) => snapshot.context.notice;
export const selectIsSubmitting = (snapshot: CompletionSnapshot) =>
  snapshot.matches('preparing') || snapshot.matches({ submitted: 'underWay' });
/**
 * The step of the submission: locating the device, preparing images, or the percentage that is uploaded. Null if nothing is under
 * way.
 */
export const selectStage = (snapshot: CompletionSnapshot) => {
  if (snapshot.matches({ preparing: 'locating' })) return 'locating';
  if (snapshot.matches('preparing')) return 'preparing';
  const { item } = snapshot.context;
  if (!snapshot.matches({ submitted: 'underWay' })) return null;
  return item?.head === 'confirming' ? 100 : Math.floor((item?.fraction ?? 0) * 100);
};
/** Whether the submission waits on this device to be sent. */
export const selectIsKept = (snapshot: CompletionSnapshot) => snapshot.matches({ submitted: 'kept' });
/** The completion that was refused because the case is not the member's any more; null if there is none. */
export const selectGone = (snapshot: CompletionSnapshot) => {
  const submission = snapshot.matches({ submitted: 'gone' }) ? snapshot.context.item?.submission : null;
  return submission?.kind === 'completion' ? submission : null;
};
/** The submission's item in the queue; null if it is not there. */
export const selectSubmitted = (snapshot: CompletionSnapshot) => snapshot.context.item;
export const selectIsCompleted = (snapshot: CompletionSnapshot) => snapshot.matches('completed');
/** Whether the case was completed by an earlier try, so that later changes of the form are not part of it. */
export const selectWasEarlier = (snapshot: CompletionSnapshot) => snapshot.matches({ completed: 'earlier' });
/** Whether the dialog can be closed now. */
export const selectCanClose = (snapshot: CompletionSnapshot) => snapshot.can({ type: 'dialog.close' });
/** Whether this browser can store the draft. */
export const selectIsDraftKept = (snapshot: CompletionSnapshot) => snapshot.context.isDraftKept;
/** The chart of the messages below the form. It always runs. */
export const selectBar = (snapshot: CompletionSnapshot) => snapshot.children.bar;
