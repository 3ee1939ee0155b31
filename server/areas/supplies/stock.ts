import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { StockReason, StockRequest } from '../../../src/contract/inventory';
import type { Db } from '../../db/open';
import { inventoryBatches, inventoryItems, stockEvents } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { correct, type Part, type Stock, takeForUse } from './batches';
import { latestDate } from './days';
import { checkCountable, unknownItem } from './refusals';

/** An item that is locked, so that nobody else changes its stock until the transaction ends. */
export type LockedItem = typeof inventoryItems.$inferSelect & { readonly batches: readonly Stock[] };

/** The reason for a change of stock, for the ledger. */
interface StockCause {
  readonly reason: StockReason;
  /** The member who made the change; null for an automatic one. */
  readonly by: number | null;
  readonly at?: Date | undefined;
  readonly note?: string | null;
  readonly requisitionId?: number;
}

/**
 * Locks items in the order of their ids, so that two calls that change several items do not deadlock. Kits and requisitions can
 * still be made to refer to them.
 * @returns the items that exist, by id.
 */
export async function lockItems(tx: Db, ids: readonly number[]): Promise<Map<number, LockedItem>> {
  const sorted = [...new Set(ids)];
  const rows = await tx
    .select()
    .from(inventoryItems)
    .where(inArray(inventoryItems.id, sorted))
    .orderBy(asc(inventoryItems.id))
    .for('no key update');
  const batches = await tx.select().from(inventoryBatches).where(inArray(inventoryBatches.itemId, sorted));
  return new Map(rows.map((row) => [row.id, { ...row, batches: batches.filter(({ itemId }) => itemId === row.id) }]));
}

/**
 * Locks one item as `lockItems` does.
 * @throws HttpError 404 when there is no such item.
 */
export async function lockItem(tx: Db, id: number): Promise<LockedItem> {
  const item = (await lockItems(tx, [id])).get(id);
  if (!item) throw unknownItem();
  return item;
}

/**
 * Changes the stock of a locked item in the caller's transaction: its batches, its quantity, and one ledger entry per batch
 * (DECISIONS 32). This is the only place that changes stock.
 * @param parts changes that take no more than their batch holds
 * @returns the item's new quantity.
 */
export async function moveStock(tx: Db, item: LockedItem, parts: readonly Part[], cause: StockCause): Promise<number> {
  const { reason, by, note = null, requisitionId = null, at = new Date() } = cause;
  let quantity = item.quantity;
  for (const { expiresOn, delta } of parts) {
    quantity += delta;
    checkCountable(quantity);
    await changeBatch(tx, item.id, { expiresOn, delta });
    await tx.insert(stockEvents).values({
      itemId: item.id,
      itemName: item.name,
      at,
      changedBy: by,
      reason,
      note,
      delta,
      quantity,
      expiresOn,
      requisitionId,
    });
  }
  if (parts.length > 0) await tx.update(inventoryItems).set({ quantity }).where(eq(inventoryItems.id, item.id));
  return quantity;
}

async function changeBatch(tx: Db, itemId: number, { expiresOn, delta }: Part): Promise<void> {
  const isIt = and(
    eq(inventoryBatches.itemId, itemId),
    sql`${inventoryBatches.expiresOn} is not distinct from ${expiresOn}::date`,
  );
  const [changed] = await tx
    .update(inventoryBatches)
    .set({ quantity: sql`${inventoryBatches.quantity} + ${delta}::integer` })
    .where(isIt)
    .returning({ quantity: inventoryBatches.quantity });
  if (!changed) await tx.insert(inventoryBatches).values({ itemId, expiresOn, quantity: delta });
  else if (changed.quantity === 0) await tx.delete(inventoryBatches).where(isIt);
}

/**
 * Sets the total of an item, also of a new one. A gain has no expiry date, and a loss is taken as by a correction (DECISIONS K1, K10).
 * @returns the item's new quantity.
 */
export async function setTotal(tx: Db, item: LockedItem, total: number, cause: StockCause): Promise<number> {
  // `correct` never returns null here: totals are not negative, so the loss is at most the whole stock.
  return moveStock(tx, item, correct(item.batches, total - item.quantity) ?? [], cause);
}

/**
 * Changes the stock by a difference (DECISIONS K1). With an expiry date only that batch changes; without one, used stock is
 * taken as a dispatch takes it, and corrections follow DECISIONS 124.
 * @returns the item's new quantity.
 * @throws HttpError 409 when there is not enough stock.
 */
export async function changeStock(
  tx: Db,
  item: LockedItem,
  { delta, reason, note, expiresOn }: StockRequest,
  by: number,
  at = new Date(),
): Promise<number> {
  const parts = partsOf(item, { delta, reason, expiresOn }, latestDate(at));
  if (!parts) throw tooFew(item, expiresOn);
  return moveStock(tx, item, parts, { reason, note, by, at });
}

type Change = Omit<StockRequest, 'note'>;

function partsOf(item: LockedItem, { delta, reason, expiresOn }: Change, today: string): Part[] | null {
  if (delta > 0) return [{ expiresOn, delta }];
  const batches = expiresOn === null ? item.batches : item.batches.filter((batch) => batch.expiresOn === expiresOn);
  return reason === 'correction' ? correct(batches, delta) : takeForUse(batches, -delta, today);
}

function tooFew({ name, batches, quantity }: LockedItem, expiresOn: string | null): HttpError {
  const there = expiresOn === null ? quantity : (batches.find((one) => one.expiresOn === expiresOn)?.quantity ?? 0);
  const which = expiresOn === null ? 'in stock' : `of the batch that expires on ${expiresOn}`;
  return new HttpError(409, `There are only ${there} of ${name} ${which}.`);
}
