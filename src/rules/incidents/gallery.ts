import type { MediaFile } from '../../contract/incidents';
import { madeOf } from '../../contract/lists';

/** The media of one case, or of the report. */
export interface MediaGroup {
  /** S2 §2: 'Case #{caseId}' or 'Initial Report'; 'Notes' for what members have added later (DECISIONS 170). */
  readonly title: string;
  readonly files: readonly MediaFile[];
}

const titleOf = ({ caseId, noteId }: MediaFile) =>
  caseId !== null ? `Case #${caseId}` : noteId ? 'Notes' : 'Initial Report';

/**
 * The media of an incident grouped by case (S2 §2): the report's own first, then each case's in order. `unreadableIn` tells of the groups
 * how many of the files could not be read.
 */
export function groupMedia(files: readonly MediaFile[]): readonly MediaGroup[] {
  const groups = new Map<string, MediaFile[]>();
  const inOrder = files.toSorted((a, b) => Number(b.caseId === null) - Number(a.caseId === null));
  for (const file of inOrder) groups.set(titleOf(file), [...(groups.get(titleOf(file)) ?? []), file]);
  return madeOf(
    [...groups].map(([title, grouped]) => ({ title, files: grouped })),
    files,
  );
}
