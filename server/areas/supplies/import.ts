import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { type ImportAnswer, type ImportRequest, ItemRequest } from '../../../src/contract/inventory';
import { newItemDefaults } from '../../../src/rules/supplies/inventory';
import type { Db } from '../../db/open';
import { inventoryCategories, inventoryItems } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import type { ToTell } from '../notifications/notify';
import { createCategory } from './categories';
import { type Column, type CsvLine, type CsvProblem, readCsv } from './csv';
import { notifyWhenLow } from './items';
import { type LockedItem, lockItems, setTotal } from './stock';

/** The fields that an item has after the import, according to its line. */
interface Wanted {
  readonly name: string;
  readonly quantity: number;
  readonly unit: string;
  readonly lowStockThreshold: number;
  readonly categoryName: string;
  readonly barcode: string;
}
/** What a new item has if its line leaves it out. */
const defaults: Wanted = { ...newItemDefaults, name: '', categoryName: '', barcode: '' };

interface Plan {
  readonly line: number;
  readonly wanted: Wanted;
  /** The existing item of that name; null for a new item. */
  readonly item: LockedItem | null;
}
type Answer = Required<ImportAnswer>;

/**
 * Reads a list of items as CSV and compares it with the existing items by name. With `apply` it stores the changes: all of them, or
 * none if any line has an error. Quantities are totals; differences go to the ledger. Items that the file does not name stay as
 * they are.
 * @returns the changes (to be) made, and the errors by line.
 * @throws HttpError 409 when the changes are no longer those that the caller was shown (DECISIONS K1).
 */
export async function importItems(
  tx: Db,
  { csv, apply, seen: seenState }: ImportRequest,
  by: number,
): Promise<{ readonly answer: Answer; readonly toTell: ToTell }> {
  const { lines, problems } = readCsv(csv);
  const errors: CsvProblem[] = [...problems];
  const items = await lockAll(tx);
  const categories = await tx.select().from(inventoryCategories);
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const spelled = new Map(categories.map(({ name }) => [keyOfName(name), name]));
  const byName = new Map([...items.values()].map((item) => [keyOfName(item.name), item]));
  const plans: Plan[] = [];
  const names = new Set<string>();
  for (const { line, cells } of lines) {
    const item = byName.get(keyOfName(cells.Name ?? '')) ?? null;
    const before = item ? asWanted(item, categoryNames) : null;
    const wanted = read(cells, before, spelled);
    if (typeof wanted === 'string') errors.push({ line, message: wanted });
    else if (names.has(keyOfName(wanted.name))) errors.push({ line, message: `${wanted.name} is there twice.` });
    else plans.push({ line, wanted, item });
    if (typeof wanted !== 'string') names.add(keyOfName(wanted.name));
  }
  errors.push(...sharedBarcodes(plans, [...items.values()]));
  errors.sort((a, b) => a.line - b.line);
  const changes = plans.map((plan) => changeOf(plan, categoryNames));
  const state = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  if (apply && seenState !== undefined && seenState !== state)
    throw new HttpError(409, 'Somebody else has changed the inventory meanwhile. Please look at the changes again.');
  const isApplied = apply && errors.length === 0;
  const toTell = isApplied ? await carryOut(tx, plans, categories, by) : [];
  return { answer: { isApplied, errors, changes: errors.length > 0 ? [] : changes, state }, toTell };
}

/** Names that differ only in case are equal, as in the database's unique indexes. */
const keyOfName = (name: string) => name.trim().toLowerCase();

async function lockAll(tx: Db): Promise<Map<number, LockedItem>> {
  const rows = await tx.select({ id: inventoryItems.id }).from(inventoryItems);
  return lockItems(
    tx,
    rows.map(({ id }) => id),
  );
}

const asWanted = (item: LockedItem, categoryNames: ReadonlyMap<number, string>): Wanted => ({
  name: item.name,
  quantity: item.quantity,
  unit: item.unit,
  lowStockThreshold: item.lowStockThreshold,
  categoryName: (item.categoryId !== null && categoryNames.get(item.categoryId)) || '',
  barcode: item.barcode ?? '',
});

/** A number as spreadsheets save one with many digits. Most of its digits are lost: 8901030865278 becomes '8.90103E+12'. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;

/** An item in a line: that of a request, with the name of its category in place of the category's id. */
const LineRequest = v.strictObject({
  ...ItemRequest.entries,
  categoryId: v.optional(v.pipe(v.string(), v.maxLength(100, 'Category may have at most 100 characters.')), ''),
});

/**
 * The item according to its line. A column that is missing, or an empty cell, keeps its value (DECISIONS 126), or gets the default for a
 * new item.
 * @returns a complaint when the line is invalid.
 */
