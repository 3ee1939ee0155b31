import { desc, eq } from 'drizzle-orm';
import type { IncidentNote } from '../../../src/contract/notes';
import type { Db } from '../../db/open';
import { incidentNotes, users } from '../../db/schema';

/** The notes of an incident, the latest first (DECISIONS 170). */
export async function notesOf(db: Db, incidentId: number): Promise<IncidentNote[]> {
  const rows = await db
    .select({ note: incidentNotes, by: { id: users.id, firstName: users.firstName } })
    .from(incidentNotes)
    .leftJoin(users, eq(users.id, incidentNotes.writtenBy))
    .where(eq(incidentNotes.incidentId, incidentId))
    .orderBy(desc(incidentNotes.writtenAt), desc(incidentNotes.id));
  return rows.map(({ note, by }) => ({
    id: String(note.id),
    by: by && { id: String(by.id), firstName: by.firstName },
    at: note.writtenAt.toISOString(),
    text: note.text,
  }));
}
