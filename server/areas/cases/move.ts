import { and, eq } from 'drizzle-orm';
import type { Movement } from '../../../src/contract/movement';
import { judge } from '../../../src/machines/lifecycles/judge';
import { type MovementLifecycleEvent, movementLifecycle } from '../../../src/machines/lifecycles/movement.machine';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers } from '../../db/schema';
import { actRefusal } from '../../http/httpError';
import { lockIncident, recordChange } from '../incidents/change';
import { deviceTime } from '../incidents/deviceTime';
import { lockMember } from '../session/callers';
import { noOpenCase } from './refusals';
import { findOpenCase } from './team';

/** A member's report of where they are on their way to an incident. */
interface Said {
  readonly incidentId: number;
  readonly by: Pick<Actor, 'id'>;
  readonly movement: Movement | null;
  /** When the member reported it. The report may have waited on their device. */
  readonly at: Date;
}

const eventOf = (movement: Movement | null): MovementLifecycleEvent['type'] =>
  movement === null ? 'movement.withdraw' : movement === 'ARRIVED' ? 'movement.arrive' : 'movement.depart';

/**
 * Stores how far a member of the incident's current team is on the way to it (DECISIONS 154). The same again changes nothing.
 * @throws HttpError 404 when there is no such incident, 409 when it has no open case or the lifecycle has no such step, 403 when
 * the caller is not in the team.
 */
export const move = (db: Db, { incidentId, by, movement, at }: Said): Promise<void> =>
  db.transaction(async (tx) => {
    const incident = await lockIncident(tx, incidentId);
    await lockMember(tx, by.id);
    const open = await findOpenCase(tx, incidentId);
    if (!open) throw noOpenCase(incident.status);
    const isTheirs = and(eq(caseMembers.caseId, open.id), eq(caseMembers.userId, by.id));
    const [row] = await tx.select().from(caseMembers).where(isTheirs);
    const type = eventOf(movement);
    const judgement = judge(movementLifecycle, row?.movement ?? 'NOT_SAID', { type, isInTeam: row !== undefined });
    if (!judgement.allowed)
      throw actRefusal(judgement.because, {
        state: 'You have said already that you have arrived.',
        role: 'Only a member of its team can say that they are on the way.',
      });
    if (row?.movement === movement) return;
    const movedAt = deviceTime(at, open.openedAt);
    await tx.update(caseMembers).set({ movement, movedAt }).where(isTheirs);
    await recordChange(tx, {
      incidentId,
      at: movedAt,
      event: type,
      changedBy: by.id,
      statusBefore: incident.status,
      statusAfter: incident.status,
    });
  });
