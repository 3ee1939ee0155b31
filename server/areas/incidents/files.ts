import type { Actor } from '../../core';
import type { media } from '../../db/schema';
import type { KeptFile } from '../media/uploads';

/** Where the files of an incident belong: to a case, to a note, or else to the report. */
interface Owner {
  readonly incidentId: number;
  readonly caseId?: number | null;
  readonly noteId?: number | null;
  readonly by: Actor;
  readonly at: Date;
}

/** The rows for the files of an incident, in the order in which they were sent. */
export const mediaRowsOf = (
  files: readonly KeptFile[],
  { incidentId, caseId = null, noteId = null, by, at }: Owner,
): (typeof media.$inferInsert)[] =>
  files.map((file, index) => ({
    ...file,
    incidentId,
    caseId,
    noteId,
    uploaderId: by.id,
    // One millisecond apart, because lists are sorted by this time.
    createdAt: new Date(at.getTime() + index),
  }));
