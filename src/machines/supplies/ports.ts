import type { ActorRef, Snapshot } from 'xstate';
import type {
  Batch,
  Category,
  ImportAnswer,
  ItemRequest,
  ItemUsage,
  StockEvent,
  StockRequest,
  SupplyStats,
} from '../../contract/inventory';
import type { WireId } from '../../contract/primitives';
import type { InventoryItem, Requisition } from '../../contract/supplies';
import type { RequisitionDecision } from '../../rules/supplies/inventoryTexts';
import { call, stream } from '../ports';

/** All data of the inventory (S2 §2, /inventory). */
export interface Inventory {
  readonly stats: SupplyStats;
  readonly pending: readonly Requisition[];
  readonly approved: readonly Requisition[];
  readonly items: readonly InventoryItem[];
  readonly categories: readonly Category[];
  /** The batches that expire soon; empty if the server does not know expiry dates. */
  readonly expiring: readonly Batch[];
}
/** The member whose personal topic brings the news of the inventory. */
export interface InventoryQuery {
  readonly userId: string;
}

/** The events that the child charts send to the inventory. */
export type InventoryFact =
  /** The server's data were changed, or turned out to be different from the screen's. */
  | { type: 'inventory.changed' }
  /** The server has accepted a manager's decision about a requisition. */
  | { type: 'requisition.handled'; requisition: Requisition; decision: RequisitionDecision };
export type InventoryParent = ActorRef<Snapshot<unknown>, InventoryFact>;

/** All these calls reject with a CallFailure. */
export const handleRequisition = call<
  unknown,
  { readonly requisition: Requisition; readonly decision: RequisitionDecision; readonly reason: string | null }
>('handleRequisition');

/** An item to save; `itemId` is null for a new one. */
export interface ItemSaving {
  readonly itemId: string | null;
  /** The category's id has its type on the wire. A barcode is sent only if the server knows barcodes. */
  readonly request: Omit<ItemRequest, 'barcode' | 'categoryId'> & {
    readonly categoryId: WireId | null;
    readonly barcode?: string | null;
  };
  /** The version that the form shows. If its quantity has changed since, the item is not saved (DECISIONS K1). Null for a new item. */
  readonly seen: InventoryItem | null;
  /** The Idempotency-Key, so that a repeat creates nothing twice. */
  readonly key: string;
}
export const saveItem = call<unknown, ItemSaving>('saveItem');
export const checkUsage = call<ItemUsage, { readonly itemId: string }>('checkUsage');
/** `name` is the name of the item. If the manager has left the screen, the message about a failure begins with it. */
export const deleteItem = call<unknown, { readonly itemId: string; readonly name: string }>('deleteItem');

/** A category to save; `categoryId` is null for a new one. */
interface CategorySaving {
  readonly categoryId: string | null;
  readonly name: string;
  readonly key: string;
}
export const saveCategory = call<unknown, CategorySaving>('saveCategory');
export const deleteCategory = call<unknown, { readonly category: Category }>('deleteCategory');

/** The data of one item's stock. */
export interface StockPage {
  /** The newest changes, newest first. */
  readonly events: readonly StockEvent[];
  readonly batches: readonly Batch[];
}
/** Fetches the changes before the one with this id, newest first. */
export const fetchOlder = call<readonly StockEvent[], { readonly itemId: string; readonly before: string }>(
  'fetchOlder',
);
/** `name`: as above. */
export const changeStock = call<
  unknown,
  { readonly itemId: string; readonly name: string; readonly request: StockRequest; readonly key: string }
>('changeStock');

/** Reads a file as text; null if it is no text. Rejects if it cannot be read. */
export const readText = call<string | null, { readonly file: File }>('readText');
/** Asks what an import would change. */
export const checkItems = call<ImportAnswer, { readonly csv: string }>('checkItems');
/** @param seen the `state` of the preview */
export const importItems = call<
  ImportAnswer,
  { readonly csv: string; readonly seen: string | undefined; readonly key: string }
>('importItems');
/** Fetches the items as CSV and offers the file as a download. */
export const exportItems = call<void>('exportItems');
/** Opens the browser's dialog for printing. */
export const printPage = call<void>('printPage');

/** The camera with its barcode reader. The camera is released when the chart stops it. */
export const camera = stream('camera');
export type CameraNews =
  | { type: 'camera.opened'; picture: MediaStream }
  | { type: 'camera.failed' }
  | { type: 'code.seen'; code: string };
