import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { MyCase } from '../../../src/contract/cases';
import type { Db } from '../../db/open';
import { cases, incidents } from '../../db/schema';
import { isInTeam } from '../chat/access';

/** The open cases in whose team a member is, the oldest first (DECISIONS 28). */
export async function listMyCases(db: Db, userId: number): Promise<MyCase[]> {
  const rows = await db
    .select({ row: cases, incident: incidents })
    .from(cases)
    .innerJoin(incidents, eq(incidents.id, cases.incidentId))
    .where(and(isNull(cases.closedAt), isInTeam(db, sql`${userId}`)))
    .orderBy(asc(cases.openedAt), asc(cases.id));
  return rows.map(({ row, incident }) => ({
    caseId: String(row.id),
    incidentId: String(incident.id),
    status: row.status,
    animalType: incident.animalType,
    location: incident.location,
    description: incident.description,
    teamName: row.teamName,
    reportedAt: incident.reportedAt.toISOString(),
  }));
}
