import { CallFailure } from '../../../src/contract/failure';
import type { InventoryItem, Requisition } from '../../../src/contract/supplies';
import type { NoticesRef } from '../../../src/machines/session/notices.machine';
import type { Inventory, InventoryParent } from '../../../src/machines/supplies/ports';
import { recorder } from '../../kit/walk';

/** 12 rolls of bandage. */
export const bandage = (changes: Partial<InventoryItem> = {}): InventoryItem => ({
  id: '4',
  name: 'Bandage',
  categoryId: '1',
  categoryName: 'Dressings',
  quantity: 12,
  unit: 'rolls',
  lowStockThreshold: 10,
  barcode: '8901234500019',
  promised: null,
  nextExpiry: null,
  ...changes,
});

/** Mira asks for three rolls. */
export const request = (changes: Partial<Requisition> = {}): Requisition => ({
  id: '7',
  status: 'PENDING',
  userName: 'Mira Nair',
  requestedAt: '2026-03-10T08:00:00Z',
  approvedAt: null,
  items: [{ id: '70', inventoryItemId: '4', inventoryItemName: 'Bandage', quantity: 3 }],
  reason: null,
  dispatchedAt: null,
  receivedAt: null,
  isOwn: false,
  ...changes,
});

export const inventory = (changes: Partial<Inventory> = {}): Inventory => ({
  stats: { pendingRequisitions: 1, readyForPickup: 0, lowStockItems: 0 },
  pending: [request()],
  approved: [],
  items: [bandage()],
  categories: [{ id: '1', name: 'Dressings' }],
  expiring: [],
  ...changes,
});

/** Who hears of what a dialog has done. */
export const listeners = () => ({ parent: recorder<InventoryParent>(), notices: recorder<NoticesRef>() });

/** How a call can fail. */
export const failures = {
  'no network': new CallFailure('network', 0),
  'the server fails': new CallFailure('refused', 500, 'The disk is full.'),
  'it is refused': new CallFailure('refused', 400, 'That is too long.'),
  'another was faster': new CallFailure('refused', 409, 'It is 9 now.'),
} as const;
export type Failing = keyof typeof failures;

/**
 * A text of S2 §8 after each of these failures: alone after an error of the server (DECISIONS P1), and followed by the server's message
 * if that says what can be done.
 */
export const textsOf = (text: string): Readonly<Record<Failing, string>> => ({
  'no network': text,
  'the server fails': text,
  'it is refused': `${text} That is too long.`,
  'another was faster': `${text} It is 9 now.`,
});

/** For each way to fail, something made of its name. */
export const eachFailure = <Made>(make: (name: Failing) => Made) =>
  Object.fromEntries((Object.keys(failures) as Failing[]).map((name) => [name, make(name)])) as Record<Failing, Made>;

export const CHANGED = { type: 'inventory.changed' };
