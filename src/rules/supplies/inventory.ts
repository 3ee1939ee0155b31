import type { Batch, StockEvent } from '../../contract/inventory';
import type { InventoryItem, Requisition } from '../../contract/supplies';
import { dayText } from '../dayText';
import { comparable } from '../wording';

/** S2 §9: an item is low on stock if its quantity is at or below its threshold. */
export const isLowOnStock = ({ quantity, lowStockThreshold }: Pick<InventoryItem, 'quantity' | 'lowStockThreshold'>) =>
  quantity <= lowStockThreshold;

/** S2 §5, §9: what a new item has if nothing else is entered. */
export const newItemDefaults = { quantity: 0, unit: 'pieces', lowStockThreshold: 5 } as const;

export const itemSorts = ['name', 'quantity', 'category'] as const;
type ItemSort = (typeof itemSorts)[number];

/** Which items of the master list are shown, and in which order. */
export interface ItemFilter {
  /** A part of the name, the category or the barcode. */
  readonly search: string;
  readonly sort: ItemSort;
  /** The id of a category as text, '' for all. */
  readonly categoryId: string;
  readonly isLowOnly: boolean;
}
export const everyItem: ItemFilter = { search: '', sort: 'name', categoryId: '', isLowOnly: false };

const inWords = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: InventoryItem, b: InventoryItem) => inWords.compare(a.name, b.name);
const orders: Readonly<Record<ItemSort, (a: InventoryItem, b: InventoryItem) => number>> = {
  name: byName,
  /** The smallest quantity first, because these items must be bought next. */
  quantity: (a, b) => a.quantity - b.quantity || byName(a, b),
  /** Items without a category come last. */
  category: (a, b) =>
    Number(!a.categoryName) - Number(!b.categoryName) ||
    inWords.compare(a.categoryName ?? '', b.categoryName ?? '') ||
    byName(a, b),
};

/** The items that match a filter, in its order (S2 §2, master item list). */
export function itemsIn(items: readonly InventoryItem[], filter: ItemFilter): readonly InventoryItem[] {
  const wanted = comparable(filter.search.trim());
  const isFound = ({ name, categoryName, barcode }: InventoryItem) =>
    [name, categoryName, barcode].some((text) => text && comparable(text).includes(wanted));
  return items
    .filter(
      (item) =>
        (filter.categoryId === '' || String(item.categoryId) === filter.categoryId) &&
        (!filter.isLowOnly || isLowOnStock(item)) &&
        (wanted === '' || isFound(item)),
    )
    .sort(orders[filter.sort]);
}

/** Whether two barcodes are the same. Zeros at the front are ignored, because a reader may add them to a short code. */
const isSameCode = (one: string, other: string) => bare(one) === bare(other);
const bare = (code: string) => code.trim().replace(/^0+/, '');

/** The item with a barcode. */
export const itemWithCode = (items: readonly InventoryItem[], code: string): InventoryItem | undefined =>
  items.find(({ barcode }) => barcode !== null && bare(code) !== '' && isSameCode(barcode, code));

/** One line of a requisition with the stock of its item. */
interface RequestedLine {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  /** Null if the item is no longer in the inventory. */
  readonly stock: number | null;
  /** The quantity that approved requisitions will take (DECISIONS K9). */
  readonly promised: number;
  /** How much of the stock has expired. */
  readonly expired: number;
  /** Whether the stock is smaller than the requested quantity; of a pending one, the stock that is not promised (DECISIONS 324). */
  readonly isShort: boolean;
  /** Whether that is enough, but only with what has expired (DECISIONS 124). */
  readonly takesExpired: boolean;
}

/** The expired stock of each item, by the item's id. */
export function expiredIn(batches: readonly Batch[], now: number): ReadonlyMap<string, number> {
  const expired = new Map<string, number>();
  for (const { itemId, expiresOn, quantity } of batches)
    if (expiresOn !== null && isExpired(expiresOn, now)) expired.set(itemId, (expired.get(itemId) ?? 0) + quantity);
  return expired;
}

/**
 * The lines of a requisition with stock and promises (DECISIONS K9). Servers of S2 alone do not send promises, so they are added up
 * from the approved requisitions.
 */
