import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type { RequisitionDraft } from '../../contract/drafts';
import type { WireId } from '../../contract/primitives';
import type { KitUseSubmission, RequisitionSubmission, Submission } from '../../contract/submissions';
import type { InventoryItem, Kit, Requisition } from '../../contract/supplies';
import { call, stream } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import { selectSubmissions } from '../submissions/queue.select';
import { followSent, leaveTo } from '../submissions/sentNews';
import { fromStream } from '../supervision';

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
  { type: 'item.conflict' };
export type KitParent = ActorRef<Snapshot<unknown>, KitFact>;

interface AboutKitItem {
  readonly userId: string;
  readonly itemId: string;
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
  readonly quantity: number;
  readonly key: string;
}
/** Adds a personal item to the kit (S2 §7). Rejects with a CallFailure. */
export const addPersonalItem = call<unknown, PersonalItem>('addPersonalItem');

/** Acknowledges that a requisition has arrived (S2 §7). Rejects with a CallFailure. */
export const acknowledge = call<unknown, { readonly id: string }>('acknowledge');

/** Records that the member has a first-aid kit (S2 §7, DECISIONS K4). Rejects with a CallFailure. */
export const takeBox = call<unknown>('takeBox');

/** The key of the draft of a request for supplies. Drafts of chats have other keys. */
export const requisitionDraft = 'requisition';

/**
 * Stores the draft of a request (null deletes it), and sends `draft.restored` if there is a stored one, and `draft.changed` when another
 * tab has changed it.
 */
export const draftStore = stream<{ type: 'draft.keep'; draft: RequisitionDraft | null }, { readonly userId: string }>(
  'draftStore',
);

/** The submissions of supplies. */
export type SupplySubmission = KitUseSubmission | RequisitionSubmission;
const isSupply = (submission: Submission): submission is SupplySubmission =>
  submission.kind === 'kitUse' || submission.kind === 'requisition';

export type SupplyNewsEvent =
  /** All waiting and refused submissions, in the order of submitting. */
  | { type: 'supplies.waiting'; waiting: readonly SupplySubmission[] }
  /** This tab or another one has sent it. */
  | { type: 'supplies.delivered'; submission: SupplySubmission };

/** Listens to the queue for submissions of supplies, from any screen. */
export const supplyNews = fromStream<EventObject, { queue: QueueRef }>(({ input: { queue }, sendBack }) => {
  const tell = (event: SupplyNewsEvent) => sendBack(event);
  let known: readonly SupplySubmission[] = [];
  const stopFollowing = followSent(queue, (submission) => {
    if (isSupply(submission)) tell({ type: 'supplies.delivered', submission });
  });
  const look = () => {
    const waiting = selectSubmissions(queue.getSnapshot()).filter(isSupply);
    if (waiting.length === known.length && waiting.every((one, index) => one === known[index])) return;
    known = waiting;
    tell({ type: 'supplies.waiting', waiting });
  };
  const subscription = queue.subscribe(look);
  look();
  return () => {
    stopFollowing();
    subscription.unsubscribe();
    leaveTo(queue, isSupply);
  };
});
