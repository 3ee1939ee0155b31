import type { IncidentNote } from '../contract/notes';
import { statusText } from './incidents';

/**
 * What screen readers say of the notes that others have added, or null.
 * @param known the ids of the notes that were there before
 * @param me the member's user id; own notes are told when they are written
 */
export function noteNews(
  known: ReadonlySet<string>,
  notes: readonly Pick<IncidentNote, 'id' | 'by'>[],
  me: string | undefined,
): string | null {
  const added = notes.filter(({ id, by }) => !known.has(id) && by?.id !== me);
  if (added.length > 1) return `${added.length} notes added`;
  return added[0] ? `${added[0].by?.firstName || 'A member'} added a note` : null;
}

/** The question before a note is deleted that cannot be added any more. */
export const NOTE_DELETION = 'You have not added this to the incident. If you delete it, it is gone from this device.';

/** Somebody has resolved or closed the incident while the member wrote a note to it. */
export const noteTooLateText = ({ status }: { status: string }) =>
  `This incident is ${statusText(status)} now, so nothing can be added. Press Cancel to copy what you have written and to save your files.`;
