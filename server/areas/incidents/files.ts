import type { media } from '../../db/schema';
import type { KeptFile } from '../media/uploads';
import type { Actor } from './change';

/** The rows for the files of an incident, in the order in which they were sent. */
export const filesOf = (
  files: readonly KeptFile[],
  { incidentId, caseId = null, by, at }: { incidentId: number; caseId?: number | null; by: Actor; at: Date },
): (typeof media.$inferInsert)[] =>
  files.map((file, index) => ({
    ...file,
    incidentId,
    caseId,
    uploaderId: by.id,
    // One millisecond apart, because lists are sorted by this time.
    createdAt: new Date(at.getTime() + index),
  }));
