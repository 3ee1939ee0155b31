import { madeOf } from '../../contract/lists';
import type { KitUseSubmission } from '../../contract/submissions';
import { type InventoryItem, type Kit, type KitItem, QUANTITY_LIMIT, type Requisition } from '../../contract/supplies';
import { wholeIn } from '../formInput';
import { comparable } from '../wording';
import { kitTexts } from './kitTexts';

/** Units are written in the plural, as S2's 'pieces' is. For one thing the ending is removed: '1 piece', '1 box', '1 battery'. */
export const unitText = (quantity: number, unit: string) =>
  quantity === 1
    ? unit
        .replace(/ies$/, 'y')
        .replace(/(x|ch|sh|ss)es$/, '$1')
        .replace(/([^s])s$/, '$1')
    : unit;

/** The quantity of an item, with its unit if the server sends one: '3 pieces'. */
export const amountText = ({ quantity, unit }: Pick<KitItem, 'quantity' | 'unit'>) =>
  `${quantity} ${unitText(quantity, unit)}`.trim();

/** The origin of a kit item (S2 §3). */
export const originText = ({ personallyProcured }: Pick<KitItem, 'personallyProcured'>) =>
  personallyProcured ? 'Own' : 'Supplied';

/** The fields in which a member chooses an item of the inventory. */
export interface ItemChoice {
  readonly search: string;
  /** '' if no item is chosen. */
  readonly itemId: string;
  readonly quantity: string;
}
export const noChoice: ItemChoice = { search: '', itemId: '', quantity: '1' };

/** What is wrong with what was entered, and where: in a field, or null. */
export interface KitProblem {
  readonly field: 'item' | 'quantity' | `line ${string}` | null;
  readonly text: string;
}

/** The text of a problem if it is in this field, otherwise null. */
export const problemIn = (problem: KitProblem | null, field: KitProblem['field']): string | null =>
  problem?.field === field ? problem.text : null;

/** The items whose name or category contains the search text, sorted by name. */
export function matchingItems(inventory: readonly InventoryItem[], search: string): InventoryItem[] {
  const wanted = comparable(search.trim());
  return inventory
    .filter(({ name, categoryName }) => comparable(`${name} ${categoryName ?? ''}`).includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * A choice after a change of its fields. An item that the new search excludes is no longer chosen. If the search leaves only one
 * item, that one is chosen.
 */
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

/** The quantity in a typed text, at least 1 (S2 §5); null if it is invalid. */
export function quantityIn(text: string): number | null {
  const quantity = wholeIn(text);
  return quantity >= 1 && quantity <= QUANTITY_LIMIT ? quantity : null;
}

/** What is wrong with the quantity in a typed text of which `quantityIn` makes nothing. */
export function quantityProblem(text: string): string {
  const number = wholeIn(text);
  if (text.trim() === '' || number < 1) return kitTexts.badQuantity;
  return number > QUANTITY_LIMIT ? kitTexts.tooMuch : kitTexts.notWhole;
}

/** The kit as its owner sees it: reduced by uses that the server has not confirmed yet, and without used-up items. */
export function afterUses(items: readonly KitItem[], uses: readonly KitUseSubmission[]): KitItem[] {
  return items
    .map((item) => ({ ...item, quantity: item.quantity - usesOf(item.id, uses) }))
    .filter(({ quantity }) => quantity > 0);
}

/** A change of the own kit that the server has confirmed. `id` is the item's or the request's. */
export type KitChange =
  /** Its quantity was set; 0 if it was removed. */
  | { readonly kind: 'item'; readonly id: string; readonly quantity: number }
  /** Its receipt was acknowledged; `status` is the new one. */
  | { readonly kind: 'request'; readonly id: string; readonly status: string }
  /** The member has a first-aid kit now. */
  | { readonly kind: 'box'; readonly id: '' };

/** The id by which the feed names a change: a later change of the same thing takes its place. */
export const kitChangeId = ({ kind, id }: KitChange) => `${kind} ${id}`;

/** The fetched kit and requests with changes that they may lack. */
export const withKitChanges = <Data extends { readonly kit: Kit; readonly requests: readonly Requisition[] }>(
  data: Data,
  changes: readonly KitChange[],
): Data => changes.reduce(withKitChange, data) as Data;

function withKitChange(data: { readonly kit: Kit; readonly requests: readonly Requisition[] }, change: KitChange) {
  const { kit, requests } = data;
  if (change.kind === 'box') return { ...data, kit: { ...kit, hasMedicineBox: true } };
  if (change.kind === 'item') {
    const { id, quantity } = change;
    const items = kit.items
      .map((item) => (item.id === id ? { ...item, quantity } : item))
      .filter((item) => item.quantity > 0);
    return { ...data, kit: { ...kit, items: madeOf(items, kit.items) } };
  }
  const { id, status } = change;
  return {
    ...data,
    requests: madeOf(
      requests.map((one) => (one.id === id ? { ...one, status } : one)),
      requests,
    ),
  };
}

/** The used quantity of an item that the server has not confirmed yet. */
export const usesOf = (itemId: string, uses: readonly KitUseSubmission[]) =>
  uses.reduce((sum, { content }) => (content.itemId === itemId ? sum + content.used : sum), 0);
