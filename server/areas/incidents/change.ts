import { eq } from 'drizzle-orm';
import type { IncidentLifecycleEvent } from '../../../src/machines/lifecycles/incident.machine';
import { statusText } from '../../../src/rules/incidents';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { incidentChanges, incidents } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { holdMember } from '../session/callers';
import { unknownIncident } from './find';
import { obey } from './refusals';

export type IncidentRow = typeof incidents.$inferSelect;
/** Who does something. Their roles are those at the beginning of the call; a transaction asks again. */
export type Actor = Pick<Caller, 'id' | 'roles'>;

/** What somebody wants to do to one incident. */
export interface Intent {
  readonly incidentId: number;
  readonly by: Actor;
  readonly at?: Date;
  /** The `lastUpdated` that they have seen: what has been changed since is not changed again. */
  readonly seen?: Date | undefined;
}

/** What comes of it, besides the status that the lifecycle says. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly set?: Partial<typeof incidents.$inferInsert>;
  /** The reason or the content, which the history shows. */
  readonly note?: string | null;
  readonly details?: typeof incidentChanges.$inferInsert.details;
}

/**
 * Does something to an incident in one transaction, if its lifecycle allows it. The row is locked, so that of two acts at once the
 * second is judged by the result of the first; so is the caller's, and what counts are the roles that they have then.
 * `lastUpdated` moves (DECISIONS 24), and the history gets a line.
 * @param event what the lifecycle is asked, about the row and the caller as they are
 * @throws HttpError 404 when there is no such incident, 401 when the caller is no longer a member, otherwise as `obey` does.
 */
export function changeIncident<Result>(
  db: Db,
  { incidentId, by, at = new Date(), seen }: Intent,
  event: (incident: IncidentRow, by: Actor) => IncidentLifecycleEvent,
  work: (tx: Db, incident: IncidentRow, by: Actor) => Promise<Outcome<Result>>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const incident = await lockIncident(tx, incidentId);
    const caller = await holdMember(tx, by.id);
    const asked = event(incident, caller);
    const status = obey(incident.status, asked);
    if (seen && seen.getTime() !== incident.lastUpdated.getTime()) throw changedMeanwhile(incident);
    const { result, set = {}, note = null, details = null } = await work(tx, incident, caller);
    if (status === 'DELETED') return result;
    await tx
      .update(incidents)
      .set({ ...set, status, lastUpdated: later(at, incident.lastUpdated) })
      .where(eq(incidents.id, incidentId));
    await recordChange(tx, {
      incidentId,
      at,
      event: asked.type,
      changedBy: by.id,
      statusBefore: incident.status,
      statusAfter: status,
      note,
      details,
    });
    return result;
  });
}

/** Locks an incident until the transaction ends. @throws HttpError 404 when there is no such incident. */
export async function lockIncident(tx: Db, id: number): Promise<IncidentRow> {
  const [found] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  if (!found) throw unknownIncident();
  return found;
}

/**
 * When an incident was last changed, read before it is locked. It is used as `seen` when the client does not send that, so that of
 * two writes at the same moment the second does not undo the first.
 * @param wasChanged whether it was changed after the call had arrived: then no change can be the one that the caller has seen
 * @throws HttpError 404 when there is no such incident.
 */
export async function lastSeen(db: Db, id: number, wasChanged: boolean): Promise<Date> {
  const [found] = await db.select({ at: incidents.lastUpdated }).from(incidents).where(eq(incidents.id, id));
  if (!found) throw unknownIncident();
  return wasChanged ? new Date(0) : found.at;
}

/** Adds a line to the history of an incident. There is no way to change one. */
export async function recordChange(tx: Db, change: typeof incidentChanges.$inferInsert): Promise<void> {
  await tx.insert(incidentChanges).values(change);
}

const changedMeanwhile = ({ status }: IncidentRow) =>
  new HttpError(409, `Somebody else has changed this incident meanwhile. It is ${statusText(status)} now.`);

/** A `lastUpdated` that differs from the one before, also when two changes happen within a millisecond. */
const later = (at: Date, last: Date) => (at > last ? at : new Date(last.getTime() + 1));
