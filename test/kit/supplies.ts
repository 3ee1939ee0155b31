import { asc, eq, sql } from 'drizzle-orm';
import {
  auditLog,
  inventoryBatches,
  inventoryItems,
  kitItems,
  notifications,
  requisitionItems,
  requisitions,
  stockEvents,
} from '../../server/db/schema';
import type { RequisitionStatus } from '../../src/contract/supplies';
import { callsIn, type Person, people, type SignedInServer } from './incidents';
import type { TestServer } from './server';

/** Functions that make and read supplies by the API, as one of the people. */
export function suppliesIn(signedIn: () => SignedInServer) {
  const { asked, read } = callsIn(signedIn);
  let made = 0;

  /** Makes an item by the API, and a batch for each delivery. @returns its id */
  async function makeItem(
    deliveries: readonly (readonly [delta: number, expiresOn?: string])[] = [],
    fields: object = {},
  ): Promise<string> {
    const body = { name: `Item ${++made}`, quantity: 0, unit: 'pieces', lowStockThreshold: 0, ...fields };
    const { body: item } = await must(asked('inventory manager', 'inventory/items', { body }), 201);
    const { id } = item as { id: string };
    for (const [delta, expiresOn] of deliveries)
      await must(
        asked('inventory manager', `inventory/items/${id}/stock`, {
          body: { delta, reason: 'restock', ...(expiresOn && { expiresOn }) },
        }),
        200,
      );
    return id;
  }

  /** Brings a requisition to a status by the API. @returns its id. */
  async function makeRequisition(
    status: RequisitionStatus,
    itemId: string,
    { quantity = 1, by = 'member not in team' as Person } = {},
  ): Promise<string> {
    const { body } = await must(asked(by, 'requisitions', { body: [{ inventoryItemId: itemId, quantity }] }), 201);
    const { id } = body as { id: string };
    const act = (what: string) =>
      must(asked('inventory manager', `inventory/requisitions/${id}/${what}`, { method: 'POST' }), 200);
    if (status === 'DENIED') await act('deny');
    if (['APPROVED', 'DISPATCHED', 'RECEIVED'].includes(status)) await act('approve');
    if (['DISPATCHED', 'RECEIVED'].includes(status)) await act('dispatch');
    if (status === 'RECEIVED') await must(asked(by, `requisitions/${id}/acknowledge`, { method: 'POST' }), 200);
    return id;
  }

  return { asked, read, makeItem, makeRequisition };
}

async function must(answer: ReturnType<ReturnType<typeof callsIn>['asked']>, status: number) {
  const given = await answer;
  if (given.status !== status) throw new Error(`${given.status}: ${JSON.stringify(given.body)}`);
  return given;
}

/** Everything that the database holds about supplies. */
export const supplyRows = async ({ db }: Pick<TestServer, 'db'>) => ({
  items: await db.select().from(inventoryItems).orderBy(inventoryItems.id),
  batches: await db.select().from(inventoryBatches).orderBy(inventoryBatches.id),
  ledger: await db.select().from(stockEvents).orderBy(stockEvents.id),
  requisitions: await db.select().from(requisitions).orderBy(requisitions.id),
  lines: await db.select().from(requisitionItems).orderBy(requisitionItems.id),
  kits: await db.select().from(kitItems).orderBy(kitItems.id),
  audit: await db.select().from(auditLog).orderBy(auditLog.id),
});

/** The stock of one item, counted in three ways that must agree: quantity, ledger and batches (DECISIONS 32, K10). */
export async function stockOf({ db }: Pick<TestServer, 'db'>, itemId: string | number) {
  const id = Number(itemId);
  const [item] = await db.select().from(inventoryItems).where(eq(inventoryItems.id, id));
  const ledger = await db.select().from(stockEvents).where(eq(stockEvents.itemId, id)).orderBy(asc(stockEvents.id));
  const batches = await db
    .select({ expiresOn: inventoryBatches.expiresOn, quantity: inventoryBatches.quantity })
    .from(inventoryBatches)
    .where(eq(inventoryBatches.itemId, id))
    .orderBy(sql`${inventoryBatches.expiresOn} nulls last`);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    quantity: item?.quantity,
    ledger: sum(ledger.map(({ delta }) => delta)),
    inBatches: sum(batches.map(({ quantity }) => quantity)),
    lastRow: ledger.at(-1)?.quantity ?? 0,
    batches,
    events: ledger.map(({ reason, delta, expiresOn, note }) => ({ reason, delta, expiresOn, note })),
  };
}

/** The messages of a person's notifications about supplies, oldest first. */
export const noticesOf = async ({ db }: Pick<TestServer, 'db'>, person: Person) => {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, people[person].id))
    .orderBy(notifications.id);
  return rows.filter(({ type }) => type === 'INVENTORY').map(({ message }) => message);
};
