import { and, asc, eq, inArray, or, sql, sum } from 'drizzle-orm';
import type { ItemRequest, ItemUsage, StockRequest } from '../../../src/contract/inventory';
import type { InventoryItem } from '../../../src/contract/supplies';
import { fullNameOf } from '../../../src/rules/names';
import { isLowOnStock } from '../../../src/rules/supplies/inventory';
import { openRequisitionStatuses } from '../../../src/rules/supplies/requisitions';
import type { Db } from '../../db/open';
import {
  inventoryBatches,
  inventoryCategories,
  inventoryItems,
  kitItems,
  requisitionItems,
  requisitions,
  users,
} from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import type { ToTell } from '../notifications/notify';
import { byName } from '../people/byName';
import { notifyLow } from './notify';
import { quantityChanged, unknownItem } from './refusals';
import { changeStock, type LockedItem, lockItem, setTotal } from './stock';

/** All items by name (S2 §3 "Inventory item"). */
export const listItems = (db: Db): Promise<InventoryItem[]> => itemsWhere(db, undefined);

/** @throws HttpError 404 when there is no such item. */
export async function findItem(db: Db, id: number): Promise<InventoryItem> {
  const [found] = await itemsWhere(db, id);
  if (!found) throw unknownItem();
  return found;
}

async function itemsWhere(db: Db, id: number | undefined): Promise<InventoryItem[]> {
  // Summed for all items at once, because the approved requests would otherwise be searched once for each item.
  const promised = db
    .select({ itemId: requisitionItems.itemId, sum: sum(requisitionItems.quantity).as('sum') })
    .from(requisitions)
    .innerJoin(requisitionItems, eq(requisitionItems.requisitionId, requisitions.id))
    .where(eq(requisitions.status, 'APPROVED'))
    .groupBy(requisitionItems.itemId)
    .as('promised');
  const nextExpiry = db
    .select({ day: sql`min(${inventoryBatches.expiresOn})::text` })
    .from(inventoryBatches)
    .where(eq(inventoryBatches.itemId, inventoryItems.id));
  const rows = await db
    .select({
      id: inventoryItems.id,
      name: inventoryItems.name,
      categoryId: inventoryItems.categoryId,
      categoryName: inventoryCategories.name,
      quantity: inventoryItems.quantity,
      unit: inventoryItems.unit,
      lowStockThreshold: inventoryItems.lowStockThreshold,
      barcode: inventoryItems.barcode,
      promised: sql`coalesce(${promised.sum}, 0)`.mapWith(Number),
      nextExpiry: sql<string | null>`(${nextExpiry})`,
    })
    .from(inventoryItems)
    .leftJoin(inventoryCategories, eq(inventoryCategories.id, inventoryItems.categoryId))
    .leftJoin(promised, eq(promised.itemId, inventoryItems.id))
    .where(id === undefined ? undefined : eq(inventoryItems.id, id))
    .orderBy(asc(sql`lower(${inventoryItems.name})`), asc(inventoryItems.id));
  return rows.map((row) => ({
    ...row,
    id: String(row.id),
    categoryId: row.categoryId === null ? null : String(row.categoryId),
  }));
}

/**
 * Adds an item with its initial stock.
 * @returns the item's id.
 * @throws HttpError 400 for an unknown category.
 */
export async function createItem(
  tx: Db,
  { quantity, ...request }: ItemRequest,
  by: number,
  at?: Date,
): Promise<number> {
  const fields = await fieldsOf(tx, request);
  const [made] = await tx
    .insert(inventoryItems)
    .values({ ...fields, barcode: fields.barcode ?? null })
    .returning();
  if (!made) throw new Error('an item was not stored');
  await setTotal(tx, { ...made, batches: [] }, quantity, { reason: 'initial', by, at });
  return made.id;
}

/**
 * Changes an item. The quantity is a total; the difference becomes a correction in the ledger.
 * @param seen the quantity that the caller's screen showed (DECISIONS K1)
 * @throws HttpError 404 when there is no such item, 409 when its quantity is no longer `seen`, 400 for an unknown category.
 */