export function linesOf(
  requisition: Requisition,
  items: ReadonlyMap<string, InventoryItem>,
  approved: readonly Requisition[],
  expiredById: ReadonlyMap<string, number>,
): readonly RequestedLine[] {
  return requisition.items.map(({ id, inventoryItemId, inventoryItemName, quantity }, index) => {
    const item = inventoryItemId === null ? undefined : items.get(inventoryItemId);
    const stock = item?.quantity ?? 0;
    const expired = expiredById.get(item?.id ?? '') ?? 0;
    const promised = item?.promised ?? promisedIn(approved, inventoryItemId);
    const free = stock - (requisition.status === 'PENDING' ? promised : 0);
    const isShort = free < quantity;
    return {
      id: id ?? `${inventoryItemId}-${index}`,
      name: inventoryItemName || item?.name || '',
      quantity,
      stock: item?.quantity ?? null,
      promised,
      expired,
      isShort,
      takesExpired: !isShort && free - expired < quantity,
    };
  });
}

const promisedIn = (approved: readonly Requisition[], itemId: string | null) =>
  approved
    .flatMap(({ items }) => items)
    .filter((line) => line.inventoryItemId !== null && line.inventoryItemId === itemId)
    .reduce((sum, line) => sum + line.quantity, 0);

/** DECISIONS K9: '12 in stock, 9 promised'; with expired stock '12 in stock, 5 of them expired, 9 promised' (DECISIONS 124). */
export function stockText({ stock, promised, expired }: Pick<RequestedLine, 'stock' | 'promised' | 'expired'>): string {
  if (stock === null) return 'No longer in the inventory';
  const parts = [
    `${stock} in stock`,
    expired > 0 && `${expired} of them expired`,
    promised > 0 && `${promised} promised`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** One line of the pick list: the quantity of an item that all approved requisitions take together. */
interface PickLine {
  /** Of the item; its name, if the item is gone. Two items may have the same name. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly stock: number | null;
}

/** The pick list for all approved requisitions, sorted by name. */
export function pickLines(
  approved: readonly Requisition[],
  items: ReadonlyMap<string, InventoryItem>,
): readonly PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { inventoryItemId, inventoryItemName, quantity } of approved.flatMap((requisition) => requisition.items)) {
    const item = items.get(inventoryItemId ?? '');
    const key = inventoryItemId ?? inventoryItemName;
    lines.set(key, {
      key,
      name: inventoryItemName || item?.name || '',
      unit: item?.unit ?? '',
      quantity: (lines.get(key)?.quantity ?? 0) + quantity,
      stock: item?.quantity ?? null,
    });
  }
  return [...lines.values()].sort((a, b) => inWords.compare(a.name, b.name));
}

/**
 * The expiry date of a batch in words.
 * @param now milliseconds since 1970
 */
export function expiryText(expiresOn: string | null, now: number, locale?: string): string {
  if (expiresOn === null) return 'No expiry date';
  return `${isExpired(expiresOn, now) ? 'Expired' : 'Expires'} ${dayText(expiresOn, locale)}`;
}

/** Whether a day is over at a time, in the viewer's zone. A batch that expires today is still good. */
export function isExpired(day: string, now: number): boolean {
  const today = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return day < `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`;
}

/**
 * A corner of the stock's line. Both numbers are from 0 to 1; `x` is the time from left to right, `y` the quantity from bottom to
 * top.
 */
interface CurvePoint {
  readonly x: number;
  readonly y: number;
}
/** A stock over time, as a line that stays level until the next change. */
interface StockCurve {
  readonly points: readonly CurvePoint[];
  /** The quantity at the upper edge. */
  readonly most: number;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/**
 * The line of an item's stock from its ledger (newest entry first) until now. Null if there are fewer than two changes.
 * @param now milliseconds since 1970
 */
export function curveOf(events: readonly Pick<StockEvent, 'at' | 'quantity'>[], now: number): StockCurve | null {
  const known = events.filter(({ at }) => !Number.isNaN(Date.parse(at))).reverse();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return null;
  // The last change may be later than `now` if the clock of this device is slow.
  const [start, end] = [Date.parse(first.at), Math.max(now, Date.parse(last.at))];
  const length = end - start;
  const most = Math.max(1, ...known.map(({ quantity }) => quantity));
  const points = known.flatMap(({ at, quantity }, index): CurvePoint[] => {
    // If all changes have the same time, they are spread evenly.
    const x = length > 0 ? (Date.parse(at) - start) / length : index / (known.length - 1);
    const before = known[index - 1];
    return [...(before ? [{ x, y: before.quantity / most }] : []), { x, y: quantity / most }];
  });
  return {
    points: [...points, { x: 1, y: last.quantity / most }],
    most,
    from: first.at,
    to: new Date(end).toISOString(),
  };
}
