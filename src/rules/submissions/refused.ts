import type { CompletionSubmission, MessageSubmission, NoteSubmission, Submission } from '../../contract/submissions';
import { isCaseGone } from './cases';
import { isFileRefused } from './files';
import { type NoteWorld, newNote } from './note';

// What can be made of a refused submission. Not in note.ts, because that file is loaded with every chat.

/** Said when a message of a chat has become a note: the message is gone from the chat then. */
export const MESSAGE_ADDED = 'Your message was added to the incident as a note.';

/** Makes a note to the incident from a completion or a message that the server refuses: its words and its photos. */
export function noteOfRefused(
  { kind, content }: CompletionSubmission | MessageSubmission,
  world: NoteWorld,
): NoteSubmission {
  if (kind === 'completion') {
    const { incidentId, label, resolutionNotes, files } = content;
    return newNote({ incidentId, label, text: resolutionNotes, files }, world);
  }
  const { incidentId = '', chatName, media, body } = content;
  const files = media ? [new File([media.blob], media.name, { type: media.blob.type })] : [];
  return newNote({ incidentId, label: chatName, text: body.text ?? '', files }, world);
}

/**
 * Whether its member can save it as a file, because it may not arrive whatever is changed in it. A completion with a refused file is one,
 * too: its card may be gone, and then nothing else is left. The incident of a message is not always known, so not each can become a note.
 */
export function canBeSavedAsFile(submission: Submission): boolean {
  if (submission.kind === 'note') return submission.status === 'refused';
  if (submission.kind === 'completion') return isCaseGone(submission) || isFileRefused(submission);
  return submission.kind === 'message' && isCaseGone(submission);
}
