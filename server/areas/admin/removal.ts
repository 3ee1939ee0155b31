import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { caseLifecycle } from '../../../src/machines/lifecycles/case.machine';
import { incidentLifecycle } from '../../../src/machines/lifecycles/incident.machine';
import { actIn, judge } from '../../../src/machines/lifecycles/judge';
import { membershipLifecycle } from '../../../src/machines/lifecycles/membership.machine';
import { requisitionLifecycle } from '../../../src/machines/lifecycles/requisition.machine';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, incidents, requisitions, users } from '../../db/schema';
import { memberIdsOf } from '../cases/team';
import { participantsOf } from '../chat/access';
import { type IncidentRow, recordChange, storeChange } from '../incidents/change';
import { findInformed, type Leaving } from '../incidents/forget';
import type { TeamNews } from '../incidents/news';
import { captainsAndAbove, notify, type ToTell } from '../notifications/notify';
import { subscriptionsOf } from '../notifications/subscriptions';
import { notificationTexts } from '../notifications/texts';
import type { findAccount } from '../session/callers';
import { audit } from './audit';
import { erase } from './erase';
import { lockBoth, refuseUnlessSuperAdmin } from './guard';

/** The result of removing a member: what must be published after the commit. */
export interface Removed {
  readonly username: string;
  /** The teams of open cases that the member has left. */
  readonly teams: readonly { readonly incidentId: number; readonly team: TeamNews; readonly toTell: ToTell }[];
  /** The incidents in which the member had shown interest. */
  readonly interests: readonly number[];
  /** The member's browsers to notify; empty unless the caller asked for that. */
  readonly browsers: Awaited<ReturnType<typeof subscriptionsOf>>;
  /** Whether open requests of the member for supplies were denied. */
  readonly hadRequests: boolean;
}
/** A member who was not removed, and the reason. */
export interface Skipped {
  readonly username: string;
  readonly reason: string;
}

/** The reason for a former member. */
export const DELETED_ALREADY = 'This member has been deleted already.';
/** The reason for an id that is nobody's. */
export const NO_USER = 'There is no such user.';

/** How many attempts are made when the member joins another team, reports something or asks for supplies meanwhile. */
const TRIES = 3;

/**
 * Turns a member into a former member (DECISIONS P7), in one transaction: they leave their open teams, their open requests for
 * supplies are denied, and their personal data is erased.
 * @param wantsToTell whether the caller wants the member to be notified; also written to the audit log
 * @throws HttpError 401 or 403 when the caller is no longer a super admin.
 */
export async function removeMember(
  db: Db,
  callerId: number,
  userId: number,
  wantsToTell: boolean,
): Promise<Removed | Skipped> {
  for (let tries = 1; ; tries++) {
    const done = await db.transaction((tx) => tryToRemove(tx, callerId, userId, wantsToTell));
    if (done) return done;
    if (tries === TRIES)
      return { username: '', reason: 'Something of this member has just changed. Please try again.' };
  }
}

/** @returns null when the member joined another team, reported something or asked for supplies before they were locked. */
async function tryToRemove(tx: Db, callerId: number, userId: number, wantsToTell: boolean) {
  const locked = await lockIncidents(tx, userId);
  const requests = await lockRequests(tx, userId);
  const { caller, target } = await lockBoth(tx, callerId, userId);
  refuseUnlessSuperAdmin(caller);
  const reason = reasonToSkip(target, caller.id);
  if (!target || reason) return { username: target?.username ?? '', reason: reason ?? NO_USER };
  const open = await openTeamsOf(tx, userId);
  const leaving = await findLeaving(tx, userId);
  if (!leaving || (await idsToLock(tx, leaving)).some((id) => !locked.includes(id))) return null;
  if ((await tx.$count(requisitions, isUndecided(userId))) > requests.length) return null;

  const browsers = wantsToTell ? await subscriptionsOf(tx, [userId]) : [];
  for (const request of requests) await denyRequest(tx, request, caller.id);
  await audit(tx, caller, 'users.deleted', { target, details: wantsToTell ? 'To be told.' : '' });
  const interests = await erase(tx, leaving);
  const teams = [];
  for (const team of open) teams.push(await leaveTeam(tx, team, userId, caller.id));
  return { username: target.username, teams, interests, browsers, hadRequests: requests.length > 0 };
}

/** The reason why a member cannot be deleted, or null (DECISIONS 19). The caller was checked to be a super admin before. */
function reasonToSkip(target: Awaited<ReturnType<typeof findAccount>>, callerId: number): string | null {
  if (!target) return NO_USER;
  if (target.id === callerId) return 'You cannot delete yourself.';
  if (target.roles.includes('SUPER_ADMIN')) return 'A super admin cannot be deleted.';
  if (actIn(membershipLifecycle, target.status, 'membership.remove')) return null;
  return target.status === 'PENDING' ? 'This sign-up is not approved yet. Deny it in Approvals.' : DELETED_ALREADY;
}

