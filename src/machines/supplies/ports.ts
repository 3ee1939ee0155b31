import type { ActorRef, Snapshot } from 'xstate';
import type { WireId } from '../../contract/primitives';
import type {
  Batch,
  Category,
  ImportAnswer,
  InventoryItem,
  ItemRequest,
  ItemUsage,
  Requisition,
  StockEvent,
  StockRequest,
  SupplyStats,
} from '../../contract/supplies';
import type { Handling } from '../../rules/inventoryTexts';
import { call, stream } from '../ports';

/** Everything that the inventory shows (S2 §2, /inventory). */
export interface Inventory {
  readonly stats: SupplyStats;
  readonly pending: readonly Requisition[];
  readonly approved: readonly Requisition[];
  readonly items: readonly InventoryItem[];
  readonly categories: readonly Category[];
  /** What expires soon; empty where the server does not know expiry dates. */
  readonly expiring: readonly Batch[];
}
/** Whose inventory is watched: the news come over the manager's own topic. */
export interface InventoryQuery {
  readonly userId: string;
}

/** What the charts around the inventory tell it. */
export type InventoryFact =
  /** Something was changed on the server, or turned out to be different there. */
  | { type: 'inventory.changed' }
  /** The server has taken what a manager decided about a requisition. */
  | { type: 'requisition.handled'; requisition: Requisition; handling: Handling };
export type InventoryParent = ActorRef<Snapshot<unknown>, InventoryFact>;

/** Every call of these rejects with a CallFailure. */
export const handleRequisition = call<
  unknown,
  { readonly requisitionId: string; readonly handling: Handling; readonly reason: string | null }
>('handleRequisition');

/** An item that is saved: a new one where there is no id. */
export interface ItemSaving {
  readonly itemId: string | null;
  /** The category's id in the type in which it came, and a barcode where the server knows them. */
  readonly request: Omit<ItemRequest, 'barcode' | 'categoryId'> & {
    readonly categoryId: WireId | null;
    readonly barcode?: string | null;
  };
  /** The quantity that was shown: where it has moved, the server refuses (DECISIONS K1). Null for a new item. */
  readonly seen: number | null;
  /** Names the creation, so that a repeat creates nothing twice. */
  readonly key: string;
}
export const saveItem = call<unknown, ItemSaving>('saveItem');
export const checkUsage = call<ItemUsage, { readonly itemId: string }>('checkUsage');
export const deleteItem = call<unknown, { readonly itemId: string }>('deleteItem');

/** A category that is saved: a new one where there is no id. */
export interface CategorySaving {
  readonly categoryId: string | null;
  readonly name: string;
  readonly key: string;
}
export const saveCategory = call<unknown, CategorySaving>('saveCategory');
export const deleteCategory = call<unknown, { readonly category: Category }>('deleteCategory');

/** What is known of one item's stock. */
export interface StockPage {
  /** The newest changes, newest first. */
  readonly events: readonly StockEvent[];
  readonly batches: readonly Batch[];
}
/** The changes before one, newest first. */
export const fetchOlder = call<readonly StockEvent[], { readonly itemId: string; readonly before: string }>(
  'fetchOlder',
);
export const changeStock = call<
  unknown,
  { readonly itemId: string; readonly request: StockRequest; readonly key: string }
>('changeStock');

/** Rejects where the file cannot be read. */
export const readText = call<string, { readonly file: File }>('readText');
/** @param seen the `state` of the answer that was looked at */
export const importItems = call<
  ImportAnswer,
  { readonly csv: string; readonly apply: boolean; readonly seen?: string | undefined }
>('importItems');
/** Fetches the items as CSV and gives the file to the browser. */
export const exportItems = call<void>('exportItems');
/** Opens the browser's dialog for printing. */
export const printPage = call<void>('printPage');

/** The camera, and the barcodes that it sees. It is released when the chart stops it. */
export const camera = stream('camera');
export type CameraNews =
  | { type: 'camera.opened'; picture: MediaStream }
  | { type: 'camera.failed' }
  | { type: 'code.seen'; code: string };
