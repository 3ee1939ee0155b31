import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { MovingMember } from '../../../src/contract/movement';
import type { Db } from '../../db/open';
import { caseMembers, cases, users } from '../../db/schema';
import { byName } from '../people/byName';

/** The teams of the incidents' open cases, by incident id; the members are sorted by name. */
export async function movingTeams(db: Db, incidentIds: readonly number[]): Promise<Map<number, MovingMember[]>> {
  const rows = await db
    .select({
      incidentId: cases.incidentId,
      userId: users.id,
      firstName: users.firstName,
      movement: caseMembers.movement,
      movedAt: caseMembers.movedAt,
    })
    .from(cases)
    .innerJoin(caseMembers, eq(caseMembers.caseId, cases.id))
    .innerJoin(users, eq(users.id, caseMembers.userId))
    .where(and(isNull(cases.closedAt), inArray(cases.incidentId, [...incidentIds])))
    .orderBy(...byName);
  const teams = new Map<number, MovingMember[]>();
  for (const { incidentId, userId, movedAt, ...member } of rows) {
    const team = teams.get(incidentId) ?? [];
    team.push({ ...member, userId: String(userId), movedAt: movedAt?.toISOString() ?? null });
    teams.set(incidentId, team);
  }
  return teams;
}
