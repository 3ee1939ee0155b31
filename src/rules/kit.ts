import type { KitUseSubmission } from '../contract/submissions';
import { type InventoryItem, type KitItem, QUANTITY_LIMIT } from '../contract/supplies';

const dateFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** A calendar day such as 2027-03-31 as the viewer writes it; '' where there is none, as it came where it cannot be read. */
export function dayText(day: string | null, locale?: string): string {
  if (!day) return '';
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time)) return day;
  const format = dateFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  dateFormats.set(locale, format);
  return format.format(time);
}

/** How many of an item, with its unit where the server says it: '3 pieces'. */
export const amountText = ({ quantity, unit }: Pick<KitItem, 'quantity' | 'unit'>) => `${quantity} ${unit}`.trim();

/** Where an item of a kit comes from (S2 §3). */
export const originText = ({ personallyProcured }: Pick<KitItem, 'personallyProcured'>) =>
  personallyProcured ? 'Own' : 'Supplied';

/** A choice of an item of the inventory, as it is typed. */
export interface ItemChoice {
  readonly search: string;
  /** '' while none is chosen. */
  readonly itemId: string;
  readonly quantity: string;
}
export const noChoice: ItemChoice = { search: '', itemId: '', quantity: '1' };

/** The items whose name or category has the search text in it, by name. */
export function matchingItems(inventory: readonly InventoryItem[], search: string): InventoryItem[] {
  const wanted = search.trim().toLocaleLowerCase();
  return inventory
    .filter(({ name, categoryName }) => `${name} ${categoryName ?? ''}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A choice after a change. What the search leaves out is chosen no longer; the only one that it leaves is chosen. */
export function changedChoice(
  choice: ItemChoice,
  change: Partial<ItemChoice>,
  inventory: readonly InventoryItem[],
): ItemChoice {
  const next = { ...choice, ...change };
  if (change.search === undefined) return next;
  const found = matchingItems(inventory, next.search);
  if (found.some(({ id }) => id === next.itemId)) return next;
  return { ...next, itemId: found.length === 1 ? (found[0]?.id ?? '') : '' };
}

/** A typed quantity, at least 1 (S2 §5); null where it is none. */
export function quantityIn(text: string): number | null {
  const quantity = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= QUANTITY_LIMIT ? quantity : null;
}

/** The kit as its owner sees it: without what they have used and the server does not know yet. What is used up is not in it. */
export function afterUses(items: readonly KitItem[], uses: readonly KitUseSubmission[]): KitItem[] {
  return items
    .map((item) => ({ ...item, quantity: item.quantity - usesOf(item.id, uses) }))
    .filter(({ quantity }) => quantity > 0);
}

/** How many of an item were used that the server does not know of yet. */
export const usesOf = (itemId: string, uses: readonly KitUseSubmission[]) =>
  uses.reduce((sum, { content }) => (content.itemId === itemId ? sum + content.used : sum), 0);
