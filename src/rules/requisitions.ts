import type { Requisition } from '../contract/supplies';

/** Some items in a line: 'Bandage × 2, Gauze × 1'. */
export const itemsText = (items: readonly { readonly name: string; readonly quantity: number }[]) =>
  items.map(({ name, quantity }) => `${name || 'Item'} × ${quantity}`).join(', ');

/** The items of a requisition in a line. */
export const requestedText = ({ items }: Requisition) =>
  itemsText(items.map(({ inventoryItemName, quantity }) => ({ name: inventoryItemName, quantity })));
