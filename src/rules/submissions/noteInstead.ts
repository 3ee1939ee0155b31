import type { CompletionSubmission, MessageSubmission, NoteSubmission } from '../../contract/submissions';
import { madeOf } from './note';

// Not in note.ts, because that file is loaded with every chat.

/** Makes a note to the incident from a completion or a message that the server refuses: its words and its photos. */
export function noteInstead(
  { kind, content }: CompletionSubmission | MessageSubmission,
  world: { now(): number; createId(): string },
): NoteSubmission {
  if (kind === 'completion') {
    const { incidentId, label, resolutionNotes, files } = content;
    return madeOf({ incidentId, label, text: resolutionNotes, files }, world);
  }
  const { incidentId = '', chatName, media, body } = content;
  const files = media ? [new File([media.blob], media.name, { type: media.blob.type })] : [];
  return madeOf({ incidentId, label: chatName, text: body.text ?? '', files }, world);
}
