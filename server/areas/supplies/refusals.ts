import { quantityChangedText, type RequisitionStatus } from '../../../src/contract/supplies';
import { judge } from '../../../src/machines/lifecycles/judge';
import {
  type RequisitionLifecycleEvent,
  requisitionLifecycle,
} from '../../../src/machines/lifecycles/requisition.machine';
import { managesInventory } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import { uniqueIndexIn } from '../../db/errors';
import { readId } from '../../http/check';
import { actRefusal, HttpError } from '../../http/httpError';

const MANAGERS_ONLY = 'Only an inventory manager or a super admin can manage the inventory.';

/**
 * Only inventory managers and super admins manage the inventory (DECISIONS 16).
 * @throws HttpError 403 for any other caller.
 */
export function requireManager({ roles }: Pick<Caller, 'roles'>): void {
  if (!managesInventory(roles)) throw new HttpError(403, MANAGERS_ONLY);
}

/** What each event does to a requisition, in words for people. */
const acts: Readonly<Record<RequisitionLifecycleEvent['type'], string>> = {
  'requisition.approve': 'approved',
  'requisition.deny': 'denied',
  'requisition.dispatch': 'dispatched',
  'requisition.acknowledge': 'acknowledged',
  'requester.removed': 'given up',
};

/**
 * The status of a requisition after an event, by its lifecycle.
 * @throws HttpError 409 with the present status when it does not allow the event for anybody, 403 when this caller may not do it.
 */
export function requireRequisitionTransition(
  status: RequisitionStatus,
  event: RequisitionLifecycleEvent,
): RequisitionStatus {
  const judgement = judge(requisitionLifecycle, status, event);
  if (judgement.allowed) return judgement.status;
  throw actRefusal(judgement.because, {
    state: `This request is ${status.toLowerCase()} now: it cannot be ${acts[event.type]}.`,
    role:
      event.type === 'requisition.acknowledge'
        ? 'Only the member who asked for these supplies can acknowledge them.'
        : MANAGERS_ONLY,
  });
}

/** The highest quantity of an item in stock or in a kit, so that sums stay far below the database's limit. */
const MOST = 1_000_000_000;
/** @throws HttpError 409 when the quantity exceeds the limit. */
export function checkCountable(quantity: number): void {
  if (quantity > MOST) throw new HttpError(409, `There can be at most ${MOST} of an item.`);
}

/** The refusal when the quantity is no longer what the caller has seen, or is too small for what is taken (DECISIONS K1). */
export const quantityChanged = (quantity: number) => new HttpError(409, quantityChangedText(quantity));

export const unknownItem = () => new HttpError(404, 'There is no such item.');
export const unknownRequisition = () => new HttpError(404, 'There is no such request.');
export const unknownCategory = () => new HttpError(404, 'There is no such category.');
export const unknownKitItem = () => new HttpError(404, 'This item is no longer in the kit.');

/**
 * The id in a path.
 * @throws the error that `refusal` creates when it cannot be an id.
 */
export function idIn(text: string, refusal: () => HttpError): number {
  const id = readId(text);
  if (id === null) throw refusal();
  return id;
}

const taken: Readonly<Record<string, string>> = {
  inventory_items_name: 'There is an item with this name already.',
  inventory_items_barcode: 'Another item has this barcode already.',
  inventory_categories_name: 'There is a category with this name already.',
};

/**
 * Runs `work`.
 * @throws HttpError 409 when a name or a barcode is already taken.
 */
export async function withUniqueNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = taken[uniqueIndexIn(error) ?? ''];
    throw message === undefined ? error : new HttpError(409, message, { cause: error });
  }
}
