import { and, eq, notInArray } from 'drizzle-orm';
import type { CompletionDetails } from '../../../src/contract/cases';
import { placeOf } from '../../../src/rules/incidents/incidents';
import { isCaptainOrHigher } from '../../../src/rules/roles';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { participantsOf } from '../chat/access';
import { notifyOfEnd } from '../incidents/actions';
import { changeIncident, type IncidentRow, type Intent, lockIncident } from '../incidents/change';
import { findStatus } from '../incidents/find';
import type { TeamNews } from '../incidents/news';
import { notify, type ToTell } from '../notifications/notify';
import { notificationTexts } from '../notifications/texts';
import { creditTeam, POINTS_PER_CASE } from '../people/credits';
import { lockMember } from '../session/callers';
import { noOpenCase, requireCaseTransition } from './refusals';
import { findOpenCase, memberIdsOf, membersOf, type OpenCase } from './team';

/**
 * Starts the work on the open case of an incident. The confirmed members stay credited with it (DECISIONS 22); the others lose the
 * credit but stay in the team.
 * @throws HttpError 400 when a confirmed user is not in the team, 409 when there is no case that can be started, 403 when the
 * caller is neither in the team nor captain-or-higher.
 */
export const initiateCase = (db: Db, intent: Intent, participatingUserIds: readonly string[]): Promise<TeamNews> =>
  db.transaction(async (tx) => {
    const incident = await lockIncident(tx, intent.incidentId);
    const open = await enterCase(tx, incident, await lockMember(tx, intent.by.id), 'case.initiate');
    const team = await memberIdsOf(tx, open.id);
    const confirmed = [...new Set(participatingUserIds)].map(readId);
    const ids = confirmed.filter((id) => id !== null).filter((id) => team.includes(id));
    if (ids.length < confirmed.length) throw new HttpError(400, 'Somebody you have confirmed is not in the team.');
    await tx.update(cases).set({ status: open.next }).where(eq(cases.id, open.id));
    const isOthers = and(eq(caseMembers.caseId, open.id), notInArray(caseMembers.userId, ids));
    await tx.update(caseMembers).set({ isCredited: false }).where(isOthers);
    const names = (await membersOf(tx, open.id)).filter(({ userId }) => ids.includes(userId));
    return changeIncident(
      tx,
      intent,
      () => ({ type: 'case.initiated' }),
      async () => ({
        result: await newsOf(tx, open),
        note: `Taking part: ${names.map(({ firstName }) => firstName).join(', ')}`,
        details: { participants: { from: team, to: ids } },
      }),
    );
  });

/** Whether the member may start the work on the open case of an incident, or could until it was started. */
export async function isConcerned(db: Db, { incidentId, by }: Pick<Intent, 'incidentId' | 'by'>): Promise<boolean> {
  const open = await findOpenCase(db, incidentId);
  return open !== null && (isCaptainOrHigher(by.roles) || (await memberIdsOf(db, open.id)).includes(by.id));
}

/** The result of completing a case. */
export interface Completed {
  readonly caseId: number;
  /** The ids of the members who were credited. */
  readonly credited: readonly number[];
  readonly team: TeamNews;
  readonly toTell: ToTell;
}

/**
 * Completes the open case of an incident, whose status becomes ONGOING (DECISIONS 22), and gives the credited members their points
 * (DECISIONS 31).
 * @throws HttpError as `initiateCase` does, except for 400.
 */
export const completeCase = (db: Db, intent: Intent, details: CompletionDetails): Promise<Completed> =>
  db.transaction(async (tx) => {
    const { at = new Date() } = intent;
    const { resolutionNotes, finalLatitude, finalLongitude } = details;
    const incident = await lockIncident(tx, intent.incidentId);
    const open = await enterCase(tx, incident, await lockMember(tx, intent.by.id), 'case.complete');
    await tx
      .update(cases)
      .set({ status: open.next, closedAt: at, resolutionNotes, finalLatitude, finalLongitude })
      .where(eq(cases.id, open.id));
    const creditedMembers = await tx
      .select({ userId: caseMembers.userId })
      .from(caseMembers)
      .where(and(eq(caseMembers.caseId, open.id), eq(caseMembers.isCredited, true)));
    // The movements of the team are cleared with the end of the case (DECISIONS 154). The timeline keeps them.
    await tx.update(caseMembers).set({ movement: null, movedAt: null }).where(eq(caseMembers.caseId, open.id));
    const credited = creditedMembers.map(({ userId }) => userId);
    await creditTeam(tx, credited, placeOf({ latitude: finalLatitude, longitude: finalLongitude }));
    const toTell = await notifyOfEnd(
      tx,
      intent,
      incident,
      'ONGOING',
      notificationTexts.completed(open.teamName, incident),
    );
    const credits = await notify(tx, {
      type: 'REWARDS',
      message: notificationTexts.points(POINTS_PER_CASE, open.teamName),
      recipients: credited,
      relatedEntityId: incident.id,
      triggeredBy: intent.by.id,
      isCredit: true,
      at,
    });
    return changeIncident(
      tx,
      intent,
      () => ({ type: 'case.completed' }),
      async () => ({
        result: { caseId: open.id, credited, team: await newsOf(tx, open), toTell: [...toTell, ...credits] },
        note: resolutionNotes,
      }),
    );
  });

/**
 * Refuses a caller who may not complete the open case of an incident, before they send their files. `completeCase` checks again.
 * @throws HttpError as `completeCase` does.
 */
export const refuseCompletion = (db: Db, { incidentId, by }: Pick<Intent, 'incidentId' | 'by'>): Promise<void> =>
  db.transaction(
    async (tx) => {
      await enterCase(tx, { id: incidentId, status: await findStatus(tx, incidentId) }, by, 'case.complete');
    },
    // Both are read as of one moment: otherwise, if the case ends just then, the refusal names the status from before.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** The open case of an incident, with the status that follows from the event. */
async function enterCase(
  tx: Db,
  { id, status }: Pick<IncidentRow, 'id' | 'status'>,
  by: Actor,
  type: 'case.initiate' | 'case.complete',
) {
  const open = await findOpenCase(tx, id);
  if (!open) throw noOpenCase(status);
  const isInTeam = (await memberIdsOf(tx, open.id)).includes(by.id);
  return { ...open, next: requireCaseTransition(open.status, { type, roles: by.roles, isInTeam }) };
}

const newsOf = async (tx: Db, { id, chatId }: OpenCase): Promise<TeamNews> => ({
  chatId,
  participants: await participantsOf(tx, id),
  moved: [],
});
