import type { Requisition, RequisitionStatus } from '../../contract/supplies';

/** The statuses of requisitions that are not finished yet (DECISIONS K3). */
export const openRequisitionStatuses: readonly RequisitionStatus[] = ['PENDING', 'APPROVED', 'DISPATCHED'];

/** Items as one line: 'Bandage × 2, Gauze × 1'. */
export const itemsText = (items: readonly { readonly name: string; readonly quantity: number }[]) =>
  items.map(({ name, quantity }) => `${name || 'Item'} × ${quantity}`).join(', ');

/** The items of a requisition as one line. */
export const requestedText = ({ items }: Pick<Requisition, 'items'>) =>
  itemsText(items.map(({ inventoryItemName, quantity }) => ({ name: inventoryItemName, quantity })));

/** One step of a requisition's progress. */
export interface Step {
  readonly status: 'PENDING' | 'APPROVED' | 'DISPATCHED' | 'RECEIVED';
  readonly isReached: boolean;
  readonly isCurrent: boolean;
}

const steps: readonly Step['status'][] = ['PENDING', 'APPROVED', 'DISPATCHED', 'RECEIVED'];

/**
 * The progress of a requisition (DECISIONS 32). Null for a denied one and for an unknown status of another server; these are shown
 * as text.
 */
export function stepsOf(status: string): Step[] | null {
  const current = (steps as readonly string[]).indexOf(status);
  if (current < 0) return null;
  return steps.map((step, index) => ({ status: step, isReached: index <= current, isCurrent: index === current }));
}

/** The requester's name, with the phone number if another requester in the list has the same name (DECISIONS 368). */
export const requesterIn =
  (requisitions: readonly Requisition[]) =>
  ({ userId, userName, phoneNumber }: Requisition): string =>
    phoneNumber && requisitions.some((other) => other.userName === userName && other.userId !== userId)
      ? `${userName} ${phoneNumber}`
      : userName;
