import { eq } from 'drizzle-orm';
import type { IncidentStatus } from '../../../src/contract/incidents';
import type { IncidentLifecycleEvent } from '../../../src/machines/lifecycles/incident.machine';
import { conflictText } from '../../../src/rules/incidents/incidentTexts';
import type { Actor, Member } from '../../core';
import type { Db } from '../../db/open';
import { incidentChanges, incidents } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { lockMember } from '../session/callers';
import { unknownIncident } from './find';
import { requireIncidentTransition } from './refusals';

export type IncidentRow = typeof incidents.$inferSelect;
type Change = typeof incidentChanges.$inferInsert;

/** What a member wants to do to an incident. */
export interface Intent {
  readonly incidentId: number;
  readonly by: Actor;
  readonly at?: Date;
  /** The `lastUpdated` that the member has seen. The act is refused if the incident has changed since. */
  readonly seen?: Date | undefined;
}

/** The effect of an act, besides the status that follows from the lifecycle. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly set?: Partial<typeof incidents.$inferInsert>;
  /** A reason or description, shown in the history. */
  readonly note?: string | null;
  readonly details?: typeof incidentChanges.$inferInsert.details;
}

/**
 * Carries out an act on an incident in one transaction, if its lifecycle allows the act. Locks the incident and the caller, so that
 * the second of two simultaneous acts is judged by the result of the first and by the caller's roles at that time. Updates
 * `lastUpdated` (DECISIONS 24) and adds an entry to the history.
 * @param event builds the event for the lifecycle from the locked incident and caller
 * @throws HttpError 404 when there is no such incident, 401 when the caller is no longer a member, 409 when it has changed since
 * `seen`, otherwise as `requireIncidentTransition` does.
 */
export function changeIncident<Result>(
  db: Db,
  { incidentId, by, at = new Date(), seen }: Intent,
  event: (incident: IncidentRow, by: Actor) => IncidentLifecycleEvent,
  work: (tx: Db, incident: IncidentRow, by: Member) => Promise<Outcome<Result>>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const incident = await lockIncident(tx, incidentId);
    const caller = await lockMember(tx, by.id);
    const asked = event(incident, caller);
    const status = requireIncidentTransition(incident.status, asked);
    if (seen && seen.getTime() !== incident.lastUpdated.getTime()) throw changedMeanwhile(incident);
    const { result, set = {}, note = null, details = null } = await work(tx, incident, caller);
    if (status !== 'DELETED')
      await storeChange(
        tx,
        incident,
        { event: asked.type, changedBy: by.id, statusAfter: status, at, note, details },
        set,
      );
    return result;
  });
}

/**
 * Stores what an event has changed in a locked incident, with its new status. Updates `lastUpdated` (DECISIONS 24) and adds an entry to
 * the history.
 */
export async function storeChange(
  tx: Db,
  { id, status, lastUpdated }: Pick<IncidentRow, 'id' | 'status' | 'lastUpdated'>,
  {
    at = new Date(),
    ...change
  }: Omit<Change, 'incidentId' | 'statusBefore'> & { statusAfter: IncidentStatus; at?: Date },
  set: Partial<typeof incidents.$inferInsert> = {},
): Promise<void> {
  await tx
    .update(incidents)
    .set({ ...set, status: change.statusAfter, lastUpdated: later(at, lastUpdated) })
    .where(eq(incidents.id, id));
  await recordChange(tx, { ...change, at, incidentId: id, statusBefore: status });
}

/**
 * Locks an incident until the transaction ends.
 * @throws HttpError 404 when there is no such incident.
 */
export async function lockIncident(tx: Db, id: number): Promise<IncidentRow> {
  const [found] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  if (!found) throw unknownIncident();
  return found;
}

/**
 * When an incident was last changed, read before it is locked. Serves as `seen` when the client sends none, so that the second of
 * two simultaneous writes does not undo the first.
 * @param wasChanged whether the incident was changed after the call arrived; the result is then a time that no incident has, so that
 * the call is refused
 * @throws HttpError 404 when there is no such incident.
 */
export async function seenByDefault(db: Db, id: number, wasChanged: boolean): Promise<Date> {
  const [found] = await db.select({ at: incidents.lastUpdated }).from(incidents).where(eq(incidents.id, id));
  if (!found) throw unknownIncident();
  return wasChanged ? new Date(0) : found.at;
}

/** Adds an entry to the history of an incident. Entries are never changed, except to remove the name of a former member. */
export async function recordChange(tx: Db, change: Change): Promise<void> {
  await tx.insert(incidentChanges).values(change);
}

const changedMeanwhile = (incident: IncidentRow) => new HttpError(409, conflictText(incident));

/** A `lastUpdated` that differs from the previous one, even when two changes happen within a millisecond. */
const later = (at: Date, last: Date) => (at > last ? at : new Date(last.getTime() + 1));
