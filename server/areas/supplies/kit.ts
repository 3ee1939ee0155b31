import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { Kit, KitItem, KitItemRequest } from '../../../src/contract/supplies';
import type { Db } from '../../db/open';
import { inventoryItems, kitItems, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import type { ToTell } from '../notifications/notify';
import { notificationTexts as texts } from '../notifications/texts';
import { byName } from '../people/byName';
import { unknownMember } from '../people/volunteers';
import { earliest, leftInKit } from './batches';
import { notifyOwner } from './notify';
import { checkCountable, quantityChanged, unknownKitItem } from './refusals';

/** The columns of an item in a kit, S2 §3 "First-aid kit". */
const kitItemColumns = {
  id: kitItems.id,
  inventoryItemId: kitItems.itemId,
  inventoryItemName: inventoryItems.name,
  quantity: kitItems.quantity,
  personallyProcured: kitItems.personallyProcured,
  unit: inventoryItems.unit,
  nextExpiry: kitItems.expiresOn,
};

/**
 * A member's kit, S2 §3 "First-aid kit".
 * @throws HttpError 404 when there is no such member.
 */
export async function findKit(db: Db, userId: number): Promise<Kit> {
  const [owner] = await db
    .select({ firstName: users.firstName, hasMedicineBox: users.hasMedicineBox })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'ACTIVE')));
  if (!owner) throw unknownMember();
  return { ...owner, items: await itemsWhere(db, eq(kitItems.userId, userId)) };
}

async function itemsWhere(db: Db, which: SQL): Promise<KitItem[]> {
  const rows = await db
    .select(kitItemColumns)
    .from(kitItems)
    .innerJoin(inventoryItems, eq(inventoryItems.id, kitItems.itemId))
    .where(which)
    .orderBy(asc(sql`lower(${inventoryItems.name})`), asc(kitItems.id));
  return rows.map((row) => ({ ...row, id: String(row.id), inventoryItemId: String(row.inventoryItemId) }));
}

/** What is put in a kit. */
interface Supply {
  readonly itemId: number;
  readonly quantity: number;
  readonly personallyProcured: boolean;
  readonly expiresOn: string | null;
}

/**
 * Puts an item in a kit. There is one row per item and origin, and more of the same is added to it (DECISIONS K6). The row shows the
 * earliest of the expiry dates.
 * @returns the row's id.
 * @throws HttpError 409 when the quantity would exceed the limit.
 */
export async function putInKit(tx: Db, userId: number, supply: Supply): Promise<number> {
  const { expiresOn, quantity } = supply;
  const [row] = await tx
    .insert(kitItems)
    .values({ userId, ...supply, batches: expiresOn === null ? [] : [{ expiresOn, quantity }] })
    .onConflictDoUpdate({
      target: [kitItems.userId, kitItems.itemId, kitItems.personallyProcured],
      set: {
        quantity: sql`${kitItems.quantity} + excluded.quantity`,
        expiresOn: sql`least(${kitItems.expiresOn}, excluded.expires_on)`,
        batches: sql`${kitItems.batches} || excluded.batches`,
        // An earlier expiry date makes the owner be reminded again.
        toldAt: sql`case when excluded.expires_on < ${kitItems.expiresOn} then null else ${kitItems.toldAt} end`,
      },
    })
    .returning({ id: kitItems.id, quantity: kitItems.quantity });
  if (!row) throw new Error('a kit item was not stored');
  checkCountable(row.quantity);
  return row.id;
}

/**
 * Adds a personal item, chosen from the inventory.
 * @throws HttpError 400 when there is no such item.
 */
export async function addPersonalItem(
  tx: Db,
  userId: number,
  { inventoryItemId, quantity }: InferOutput<typeof KitItemRequest>,
): Promise<KitItem | undefined> {
  const itemId = readId(inventoryItemId);
  const [item] =
    itemId === null
      ? []
      : await tx
          .select({ id: inventoryItems.id })
          .from(inventoryItems)
          .where(eq(inventoryItems.id, itemId))
          .for('key share');
  if (!item) throw new HttpError(400, 'There is no such item.');
  const id = await putInKit(tx, userId, { itemId: item.id, quantity, personallyProcured: true, expiresOn: null });
  return (await itemsWhere(tx, eq(kitItems.id, id)))[0];
}

/**
 * A locked row of a member's kit.
 * @throws HttpError 404 when the kit does not contain it.
 */
