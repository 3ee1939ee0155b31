import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Team } from '../../../src/contract/teams';
import { fullNameOf } from '../../../src/rules/names';
import { titleCase } from '../../../src/rules/wording';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, incidents, users } from '../../db/schema';
import { unknownIncident } from '../incidents/find';
import { requireIncidentTransition } from '../incidents/refusals';
import { byName } from '../people/byName';
import { teamKitLines } from '../supplies/kit';

/** The open case of an incident, with the chat of its team. */
export type OpenCase = typeof cases.$inferSelect & { readonly chatId: number };

/** The open case of an incident, or null. There is never more than one (DECISIONS 27). */
export async function findOpenCase(db: Db, incidentId: number): Promise<OpenCase | null> {
  const [found] = await db
    .select({ row: cases, chatId: chats.id })
    .from(cases)
    .innerJoin(chats, eq(chats.caseId, cases.id))
    .where(and(eq(cases.incidentId, incidentId), isNull(cases.closedAt)));
  return found ? { ...found.row, chatId: found.chatId } : null;
}

/** The name of the chats of an incident's cases, with the animal in it. */
export const chatNameOf = ({ id, animalType }: Pick<typeof incidents.$inferSelect, 'id' | 'animalType'>) =>
  `Incident #${id} · ${titleCase(animalType)}`;

/** The ids of the team of a case. */
export async function memberIdsOf(db: Db, caseId: number): Promise<number[]> {
  const rows = await db.select({ id: caseMembers.userId }).from(caseMembers).where(eq(caseMembers.caseId, caseId));
  return rows.map(({ id }) => id);
}

/** The members of a case's team, by first name. */
export const membersOf = (db: Db, caseId: number) =>
  db
    .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber })
    .from(caseMembers)
    .innerJoin(users, eq(users.id, caseMembers.userId))
    .where(eq(caseMembers.caseId, caseId))
    .orderBy(...byName);

/** A member of a team, S2 §3 "Team". */
export const teamMember = (member: Awaited<ReturnType<typeof membersOf>>[number]): Team['teamMembers'][number] => ({
  userId: String(member.userId),
  firstName: member.firstName,
  fullName: fullNameOf(member),
  phoneNumber: member.phoneNumber,
});

/**
 * The current team of an incident, S2 §3 "Team".
 * @throws HttpError 404 when there is no such incident, 409 when an incident of this status has no team (S2 §4).
 */
export async function findTeam(db: Db, incidentId: number): Promise<Team> {
  const { teamName, assignedBy, caseId } = await teamCase(db, incidentId, 'team.view');
  const members = await membersOf(db, caseId);
  return {
    teamName,
    assignedBy: assignedBy && fullNameOf(assignedBy),
    teamMembers: members.map(teamMember),
  };
}

/**
 * The contents of the current team's kits, one line per item (S2 §3 "Team kit").
 * @throws HttpError as `findTeam` does.
 */
export async function findTeamKit(db: Db, incidentId: number): Promise<string[]> {
  const { caseId } = await teamCase(db, incidentId, 'teamKit.view');
  return teamKitLines(db, await memberIdsOf(db, caseId));
}

async function teamCase(db: Db, incidentId: number, type: 'team.view' | 'teamKit.view') {
  const captains = alias(users, 'captains');
  const [found] = await db
    .select({
      status: incidents.status,
      caseId: cases.id,
      teamName: cases.teamName,
      assignedBy: { firstName: captains.firstName, lastName: captains.lastName },
    })
    .from(incidents)
    .leftJoin(cases, and(eq(cases.incidentId, incidents.id), isNull(cases.closedAt)))
    .leftJoin(captains, eq(captains.id, cases.assignedBy))
    .where(eq(incidents.id, incidentId));
  if (!found) throw unknownIncident();
  requireIncidentTransition(found.status, { type });
  const { caseId, teamName, assignedBy } = found;
  if (caseId === null || teamName === null) throw new Error(`incident ${incidentId} has no open case`);
  return { caseId, teamName, assignedBy };
}
