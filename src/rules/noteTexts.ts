import type { IncidentNote } from '../contract/notes';

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
