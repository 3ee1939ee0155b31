import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Assignment } from '../../../src/contract/teams';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { participantsOf } from '../chat/access';
import { changeIncident, type IncidentRow, type Intent } from '../incidents/change';
import type { TeamNews } from '../incidents/news';
import { notify, type ToTell } from '../notifications/notify';
import { notificationTexts } from '../notifications/texts';
import { creditReporter } from '../people/credits';
import { requireCaseTransition } from './refusals';
import { chatNameOf, findOpenCase, memberIdsOf, membersOf, teamMember } from './team';

/** An assignment as it is stored for repeats of its call: without names, which would outlive a deleted member there (DECISIONS P7). */
export type NamelessAssignment = Omit<Assignment, 'teamMembers'>;

/** An assignment, and the members to inform. */
export interface Assigned {
  readonly assignment: NamelessAssignment;
  readonly team: TeamNews;
  readonly toTell: ToTell;
}

/**
 * Assigns a team to an incident: opens a case with its chat, or replaces the members if the incident already has a team (DECISIONS
 * 22).
 * @throws HttpError 400 when a chosen user is not an active member, otherwise as `changeIncident` does.
 */
export const assignTeam = (db: Db, intent: Intent, userIds: readonly string[]): Promise<Assigned> =>
  changeIncident(
    db,
    intent,
    ({ status }, { roles }) => ({ type: status === 'ASSIGNED' ? 'team.reassign' : 'team.assign', roles }),
    async (tx, incident, { roles }) => {
      const chosen = await findChosen(tx, userIds);
      const ids = chosen.map(({ id }) => id);
      const known = await findOpenCase(tx, incident.id);
      if (known) requireCaseTransition(known.status, { type: 'case.reassign', roles });
      const before = known ? await memberIdsOf(tx, known.id) : [];
      const couldEnter = known ? await participantsOf(tx, known.id) : [];
      const { id: caseId, chatId, teamName } = known ?? (await openCase(tx, incident, intent));
      if (known) {
        await tx.update(cases).set({ assignedBy: intent.by.id }).where(eq(cases.id, caseId));
        // Members who stay in the team keep what they reported about their way.
        await tx.delete(caseMembers).where(and(eq(caseMembers.caseId, caseId), notInArray(caseMembers.userId, ids)));
      }
      await tx
        .insert(caseMembers)
        .values(ids.map((userId) => ({ caseId, userId })))
        .onConflictDoNothing();
      const members = await membersOf(tx, caseId);
      const removed = before.filter((id) => !ids.includes(id));
      const notifyThem = (text: 'assigned' | 'reassigned' | 'unassigned', recipients: readonly number[]) =>
        notify(tx, {
          type: 'INCIDENT',
          message: notificationTexts[text](teamName, incident),
          recipients,
          relatedEntityId: incident.id,
          incidentStatus: 'ASSIGNED',
          triggeredBy: intent.by.id,
          ...(intent.at && { at: intent.at }),
        });
      const toTell = await notifyThem(known ? 'reassigned' : 'assigned', ids);
      // Otherwise they may go on driving there: their open page only loses its buttons, and a closed app says nothing.
      const toTellRemoved = removed.length > 0 ? await notifyThem('unassigned', removed) : [];
      return {
        result: {
          assignment: { caseId: String(caseId), teamName, chatId: String(chatId) },
          team: {
            chatId,
            participants: [...new Set([...couldEnter, ...(await participantsOf(tx, caseId))])],
            moved: [...ids.filter((id) => !before.includes(id)), ...removed],
          },
          toTell: [...toTell, ...toTellRemoved],
        },
        note: `${teamName}: ${members.map(({ firstName }) => firstName).join(', ')}`,
        details: { team: { from: before, to: ids } },
      };
    },
  );

/** The answer to an assignment: with the members of the team as it is now. */
export async function withTeam(db: Db, assignment: NamelessAssignment): Promise<Assignment> {
  const members = await membersOf(db, Number(assignment.caseId));
  return {
    ...assignment,
    teamMembers: members.map(teamMember),
  };
}

/** The active members with these ids, locked so that none of them can be deleted before they are in the team. */
async function findChosen(tx: Db, userIds: readonly string[]) {
  const ids = [...new Set(userIds)].map(readId);
  const known = ids.filter((id) => id !== null);
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, known), eq(users.status, 'ACTIVE')))
    .orderBy(users.id)
    .for('key share');
  if (found.length < ids.length) throw new HttpError(400, 'Somebody you have chosen is no active member.');
  return found;
}

/** Opens a case and its chat. The reporter of the incident gets their points with its first case. */
async function openCase(tx: Db, incident: IncidentRow, { by, at = new Date() }: Intent) {
  const count = await tx.$count(cases, eq(cases.incidentId, incident.id));
  const teamName = count === 0 ? `Team ${incident.id}` : `Team ${incident.id}-${count + 1}`;
  const [made] = await tx
    .insert(cases)
    .values({ incidentId: incident.id, teamName, assignedBy: by.id, openedAt: at })
    .returning({ id: cases.id });
  if (!made) throw new Error('a case was not stored');
  const [chat] = await tx
    .insert(chats)
    .values({ caseId: made.id, name: chatNameOf(incident) })
    .returning({ id: chats.id });
  if (!chat) throw new Error('a chat was not stored');
  if (count === 0 && incident.reportedBy !== null) await creditReporter(tx, incident.reportedBy);
  return { id: made.id, chatId: chat.id, teamName };
}