function read(cells: CsvLine['cells'], before: Wanted | null, spelled: ReadonlyMap<string, string>): Wanted | string {
  const { name: _, ...rest } = before ?? defaults;
  const count = (column: Column, otherwise: number) =>
    cells[column] ? (/^\d{1,15}$/.test(cells[column]) ? Number(cells[column]) : Number.NaN) : otherwise;
  const quantity = count('Quantity', rest.quantity);
  const lowStockThreshold = count('Low stock threshold', rest.lowStockThreshold);
  if (Number.isNaN(quantity)) return 'Quantity must be a whole number, 0 or more.';
  if (Number.isNaN(lowStockThreshold)) return 'Low stock threshold must be a whole number, 0 or more.';
  const barcode = cells.Barcode || rest.barcode;
  if (barcode !== rest.barcode && ROUNDED.test(barcode))
    return `The spreadsheet has rounded the barcode to '${barcode}'. Please format the column Barcode as text, and enter the barcode again.`;
  const categoryName = cells.Category || rest.categoryName;
  const parsed = v.safeParse(LineRequest, {
    name: cells.Name ?? '',
    quantity,
    lowStockThreshold,
    unit: cells.Unit || rest.unit,
    categoryId: categoryName,
    barcode,
  });
  if (!parsed.success) return parsed.issues[0].message;
  const { categoryId, ...fields } = parsed.output;
  return {
    ...fields,
    categoryName: spelled.get(keyOfName(categoryId)) ?? categoryId,
    barcode: fields.barcode ?? '',
  };
}

/** The lines that give an item a barcode that another item has after the import, too. */
function sharedBarcodes(plans: readonly Plan[], items: readonly LockedItem[]): CsvProblem[] {
  const planned = new Set(plans.map(({ item }) => item?.id));
  const used = new Map(
    items.flatMap(({ id, barcode, name }) => (barcode && !planned.has(id) ? [[barcode, name] as const] : [])),
  );
  return plans.flatMap(({ line, wanted: { barcode, name } }) => {
    if (barcode === '') return [];
    const other = used.get(barcode);
    used.set(barcode, name);
    return other === undefined ? [] : [{ line, message: `${other} has the barcode ${barcode} already.` }];
  });
}

const labels = {
  name: 'Name',
  categoryName: 'Category',
  quantity: 'Quantity',
  unit: 'Unit',
  lowStockThreshold: 'Low stock threshold',
  barcode: 'Barcode',
} as const satisfies Record<keyof Wanted, Column>;

/** What a line changes, in words: 'Quantity 3 → 20, Unit pieces → rolls'. */
function changeOf({ line, wanted, item }: Plan, categoryNames: ReadonlyMap<number, string>) {
  const before = item && asWanted(item, categoryNames);
  const shown = (value: string | number) => (value === '' ? 'none' : String(value));
  const fields = (Object.keys(labels) as (keyof Wanted)[]).filter((field) =>
    before ? before[field] !== wanted[field] : field !== 'name' && wanted[field] !== '',
  );
  const details = fields.map((field) =>
    before ? `${labels[field]} ${shown(before[field])} → ${shown(wanted[field])}` : `${labels[field]} ${wanted[field]}`,
  );
  const kind = !before ? 'create' : fields.length > 0 ? 'update' : 'same';
  return { line, kind, name: wanted.name, details: details.join(', ') };
}

async function carryOut(
  tx: Db,
  plans: readonly Plan[],
  categories: readonly (typeof inventoryCategories.$inferSelect)[],
  by: number,
): Promise<ToTell> {
  const categoryIds = new Map(categories.map(({ id, name }) => [keyOfName(name), id]));
  const toTell: ToTell[] = [];
  // Cleared first, because two items may swap their barcodes.
  const changed = plans.flatMap(({ item }) => (item ? [item.id] : []));
  await tx.update(inventoryItems).set({ barcode: null }).where(inArray(inventoryItems.id, changed));
  for (const { wanted, item } of plans) {
    const { quantity, categoryName, barcode, ...rest } = wanted;
    const fields = { ...rest, barcode: barcode || null, categoryId: await categoryOf(tx, categoryName, categoryIds) };
    const cause = { reason: 'import', by } as const;
    if (item) {
      await tx.update(inventoryItems).set(fields).where(eq(inventoryItems.id, item.id));
      await setTotal(tx, { ...item, ...fields }, quantity, cause);
      toTell.push(await notifyWhenLow(tx, item, { ...item, ...fields, quantity }));
    } else {
      const [made] = await tx.insert(inventoryItems).values(fields).returning();
      if (!made) throw new Error('an item was not stored');
      await setTotal(tx, { ...made, batches: [] }, quantity, cause);
    }
  }
  return toTell.flat();
}

/** The id of the category with this name, which is created if it is missing; null for an empty name. */
async function categoryOf(tx: Db, name: string, ids: Map<string, number>): Promise<number | null> {
  if (name === '') return null;
  const known = ids.get(keyOfName(name));
  if (known !== undefined) return known;
  const made = Number((await createCategory(tx, name)).id);
  ids.set(keyOfName(name), made);
  return made;
}
