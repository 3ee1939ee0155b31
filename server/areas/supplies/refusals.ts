import type { RequisitionStatus } from '../../../src/contract/supplies';
import { judge } from '../../../src/machines/lifecycles/judge';
import {
  type RequisitionLifecycleEvent,
  requisitionLifecycle,
} from '../../../src/machines/lifecycles/requisition.machine';
import { managesInventory } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import { uniqueIndexIn } from '../../db/errors';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';

/** The inventory is for inventory managers and super admins (DECISIONS 16). @throws HttpError 403 for anybody else. */
export function requireManager({ roles }: Pick<Caller, 'roles'>): void {
  if (!managesInventory(roles))
    throw new HttpError(403, 'Only an inventory manager or a super admin can manage the inventory.');
}

/** What a requisition can no longer be. */
const acts: Readonly<Record<RequisitionLifecycleEvent['type'], string>> = {
  'requisition.approve': 'approved',
  'requisition.deny': 'denied',
  'requisition.dispatch': 'dispatched',
  'requisition.acknowledge': 'acknowledged',
  'requester.removed': 'given up',
};

/**
 * Lets the lifecycle of the requisition decide.
 * @returns the status afterwards.
 * @throws HttpError 409 when nobody may do it in this status, saying which it is; 403 when this caller may not.
 */
export function obeyRequisition(status: RequisitionStatus, event: RequisitionLifecycleEvent): RequisitionStatus {
  const judgement = judge(requisitionLifecycle, status, event);
  if (judgement.allowed) return judgement.status;
  if (judgement.because === 'state')
    throw new HttpError(409, `This request is ${status.toLowerCase()} now: it cannot be ${acts[event.type]}.`);
  throw new HttpError(
    403,
    event.type === 'requisition.acknowledge'
      ? 'Only the member who asked for these supplies can acknowledge them.'
      : 'Only an inventory manager or a super admin can manage the inventory.',
  );
}

/** The most that there may be of an item, in stock or in a kit: sums stay far below what the database can count. */
const MOST = 1_000_000_000;
/** @throws HttpError 409 when there would be more of an item than can be counted. */
export function checkCountable(quantity: number): void {
  if (quantity > MOST) throw new HttpError(409, `There can be at most ${MOST} of an item.`);
}

/** DECISIONS K1: what is said when a total was to be set on a quantity that has moved. */
export const movedMeanwhile = (quantity: number) =>
  new HttpError(409, `Somebody else has changed this: it is ${quantity} now.`);

export const unknownItem = () => new HttpError(404, 'There is no such item.');
export const unknownRequisition = () => new HttpError(404, 'There is no such request.');
export const unknownCategory = () => new HttpError(404, 'There is no such category.');
export const unknownKitItem = () => new HttpError(404, 'This item is no longer in the kit.');

/** The id that a path names. @throws what `refusal` makes when it can be no id at all. */
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

/** Does the work. @throws HttpError 409 when a name or a barcode in it is taken. */
export async function withUniqueNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = taken[uniqueIndexIn(error) ?? ''];
    throw message === undefined ? error : new HttpError(409, message, { cause: error });
  }
}
