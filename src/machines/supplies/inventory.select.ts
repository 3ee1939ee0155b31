import type { InventorySnapshot } from './inventory.machine';

/** All data of the inventory; null until it is fetched. */
export const selectInventory = (snapshot: InventorySnapshot) => snapshot.context.inventory;
export const selectFilter = (snapshot: InventorySnapshot) => snapshot.context.filter;
export const selectIsExporting = (snapshot: InventorySnapshot) => snapshot.matches({ shown: { paper: 'exporting' } });
export const selectFeed = (snapshot: InventorySnapshot) => snapshot.children.feed;
export const selectHandling = (snapshot: InventorySnapshot) => snapshot.children.handling;
export const selectDispatched = (snapshot: InventorySnapshot) => snapshot.children.dispatched;
/** The open dialogs, one at a time. */
export const selectItemEdit = (snapshot: InventorySnapshot) => snapshot.children.itemEdit;
export const selectItemDeleting = (snapshot: InventorySnapshot) => snapshot.children.itemDeleting;
export const selectStock = (snapshot: InventorySnapshot) => snapshot.children.stock;
export const selectCategories = (snapshot: InventorySnapshot) => snapshot.children.categories;
export const selectItemImport = (snapshot: InventorySnapshot) => snapshot.children.itemImport;
export const selectScanning = (snapshot: InventorySnapshot) => snapshot.children.scanning;
