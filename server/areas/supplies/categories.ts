import { asc, eq, sql } from 'drizzle-orm';
import type { Category } from '../../../src/contract/inventory';
import { CATEGORY_IN_USE } from '../../../src/rules/supplies/inventoryTexts';
import type { Db } from '../../db/open';
import { inventoryCategories, inventoryItems } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { unknownCategory } from './refusals';

/** All categories by name. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .select()
    .from(inventoryCategories)
    .orderBy(asc(sql`lower(${inventoryCategories.name})`));
  return rows.map(shapeOf);
}

const shapeOf = ({ id, name }: typeof inventoryCategories.$inferSelect): Category => ({ id: String(id), name });

export async function createCategory(tx: Db, name: string): Promise<Category> {
  const [made] = await tx.insert(inventoryCategories).values({ name }).returning();
  if (!made) throw new Error('a category was not stored');
  return shapeOf(made);
}

/** @throws HttpError 404 when there is no such category. */
export async function renameCategory(db: Db, id: number, name: string): Promise<Category> {
  const [changed] = await db
    .update(inventoryCategories)
    .set({ name })
    .where(eq(inventoryCategories.id, id))
    .returning();
  if (!changed) throw unknownCategory();
  return shapeOf(changed);
}

/** @throws HttpError 404 when there is no such category, 409 when it still contains items (DECISIONS K2). */
export async function deleteCategory(tx: Db, id: number): Promise<void> {
  // Locked, so that a call that puts an item into the category waits and then finds the category deleted.
  const [found] = await tx
    .select({ id: inventoryCategories.id })
    .from(inventoryCategories)
    .where(eq(inventoryCategories.id, id))
    .for('update');
  if (!found) throw unknownCategory();
  if ((await tx.$count(inventoryItems, eq(inventoryItems.categoryId, id))) > 0)
    throw new HttpError(409, CATEGORY_IN_USE);
  await tx.delete(inventoryCategories).where(eq(inventoryCategories.id, id));
}
