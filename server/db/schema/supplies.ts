import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { StockReason } from '../../../src/contract/inventory';
import type { RequisitionStatus } from '../../../src/contract/supplies';
import { id, ref, time } from './columns';
import { users } from './people';

/** S2 §3, "Category". */
export const inventoryCategories = pgTable('inventory_categories', { id: id(), name: text().notNull() }, (t) => [
  uniqueIndex('inventory_categories_name').on(sql`lower(${t.name})`),
]);

/** S2 §3, "Inventory item". */
export const inventoryItems = pgTable(
  'inventory_items',
  {
    id: id(),
    name: text().notNull(),
    categoryId: ref().references(() => inventoryCategories.id, { onDelete: 'restrict' }),
    /** The sum of the item's ledger and of its batches (DECISIONS 32, K10). */
    quantity: integer().notNull().default(0),
    unit: text().notNull(),
    lowStockThreshold: integer().notNull(),
    barcode: text(),
  },
  (t) => [
    uniqueIndex('inventory_items_name').on(sql`lower(${t.name})`),
    uniqueIndex('inventory_items_barcode').on(t.barcode),
    index('inventory_items_category').on(t.categoryId),
    check('inventory_items_quantity', sql`${t.quantity} >= 0`),
  ],
);

/** The stock of an item with the same expiry date. One row per item holds the stock without a date. */
export const inventoryBatches = pgTable(
  'inventory_batches',
  {
    id: id(),
    itemId: ref()
      .notNull()
      .references(() => inventoryItems.id, { onDelete: 'cascade' }),
    expiresOn: date({ mode: 'string' }),
    quantity: integer().notNull(),
  },
  (t) => [
    uniqueIndex('inventory_batches_item').on(t.itemId, sql`coalesce(${t.expiresOn}, 'infinity'::date)`),
    index('inventory_batches_expiry').on(t.expiresOn),
    check('inventory_batches_quantity', sql`${t.quantity} >= 0`),
  ],
);

/** S2 §3, "Requisition". */
export const requisitions = pgTable(
  'requisitions',
  {
    id: id(),
    status: text().$type<RequisitionStatus>().notNull().default('PENDING'),
    /** Null only if the account's row was deleted; the row of a former member stays. */
    userId: ref().references(() => users.id, { onDelete: 'set null' }),
    requestedAt: time().notNull().defaultNow(),
    approvedAt: time(),
    deniedAt: time(),
    dispatchedAt: time(),
    receivedAt: time(),
    /** The reason for a denial. */
    reason: text(),
    /** The manager who last approved, denied or dispatched it. */
    handledBy: ref().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [index('requisitions_status').on(t.status), index('requisitions_user').on(t.userId)],
);

export const requisitionItems = pgTable(
  'requisition_items',
  {
    id: id(),
    requisitionId: ref()
      .notNull()
      .references(() => requisitions.id, { onDelete: 'cascade' }),
    /** Null once the item is deleted; its name stays (DECISIONS K3). */
    itemId: ref().references(() => inventoryItems.id, { onDelete: 'set null' }),
    itemName: text().notNull(),
    quantity: integer().notNull(),
    /** Set at dispatch: the earliest expiry date of the batches from which it was taken, if one has a date. */
    expiresOn: date({ mode: 'string' }),
  },
  (t) => [
    uniqueIndex('requisition_items_once').on(t.requisitionId, t.itemId),
    index('requisition_items_item').on(t.itemId),
    check('requisition_items_quantity', sql`${t.quantity} >= 1`),
  ],
);

/** The ledger of the stock. Rows are only added. An item's quantity is the sum of its deltas (DECISIONS 32). */
export const stockEvents = pgTable(
  'stock_events',
  {
    id: id(),
    /** Null once the item is deleted; its name stays (DECISIONS K3). */
    itemId: ref().references(() => inventoryItems.id, { onDelete: 'set null' }),
    itemName: text().notNull(),
    at: time().notNull().defaultNow(),
    changedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    reason: text().$type<StockReason>().notNull(),
    note: text(),
    delta: integer().notNull(),
    /** The item's quantity after this change. */
    quantity: integer().notNull(),
    /** The expiry date of the batch; null for stock without one. */
    expiresOn: date({ mode: 'string' }),
    requisitionId: ref().references(() => requisitions.id, { onDelete: 'set null' }),
  },
  (t) => [index('stock_events_item').on(t.itemId, t.id), index('stock_events_requisition').on(t.requisitionId)],
);

/** The contents of members' first-aid kits: one row per item and origin (DECISIONS K6). */
export const kitItems = pgTable(
  'kit_items',
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    itemId: ref()
      .notNull()
      .references(() => inventoryItems.id, { onDelete: 'restrict' }),
    personallyProcured: boolean().notNull(),
    quantity: integer().notNull(),
    /** The earliest expiry date in `batches`. */
    expiresOn: date({ mode: 'string' }),
    /** The supplied items that have an expiry date (DECISIONS 127). The rest of the quantity has none. */
    batches: jsonb()
      .$type<readonly { readonly expiresOn: string; readonly quantity: number }[]>()
      .notNull()
      .default([]),
    /** When the owner was reminded of the expiry date; null before that. */
    toldAt: time(),
  },
  (t) => [
    uniqueIndex('kit_items_once').on(t.userId, t.itemId, t.personallyProcured),
    index('kit_items_item').on(t.itemId),
    check('kit_items_quantity', sql`${t.quantity} >= 1`),
  ],
);
