import { and, asc, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { Requisition, RequisitionRequest, RequisitionStatus } from '../../../src/contract/supplies';
import type { RequisitionLifecycleEvent } from '../../../src/machines/lifecycles/requisition.machine';
import { fullNameOf } from '../../../src/rules/names';
import { openRequisitionStatuses } from '../../../src/rules/supplies/requisitions';
import type { Actor, Member } from '../../core';
import { isAnyOf } from '../../db/conditions';
import type { Db } from '../../db/open';
import { inventoryItems, requisitionItems, requisitions, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import type { ToTell } from '../notifications/notify';
import { lockMember } from '../session/callers';
import { notifyManagers } from './notify';
import { requireRequisitionTransition, unknownRequisition } from './refusals';

/** How many requisitions are listed at most, unless they are open. */
const MOST_LISTED = 200;
/** Those first that got their final status last. */
const lastEnded = sql`coalesce(${requisitions.deniedAt}, ${requisitions.receivedAt}) desc nulls last`;

/** The requisitions of all members, with one status or with any, newest first. `isOwn` marks those of the caller (DECISIONS K7). */
export async function listRequisitions(
  db: Db,
  callerId: number,
  status: RequisitionStatus | undefined,
): Promise<Requisition[]> {
  // Those that still need an action are all listed, and only they are sent oldest first.
  const isOpen = status !== undefined && openRequisitionStatuses.includes(status);
  // Of the others, the order chooses which 200 are listed; they are sent newest first all the same. Of those with a final status it is
  // the last ones that got it: a manager whose answer was lost looks for their decision there (DECISIONS 352).
  const endedAt = status === undefined ? [] : [lastEnded];
  const ids = db
    .select({ id: requisitions.id })
    .from(requisitions)
    // Nobody can acknowledge what is on its way to a deleted member, so it would be listed for ever.
    .leftJoin(users, eq(users.id, requisitions.userId))
    .where(
      and(
        status === undefined ? undefined : eq(requisitions.status, status),
        status === 'DISPATCHED' ? ne(users.status, 'FORMER') : undefined,
      ),
    )
    .orderBy(...(isOpen ? [] : endedAt), desc(requisitions.id));
  const found = await readAll(db, await (isOpen ? ids : ids.limit(MOST_LISTED)), callerId);
  return isOpen ? found.reverse() : found;
}

/** The caller's own requisitions, newest first: all open ones, and of the others the last that got their final status (DECISIONS 352). */
export async function listOwn(db: Db, callerId: number): Promise<Requisition[]> {
  const own = eq(requisitions.userId, callerId);
  const all = () => db.select({ id: requisitions.id }).from(requisitions);
  const isOpen = inArray(requisitions.status, [...openRequisitionStatuses]);
  const ended = all()
    .where(and(own, not(isOpen)))
    .orderBy(lastEnded, desc(requisitions.id))
    .limit(MOST_LISTED);
  return readAll(db, await all().where(and(own, or(isOpen, inArray(requisitions.id, ended)))), callerId);
}

/** @throws HttpError 404 when there is no such requisition. */
export async function findRequisition(db: Db, id: number, callerId: number): Promise<Requisition> {
  const [found] = await readAll(db, [{ id }], callerId);
  if (!found) throw unknownRequisition();
  return found;
}

/** The requisitions with these ids (S2 §3 "Requisition"), newest first. */
async function readAll(db: Db, which: readonly { readonly id: number }[], callerId: number): Promise<Requisition[]> {
  const ids = which.map(({ id }) => id);
  const rows = await db
    .select({
      row: requisitions,
      by: {
        firstName: users.firstName,
        lastName: users.lastName,
        phoneNumber: users.phoneNumber,
        status: users.status,
      },
    })
    .from(requisitions)
    .leftJoin(users, eq(users.id, requisitions.userId))
    .where(isAnyOf(requisitions.id, ids))
    .orderBy(desc(requisitions.id));
  const items = await db
    .select()
    .from(requisitionItems)
    .where(isAnyOf(requisitionItems.requisitionId, ids))
    .orderBy(asc(requisitionItems.id));
  const itemsOf = new Map<number, typeof items>(ids.map((id) => [id, []]));
  for (const item of items) itemsOf.get(item.requisitionId)?.push(item);
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return rows.map(({ row, by }) => ({
    id: String(row.id),
    status: row.status,
    userName: by ? fullNameOf(by) : '',
    requestedAt: row.requestedAt.toISOString(),
    approvedAt: text(row.approvedAt),
    items: (itemsOf.get(row.id) ?? []).map(({ id, itemId, itemName, quantity }) => ({
      id: String(id),
      inventoryItemId: itemId === null ? null : String(itemId),
      inventoryItemName: itemName,
      quantity,
    })),
    reason: row.reason,
    dispatchedAt: text(row.dispatchedAt),
    receivedAt: text(row.receivedAt),
    isOwn: row.userId === callerId,
    ...(by && by.status !== 'FORMER' && { userId: String(row.userId), phoneNumber: by.phoneNumber }),
  }));
}

/**
 * Stores a request for supplies as PENDING and notifies the inventory managers. It keeps the present names of its items (DECISIONS
 * K3).
 * @throws HttpError 400 when one of the items does not exist.
 */
export async function requestSupplies(
  tx: Db,
  userId: number,
  asked: InferOutput<typeof RequisitionRequest>,
  at = new Date(),
): Promise<{ readonly id: number; readonly toTell: ToTell }> {
  const by = await lockMember(tx, userId);
  const quantities = new Map(asked.map(({ inventoryItemId, quantity }) => [readId(inventoryItemId), quantity]));
  const known = [...quantities.keys()].filter((id) => id !== null);
  const items = await tx
    .select({ id: inventoryItems.id, name: inventoryItems.name })
    .from(inventoryItems)
    .where(inArray(inventoryItems.id, known))
    .orderBy(asc(inventoryItems.id))
    .for('key share');
  if (items.length < asked.length) throw new HttpError(400, 'An item of your request does not exist any more.');
  const [made] = await tx.insert(requisitions).values({ userId, requestedAt: at }).returning({ id: requisitions.id });
  if (!made) throw new Error('a requisition was not stored');
  const names = new Map(items.map(({ id, name }) => [id, name]));
  await tx.insert(requisitionItems).values(
    [...quantities].map(([itemId, quantity]) => ({
      requisitionId: made.id,
      itemId,
      itemName: names.get(itemId ?? 0) ?? '',
      quantity,
    })),
  );
  return { id: made.id, toTell: await notifyManagers(tx, made.id, asked.length, by, at) };
}

type Row = typeof requisitions.$inferSelect;

/** A requisition that is being changed, with its lines sorted by item id. */
export interface HeldRequisition extends Row {
  /** The member who changes it, as read in the transaction. */
  readonly handler: Member;
  readonly items: readonly (typeof requisitionItems.$inferSelect)[];
}

/**
 * Moves a requisition to its next status in the caller's transaction, if the lifecycle allows it. Locks the requisition and the
 * caller, so that the second of two simultaneous acts is judged by the result of the first, and reads the caller's roles again.
 * @param event builds the event for the lifecycle
 * @param set the columns to store besides the status
 * @throws HttpError 404 when there is no such requisition, otherwise as `requireRequisitionTransition` does.
 */
export async function changeRequisition(
  tx: Db,
  id: number,
  by: Actor,
  event: (row: Row, by: Actor) => RequisitionLifecycleEvent,
  set: Partial<typeof requisitions.$inferInsert>,
): Promise<HeldRequisition> {
  const [row] = await tx.select().from(requisitions).where(eq(requisitions.id, id)).for('update');
  if (!row) throw unknownRequisition();
  const caller = await lockMember(tx, by.id);
  const status = requireRequisitionTransition(row.status, event(row, caller));
  await tx
    .update(requisitions)
    .set({ ...set, status })
    .where(eq(requisitions.id, id));
  const items = await tx
    .select()
    .from(requisitionItems)
    .where(eq(requisitionItems.requisitionId, id))
    .orderBy(asc(requisitionItems.itemId));
  return { ...row, handler: caller, items };
}
