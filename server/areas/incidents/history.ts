import { and, asc, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { IncidentHistory } from '../../../src/contract/incidents';
import { fullNameOf } from '../../../src/rules/names';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases, incidentChanges, incidents, users } from '../../db/schema';
import { chatsOf } from '../chat/access';
import { byName } from '../people/byName';
import { unknownIncident } from './find';

/**
 * The closed cases of an incident with the members credited, the latest first (S2 §3 "Case history"), and all changes of the
 * incident, the earliest first.
 * @throws HttpError 404 when there is no such incident.
 */
export async function findHistory(db: Db, incidentId: number, caller: Actor): Promise<IncidentHistory> {
  const [incident] = await db.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, incidentId));
  if (!incident) throw unknownIncident();
  return { cases: await closedCases(db, incidentId, caller), changes: await changesOf(db, incidentId) };
}

async function closedCases(db: Db, incidentId: number, caller: Actor): Promise<IncidentHistory['cases']> {
  const isClosed = and(eq(cases.incidentId, incidentId), eq(cases.status, 'CLOSED'));
  const captains = alias(users, 'captains');
  const rows = await db
    .select({
      id: cases.id,
      closedAt: cases.closedAt,
      resolutionNotes: cases.resolutionNotes,
      teamName: cases.teamName,
      assignedBy: { firstName: captains.firstName, lastName: captains.lastName },
    })
    .from(cases)
    .leftJoin(captains, eq(captains.id, cases.assignedBy))
    .where(isClosed)
    .orderBy(desc(cases.closedAt), desc(cases.id));
  const members = await db
    .select({ caseId: caseMembers.caseId, userId: users.id, firstName: users.firstName })
    .from(caseMembers)
    .innerJoin(cases, eq(cases.id, caseMembers.caseId))
    .innerJoin(users, eq(users.id, caseMembers.userId))
    .where(and(isClosed, eq(caseMembers.isCredited, true)))
    .orderBy(...byName);
  const chats = await chatsOf(db, incidentId, caller);
  return rows.map(({ id, closedAt, resolutionNotes, teamName, assignedBy }) => ({
    caseId: String(id),
    closedAt: closedAt?.toISOString() ?? null,
    assignedBy: assignedBy && fullNameOf(assignedBy),
    resolutionNotes: resolutionNotes ?? '',
    teamName,
    chatId: chats.find(({ caseId }) => caseId === id)?.chatId ?? null,
    teamMembers: members
      .filter(({ caseId }) => caseId === id)
      .map(({ userId, firstName }) => ({ userId: String(userId), firstName })),
  }));
}

async function changesOf(db: Db, incidentId: number): Promise<IncidentHistory['changes']> {
  const rows = await db
    .select({ change: incidentChanges, by: { id: users.id, firstName: users.firstName } })
    .from(incidentChanges)
    .leftJoin(users, eq(users.id, incidentChanges.changedBy))
    .where(eq(incidentChanges.incidentId, incidentId))
    .orderBy(asc(incidentChanges.id));
  return rows.map(({ change, by }) => ({
    id: String(change.id),
    event: change.event,
    at: change.at.toISOString(),
    by: by && { id: String(by.id), firstName: by.firstName },
    statusBefore: change.statusBefore,
    statusAfter: change.statusAfter,
    note: change.note,
  }));
}
