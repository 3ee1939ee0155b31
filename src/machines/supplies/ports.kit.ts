import type { ActorRef, Snapshot } from 'xstate';
import type { RequisitionDraft } from '../../contract/drafts';
import type { WireId } from '../../contract/primitives';
import type { InventoryItem, Kit, Requisition } from '../../contract/supplies';
import { call, stream } from '../ports';

/** The owner of the kit, and whether it is the member's own. */
export interface KitQuery {
  readonly ownerId: string;
  readonly isOwn: boolean;
}

/** The data of a kit's page. For another member's kit there is only the kit (DECISIONS K5). */
export interface KitData {
  readonly kit: Kit;
  /** The items that can be added and requested. */
  readonly inventory: readonly InventoryItem[];
  readonly requests: readonly Requisition[];
}

/** The events that the dialogs send to the kit. */
export type KitFact =
  /** The server's item turned out to be different from the screen's. */
  | { type: 'item.conflict' }
  /** An item may have been added, but no answer came. */
  | { type: 'item.unclear' };
export type KitParent = ActorRef<Snapshot<unknown>, KitFact>;

interface AboutKitItem {
  readonly userId: string;
  readonly itemId: string;
  /** For the notices, if the dialog is closed before the call ends. */
  readonly name: string;
}
/** Sets a quantity (S2 §7). `seen` is the quantity on the screen (DECISIONS K1). Rejects with a CallFailure. */
export const setKitItem = call<unknown, AboutKitItem & { readonly quantity: number; readonly seen: number }>(
  'setKitItem',
);
/** Removes an item from the kit (S2 §7). Rejects with a CallFailure. */
export const removeKitItem = call<unknown, AboutKitItem>('removeKitItem');

/** A personal item to add. `key`: the Idempotency-Key of every try (DECISIONS 9). */
export interface PersonalItem {
  readonly userId: string;
  readonly inventoryItemId: WireId;
  /** As above. */
  readonly name: string;
  readonly quantity: number;
  readonly key: string;
}
/** Adds a personal item to the kit (S2 §7). Rejects with a CallFailure. */
export const addPersonalItem = call<unknown, PersonalItem>('addPersonalItem');

/** Acknowledges that a requisition has arrived (S2 §7). Rejects with a CallFailure. */
export const acknowledge = call<unknown, { readonly id: string }>('acknowledge');

/** Records that the member has a first-aid kit (S2 §7, DECISIONS K4). Rejects with a CallFailure. */
export const takeBox = call<unknown>('takeBox');

export type CartDraftCommand = { type: 'draft.keep'; draft: RequisitionDraft | null };
/**
 * Stores the draft of a request (null deletes it), and sends `draft.restored` if there is a stored one, and `draft.changed` when another
 * tab has changed it.
 */
export const draftStore = stream<CartDraftCommand, { readonly userId: string }>('draftStore');