export async function updateItem(
  tx: Db,
  id: number,
  { quantity, ...request }: ItemRequest,
  by: number,
  seen?: number,
): Promise<ToTell> {
  const item = await lockItem(tx, id);
  if (seen !== undefined && seen !== item.quantity) throw quantityChanged(item.quantity);
  const fields = await fieldsOf(tx, request);
  await tx.update(inventoryItems).set(fields).where(eq(inventoryItems.id, id));
  const after = { ...item, ...fields };
  await setTotal(tx, after, quantity, { reason: 'correction', by });
  return notifyWhenLow(tx, item, { ...after, quantity });
}

/**
 * Changes the stock of an item by a difference (DECISIONS K1).
 * @throws HttpError as `changeStock` does, 404 when there is no such item.
 */
export async function adjustStock(tx: Db, id: number, request: StockRequest, by: number, at?: Date): Promise<ToTell> {
  const item = await lockItem(tx, id);
  const quantity = await changeStock(tx, item, request, by, at);
  return notifyWhenLow(tx, item, { ...item, quantity }, at);
}

type Level = Pick<LockedItem, 'name' | 'unit' | 'quantity' | 'lowStockThreshold'>;

/**
 * Notifies the inventory managers when an item falls to its low-stock threshold: once, not again at each further change (DECISIONS
 * 34).
 */
export const notifyWhenLow = async (tx: Db, before: Level, after: Level, at?: Date): Promise<ToTell> =>
  !isLowOnStock(before) && isLowOnStock(after) ? notifyLow(tx, after, at) : [];

/** The columns to store for a request. An absent barcode stays as it is; an empty one removes it. */
async function fieldsOf(tx: Db, { categoryId, barcode, ...rest }: Omit<ItemRequest, 'quantity'>) {
  return {
    ...rest,
    categoryId: categoryId === null ? null : await lockCategory(tx, categoryId),
    ...(barcode !== undefined && { barcode: barcode || null }),
  };
}

/** The id of a category, locked so that it cannot be deleted until the transaction ends. */
async function lockCategory(tx: Db, given: string): Promise<number> {
  const id = readId(given);
  const [found] =
    id === null
      ? []
      : await tx
          .select({ id: inventoryCategories.id })
          .from(inventoryCategories)
          .where(eq(inventoryCategories.id, id))
          .for('key share');
  if (!found) throw new HttpError(400, 'There is no such category.');
  return found.id;
}

/**
 * The members who have an item in their kit or in an open requisition (S2 §7, DECISIONS K3). Former members do not count, because
 * they never acknowledge what was dispatched to them.
 * @throws HttpError 404 when there is no such item.
 */
export async function findUsage(db: Db, id: number): Promise<ItemUsage> {
  if ((await db.$count(inventoryItems, eq(inventoryItems.id, id))) === 0) throw unknownItem();
  const inKits = db.select({ id: kitItems.userId }).from(kitItems).where(eq(kitItems.itemId, id));
  const requesting = db
    .select({ id: requisitions.userId })
    .from(requisitions)
    .innerJoin(requisitionItems, eq(requisitionItems.requisitionId, requisitions.id))
    .where(and(eq(requisitionItems.itemId, id), inArray(requisitions.status, [...openRequisitionStatuses])));
  const holders = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.status, 'ACTIVE'), or(inArray(users.id, inKits), inArray(users.id, requesting))))
    .orderBy(...byName);
  return { inUse: holders.length > 0, userNames: holders.map(fullNameOf) };
}

/**
 * Deletes an item that is not in use. Its name stays in old requisitions and in the ledger, where its remaining stock is taken away
 * (DECISIONS K3).
 * @throws HttpError 404 when there is no such item, 409 when it is in use.
 */
export async function deleteItem(tx: Db, id: number, by: number): Promise<void> {
  // Locked, so that a call that puts the item in a kit or a request waits here and then finds it deleted.
  await tx.select({ id: inventoryItems.id }).from(inventoryItems).where(eq(inventoryItems.id, id)).for('update');
  const item = await lockItem(tx, id);
  const { inUse, userNames } = await findUsage(tx, id);
  if (inUse) throw new HttpError(409, `${item.name} is in use by ${(userNames ?? []).join(', ')}.`);
  await setTotal(tx, item, 0, { reason: 'correction', by, note: 'The item was deleted.' });
  await tx.delete(inventoryItems).where(eq(inventoryItems.id, id));
}

/** The number of items that are low on stock, by the same rule as `isLowOnStock`. */
export const countLow = (db: Db) =>
  db.$count(inventoryItems, sql`${inventoryItems.quantity} <= ${inventoryItems.lowStockThreshold}`);
