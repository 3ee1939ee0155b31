import { and, asc, eq, isNull } from 'drizzle-orm';
import type { MyCase } from '../../../src/contract/cases';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, incidents } from '../../db/schema';
import { firstPhoto, photoUrlOf } from '../incidents/photo';

/** The open cases of a member's teams, the oldest first (DECISIONS 28). */
export async function listMyCases(db: Db, userId: number): Promise<MyCase[]> {
  const rows = await db
    .select({
      row: cases,
      incident: incidents,
      movement: caseMembers.movement,
      chatId: chats.id,
      photo: firstPhoto(db),
    })
    .from(cases)
    .innerJoin(incidents, eq(incidents.id, cases.incidentId))
    .innerJoin(caseMembers, and(eq(caseMembers.caseId, cases.id), eq(caseMembers.userId, userId)))
    .innerJoin(chats, eq(chats.caseId, cases.id))
    .where(isNull(cases.closedAt))
    .orderBy(asc(cases.openedAt), asc(cases.id));
  return rows.map(({ row, incident, movement, chatId, photo }) => ({
    caseId: String(row.id),
    incidentId: String(incident.id),
    status: row.status,
    animalType: incident.animalType,
    location: incident.location,
    description: incident.description,
    teamName: row.teamName,
    reportedAt: incident.reportedAt.toISOString(),
    movement,
    chatId: String(chatId),
    contactNumber: incident.contactNumber,
    latitude: incident.latitude,
    longitude: incident.longitude,
    photoUrl: photoUrlOf(photo),
    severity: incident.severity,
  }));
}