const openTeamsOf = (tx: Db, userId: number) =>
  tx
    .select({
      incidentId: cases.incidentId,
      caseId: cases.id,
      caseStatus: cases.status,
      teamName: cases.teamName,
      chatId: chats.id,
    })
    .from(caseMembers)
    .innerJoin(cases, eq(cases.id, caseMembers.caseId))
    .innerJoin(chats, eq(chats.caseId, cases.id))
    .where(and(eq(caseMembers.userId, userId), isNull(cases.closedAt)))
    .orderBy(asc(cases.incidentId));
type OpenTeam = Awaited<ReturnType<typeof openTeamsOf>>[number];

async function findLeaving(tx: Db, userId: number): Promise<Leaving | undefined> {
  const { id, firstName, lastName, phoneNumber } = users;
  const [found] = await tx.select({ id, firstName, lastName, phoneNumber }).from(users).where(eq(id, userId));
  return found;
}

/** The incidents of the member's open teams, and those of which they are the informer. */
async function idsToLock(tx: Db, leaving: Leaving): Promise<number[]> {
  const informed = await findInformed(tx, leaving);
  return [...(await openTeamsOf(tx, leaving.id)).map(({ incidentId }) => incidentId), ...informed.map(({ id }) => id)];
}

/**
 * Locks the incidents that the deletion of a member changes, because incidents must be locked before members (docs/architecture.md).
 * @returns the ids of the incidents.
 */
async function lockIncidents(tx: Db, userId: number): Promise<number[]> {
  const leaving = await findLeaving(tx, userId);
  const ids = leaving ? await idsToLock(tx, leaving) : [];
  await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(inArray(incidents.id, ids))
    .orderBy(incidents.id)
    .for('update');
  return ids;
}

/** The member's requests for supplies that are PENDING or APPROVED, locked. */
const lockRequests = (tx: Db, userId: number) =>
  tx
    .select({ id: requisitions.id, status: requisitions.status })
    .from(requisitions)
    .where(isUndecided(userId))
    .orderBy(asc(requisitions.id))
    .for('update');

const isUndecided = (userId: number) =>
  and(eq(requisitions.userId, userId), inArray(requisitions.status, ['PENDING', 'APPROVED']));

async function denyRequest(
  tx: Db,
  { id, status }: Pick<typeof requisitions.$inferSelect, 'id' | 'status'>,
  by: number,
) {
  const judgement = judge(requisitionLifecycle, status, { type: 'requester.removed' });
  if (!judgement.allowed) throw new Error(`requisition ${id} is ${status}`);
  await tx
    .update(requisitions)
    .set({ status: 'DENIED', deniedAt: new Date(), reason: 'The member has left.', handledBy: by })
    .where(eq(requisitions.id, id));
}

/**
 * Removes a former member from an open team. The case stays open. If its team is empty, a begun case goes back to ASSIGNED, and
 * captains are notified (DECISIONS P7, 272).
 */
async function leaveTeam(tx: Db, team: OpenTeam, userId: number, by: number) {
  const { incidentId, caseId, teamName, chatId } = team;
  const before = await participantsOf(tx, caseId);
  await tx.delete(caseMembers).where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.userId, userId)));
  const left = await memberIdsOf(tx, caseId);
  const [incident] = await tx.select().from(incidents).where(eq(incidents.id, incidentId));
  if (!incident) throw new Error(`incident ${incidentId} is gone`);
  await recordChange(tx, {
    incidentId,
    event: 'team.left',
    changedBy: by,
    statusBefore: incident.status,
    statusAfter: incident.status,
    note: `${teamName}: a member has left the organisation.`,
    details: { team: { from: [...left, userId], to: left } },
  });
  const toTell =
    left.length > 0
      ? []
      : await notify(tx, {
          type: 'INCIDENT',
          message: notificationTexts.teamIsEmpty(teamName, incident),
          recipients: captainsAndAbove(tx),
          relatedEntityId: incidentId,
          incidentStatus: await putBack(tx, incident, team, by),
          triggeredBy: by,
        });
  return { incidentId, team: { chatId, participants: before, moved: [] }, toTell };
}

/**
 * Puts a begun case whose team is empty, and its incident, back to ASSIGNED, because S2 §4 lets captains reassign only there. Nothing else
 * has to be undone: credits and movements are in the rows of the members who have left.
 * @returns the status of the incident, which stays as it is if the case has not begun
 */
async function putBack(tx: Db, incident: IncidentRow, { caseId, caseStatus, teamName }: OpenTeam, by: number) {
  const [next, caseNext] = [
    judge(incidentLifecycle, incident.status, { type: 'team.emptied' }),
    judge(caseLifecycle, caseStatus, { type: 'team.emptied' }),
  ];
  if (!next.allowed || !caseNext.allowed || next.status === 'DELETED') return incident.status;
  await tx.update(cases).set({ status: caseNext.status }).where(eq(cases.id, caseId));
  await storeChange(tx, incident, {
    event: 'team.emptied',
    changedBy: by,
    statusAfter: next.status,
    note: `${teamName} has no members any more. A captain can reassign it.`,
  });
  return next.status;
}