async function lockKitItem(tx: Db, userId: number, id: number) {
  const [row] = await tx
    .select()
    .from(kitItems)
    .where(and(eq(kitItems.id, id), eq(kitItems.userId, userId)))
    .for('update');
  if (!row) throw unknownKitItem();
  return row;
}

type Row = Awaited<ReturnType<typeof lockKitItem>>;

/**
 * Sets the quantity of an item in the kit.
 * @param seen the quantity that the caller's screen showed (DECISIONS K1)
 * @throws HttpError 404 when the kit does not contain it, 409 when its quantity is no longer `seen`.
 */
export async function setKitItem(tx: Db, userId: number, id: number, quantity: number, seen?: number): Promise<ToTell> {
  const row = await lockKitItem(tx, userId, id);
  if (seen !== undefined && seen !== row.quantity) throw quantityChanged(row.quantity);
  return lower(tx, row, quantity);
}

/**
 * Takes used items out of the kit. The row is deleted with the last one (DECISIONS K1).
 * @throws HttpError 404 when the kit no longer contains it, 409 when there are not enough.
 */
export async function useKitItem(tx: Db, userId: number, id: number, used: number): Promise<ToTell> {
  const row = await lockKitItem(tx, userId, id);
  if (used > row.quantity) throw quantityChanged(row.quantity);
  return lower(tx, row, row.quantity - used);
}

/**
 * Removes an item from the kit.
 * @throws HttpError 404 when the kit no longer contains it.
 */
export async function deleteKitItem(tx: Db, userId: number, id: number): Promise<void> {
  const row = await lockKitItem(tx, userId, id);
  await lower(tx, row, 0);
}

/** Stores a quantity. Notifies the owner when only one of several is left. */
async function lower(tx: Db, row: Row, quantity: number): Promise<ToTell> {
  const { id, userId, itemId, quantity: before } = row;
  if (quantity === 0) await tx.delete(kitItems).where(eq(kitItems.id, id));
  else {
    const batches = leftInKit(row.batches, before - quantity);
    const expiresOn = earliest(batches.map((batch) => batch.expiresOn));
    // The owner is reminded of each date.
    const toldAt = expiresOn === row.expiresOn ? row.toldAt : null;
    await tx.update(kitItems).set({ quantity, batches, expiresOn, toldAt }).where(eq(kitItems.id, id));
  }
  if (quantity !== 1 || before <= 1) return [];
  const [item] = await tx
    .select({ name: inventoryItems.name })
    .from(inventoryItems)
    .where(eq(inventoryItems.id, itemId));
  return item ? notifyOwner(tx, userId, texts.kitLow(item.name)) : [];
}

/** The contents of the kits of these members. Members who have no kit at the moment are left out (DECISIONS K4). */
const kitsOf = (db: Db, userIds: readonly number[]) =>
  db
    .select({ userId: users.id, firstName: users.firstName, name: inventoryItems.name, quantity: kitItems.quantity })
    .from(kitItems)
    .innerJoin(users, eq(users.id, kitItems.userId))
    .innerJoin(inventoryItems, eq(inventoryItems.id, kitItems.itemId))
    .where(and(inArray(users.id, [...userIds]), eq(users.hasMedicineBox, true)))
    .orderBy(asc(sql`lower(${inventoryItems.name})`), ...byName);

/** The lines of a team's kit, such as 'Bandage × 2 (Mira, Ravi)' (S2 §3 "Team kit", DECISIONS K8). */
export async function teamKitLines(db: Db, userIds: readonly number[]): Promise<string[]> {
  const rows = await kitsOf(db, userIds);
  return [...new Set(rows.map(({ name }) => name))].map((name) => {
    const held = rows.filter((row) => row.name === name);
    const count = held.reduce((sum, { quantity }) => sum + quantity, 0);
    const owners = [...new Map(held.map(({ userId, firstName }) => [userId, firstName])).values()];
    return `${name} × ${count} (${owners.join(', ')})`;
  });
}

/** The names of the items in these members' kits, by member id. */
export async function kitNames(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const byOwner = new Map<number, string[]>();
  for (const { userId, name } of await kitsOf(db, userIds)) {
    const names = byOwner.get(userId) ?? [];
    if (!names.includes(name)) byOwner.set(userId, [...names, name]);
  }
  return byOwner;
}
