import type { EventObject } from 'xstate';
import type { RequisitionDraft } from '../../contract/drafts';
import type { WireId } from '../../contract/primitives';
import type { KitUseSubmission, RequisitionSubmission } from '../../contract/submissions';
import type { InventoryItem, Kit, Requisition } from '../../contract/supplies';
import { call, stream } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import { selectItems } from '../submissions/queue.select';
import { fromStream } from '../supervision';

/** Whose kit is shown, and whether it is the member's own. */
export interface KitQuery {
  readonly ownerId: string;
  readonly isOwn: boolean;
}

/** What the page of a kit shows. Of another member's there is the kit alone (DECISIONS K5). */
export interface KitData {
  readonly kit: Kit;
  /** What can be added and requested. */
  readonly inventory: readonly InventoryItem[];
  readonly requests: readonly Requisition[];
}

/** The member's own kit and requests as they were fetched last on this device; null where they are not known. */
export const recallKit = call<KitData | null, { readonly userId: string }>('recallKit');

interface AboutKitItem {
  readonly userId: string;
  readonly itemId: string;
}
/** Sets a quantity (S2 §7). `seen`: the one that was shown (DECISIONS K1). Rejects with a CallFailure. */
export const setKitItem = call<unknown, AboutKitItem & { readonly quantity: number; readonly seen: number }>(
  'setKitItem',
);
/** Takes an item from the kit (S2 §7). Rejects with a CallFailure. */
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

/** Says that a requisition has arrived (S2 §7). Rejects with a CallFailure. */
export const acknowledge = call<unknown, { readonly id: string }>('acknowledge');

/** Says that the member has a first-aid kit (S2 §7, DECISIONS K4). Rejects with a CallFailure. */
export const takeBox = call<unknown>('takeBox');

/** The key of the draft of a request for supplies, beside those of the chats. */
export const requisitionDraft = 'requisition';

/** Keeps the request that the member puts together (null forgets it), and says `draft.restored` when there is one. */
export const draftStore = stream<{ type: 'draft.keep'; draft: RequisitionDraft | null }, { readonly userId: string }>(
  'draftStore',
);

/** What a member has done about supplies and the server has not confirmed. */
export type SupplySubmission = KitUseSubmission | RequisitionSubmission;

export type SupplyNewsEvent =
  /** All that waits or was refused, in the order of submitting. */
  | { type: 'supplies.waiting'; waiting: readonly SupplySubmission[] }
  | { type: 'supplies.delivered'; submission: SupplySubmission };

/** Listens to the queue on behalf of the kit, from whichever screen something was submitted. */
export const supplyNews = fromStream<EventObject, { queue: QueueRef }>(({ input: { queue }, sendBack }) => {
  const tell = (event: SupplyNewsEvent) => sendBack(event);
  let known: readonly SupplySubmission[] = [];
  const delivered = queue.on('submission.delivered', ({ submission }) => {
    if (submission.kind === 'kitUse' || submission.kind === 'requisition')
      tell({ type: 'supplies.delivered', submission });
  });
  const look = () => {
    const waiting = selectItems(queue.getSnapshot()).flatMap(({ submission }) =>
      submission.kind === 'kitUse' || submission.kind === 'requisition' ? [submission] : [],
    );
    if (waiting.length === known.length && waiting.every((one, index) => one === known[index])) return;
    known = waiting;
    tell({ type: 'supplies.waiting', waiting });
  };
  const subscription = queue.subscribe(look);
  look();
  return () => {
    delivered.unsubscribe();
    subscription.unsubscribe();
  };
});
