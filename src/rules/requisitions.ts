import type { Requisition } from '../contract/supplies';

/** Some items in a line: 'Bandage × 2, Gauze × 1'. */
export const itemsText = (items: readonly { readonly name: string; readonly quantity: number }[]) =>
  items.map(({ name, quantity }) => `${name || 'Item'} × ${quantity}`).join(', ');

/** The items of a requisition in a line. */
export const requestedText = ({ items }: Requisition) =>
  itemsText(items.map(({ inventoryItemName, quantity }) => ({ name: inventoryItemName, quantity })));

/** A step of a requisition on its way. */
export interface Step {
  readonly status: 'PENDING' | 'APPROVED' | 'DISPATCHED' | 'RECEIVED';
  readonly isReached: boolean;
  readonly isCurrent: boolean;
}

const steps: readonly Step['status'][] = ['PENDING', 'APPROVED', 'DISPATCHED', 'RECEIVED'];

/** How far a requisition is (DECISIONS 32); null for a denied one and for another server's own status, which are shown as text. */
export function stepsOf(status: string): Step[] | null {
  const current = (steps as readonly string[]).indexOf(status);
  if (current < 0) return null;
  return steps.map((step, index) => ({ status: step, isReached: index <= current, isCurrent: index === current }));
}
