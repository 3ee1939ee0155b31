import type { InventoryItem, KitItem, Requisition } from '../../../src/contract/supplies';

export const inventoryItem = (id: string, name: string, parts: Partial<InventoryItem> = {}): InventoryItem => ({
  id,
  name,
  categoryId: null,
  categoryName: null,
  quantity: 10,
  unit: 'pieces',
  lowStockThreshold: 5,
  barcode: null,
  promised: null,
  nextExpiry: null,
  ...parts,
});
export const bandage = inventoryItem('1', 'Bandage');
/** An item of another server, whose ids are numbers. */
export const gauze = inventoryItem('9', 'Gauze', { wireId: 9 } as Partial<InventoryItem>);

export const kitItem = (id: string, name: string, quantity: number, parts: Partial<KitItem> = {}): KitItem => ({
  id,
  inventoryItemId: '1',
  inventoryItemName: name,
  quantity,
  personallyProcured: false,
  unit: 'pieces',
  nextExpiry: null,
  ...parts,
});

export const request = (id: string, status: string, parts: Partial<Requisition> = {}): Requisition => ({
  id,
  status,
  userName: 'Mira Nair',
  requestedAt: '2026-03-10T08:00:00Z',
  approvedAt: null,
  items: [{ id: null, inventoryItemId: '1', inventoryItemName: 'Bandage', quantity: 2 }],
  reason: null,
  dispatchedAt: null,
  receivedAt: null,
  isOwn: true,
  ...parts,
});
