import { and, asc, desc, eq, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Batch, LEDGER_PAGE, type StockEvent } from '../../../src/contract/inventory';
import { fullNameOf } from '../../../src/rules/names';
import type { Db } from '../../db/open';
import { inventoryBatches, inventoryItems, requisitions, stockEvents, users } from '../../db/schema';
import { unknownItem } from './refusals';

/**
 * A page of an item's ledger, newest first.
 * @param before the id of the oldest entry on the previous page
 * @throws HttpError 404 when there is no such item.
 */
export async function listEvents(db: Db, itemId: number, before?: number): Promise<StockEvent[]> {
  if ((await db.$count(inventoryItems, eq(inventoryItems.id, itemId))) === 0) throw unknownItem();
  const requester = alias(users, 'requester');
  const rows = await db
    .select({
      row: stockEvents,
      by: { firstName: users.firstName, lastName: users.lastName },
      requestedBy: { firstName: requester.firstName, lastName: requester.lastName },
    })
    .from(stockEvents)
    .leftJoin(users, eq(users.id, stockEvents.changedBy))
    .leftJoin(requisitions, eq(requisitions.id, stockEvents.requisitionId))
    .leftJoin(requester, eq(requester.id, requisitions.userId))
    .where(and(eq(stockEvents.itemId, itemId), before === undefined ? undefined : lt(stockEvents.id, before)))
    .orderBy(desc(stockEvents.id))
    .limit(LEDGER_PAGE);
  return rows.map(({ row: { id, at, reason, note, delta, quantity, requisitionId }, by, requestedBy }) => ({
    id: String(id),
    at: at.toISOString(),
    by: by && fullNameOf(by),
    reason,
    note,
    delta,
    quantity,
    requisitionId: requisitionId === null ? null : String(requisitionId),
    requestedBy: requestedBy && fullNameOf(requestedBy),
  }));
}

/**
 * The batches of an item, the earliest expiry date first.
 * @throws HttpError 404 when there is no such item.
 */
export async function listBatches(db: Db, itemId: number): Promise<Batch[]> {
  if ((await db.$count(inventoryItems, eq(inventoryItems.id, itemId))) === 0) throw unknownItem();
  return batchesWhere(db, eq(inventoryBatches.itemId, itemId));
}

/** The batches that expire by this day or have expired, soonest first (DECISIONS K10). */
export const listExpiring = (db: Db, by: string): Promise<Batch[]> =>
  batchesWhere(db, and(isNotNull(inventoryBatches.expiresOn), lte(inventoryBatches.expiresOn, by)));

async function batchesWhere(db: Db, which: SQL | undefined): Promise<Batch[]> {
  const rows = await db
    .select({
      itemId: inventoryBatches.itemId,
      itemName: inventoryItems.name,
      unit: inventoryItems.unit,
      expiresOn: inventoryBatches.expiresOn,
      quantity: inventoryBatches.quantity,
    })
    .from(inventoryBatches)
    .innerJoin(inventoryItems, eq(inventoryItems.id, inventoryBatches.itemId))
    .where(which)
    .orderBy(sql`${inventoryBatches.expiresOn} nulls last`, asc(sql`lower(${inventoryItems.name})`));
  return rows.map((row) => ({ ...row, itemId: String(row.itemId) }));
}
