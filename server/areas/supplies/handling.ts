import { eq } from 'drizzle-orm';
import { itemsText as listed } from '../../../src/rules/supplies/requisitions';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import { requisitionItems } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { audit } from '../admin/audit';
import type { ToTell } from '../notifications/notify';
import { notificationTexts as texts } from '../notifications/texts';
import { earliest, type Part, takeForUse } from './batches';
import { latestDate } from './days';
import { notifyWhenLow } from './items';
import { putInKit } from './kit';
import type { SupplyNews } from './news';
import { notifyRequester } from './notify';
import { changeRequisition, type HeldRequisition } from './requisitions';
import { lockItems, moveStock } from './stock';

/** What a member does to one requisition. */
export interface Handling {
  readonly id: number;
  readonly by: Actor;
  readonly at?: Date;
}

/**
 * Approves a request. Approval reserves no stock (DECISIONS K9).
 * @throws HttpError as `changeRequisition` does.
 */
export async function approve(tx: Db, { id, by, at = new Date() }: Handling): Promise<SupplyNews> {
  const row = await changeRequisition(tx, id, by, (_, { roles }) => ({ type: 'requisition.approve', roles }), {
    approvedAt: at,
    handledBy: by.id,
  });
  return handled(tx, row, 'approved', texts.approved(itemsText(row)), at);
}

/**
 * Denies a request, with or without a reason.
 * @throws HttpError as `changeRequisition` does.
 */
export async function deny(
  tx: Db,
  { id, by, at = new Date() }: Handling,
  reason: string | null = null,
): Promise<SupplyNews> {
  const row = await changeRequisition(tx, id, by, (_, { roles }) => ({ type: 'requisition.deny', roles }), {
    deniedAt: at,
    handledBy: by.id,
    reason: reason || null,
  });
  return handled(tx, row, 'denied', texts.denied(itemsText(row), reason), at);
}

/**
 * Hands out the requested items and takes them from the stock, what expires first before the rest, and expired stock last (DECISIONS 32,
 * 124, K10).
 * @throws HttpError 409 when the stock of any item is too low, and then nothing changes; otherwise as `changeRequisition` does.
 */
export async function dispatch(tx: Db, { id, by, at = new Date() }: Handling): Promise<SupplyNews> {
  const row = await changeRequisition(tx, id, by, (_, { roles }) => ({ type: 'requisition.dispatch', roles }), {
    dispatchedAt: at,
    handledBy: by.id,
  });
  const items = await lockItems(tx, itemIdsOf(row));
  const short: string[] = [];
  const low: ToTell[] = [];
  for (const { id: lineId, itemId, itemName, quantity } of row.items) {
    const item = items.get(itemId ?? 0);
    const parts: Part[] | null = item ? takeForUse(item.batches, quantity, latestDate(at)) : null;
    if (!item || !parts) {
      short.push(`${itemName} (${item?.quantity ?? 0} of ${quantity})`);
      continue;
    }
    const left = await moveStock(tx, item, parts, { reason: 'dispatch', by: by.id, at, requisitionId: id });
    await tx
      .update(requisitionItems)
      .set({ expiresOn: earliest(parts.map(({ expiresOn }) => expiresOn)) })
      .where(eq(requisitionItems.id, lineId));
    low.push(await notifyWhenLow(tx, item, { ...item, quantity: left }, at));
  }
  // The error also rolls the transaction back.
  if (short.length > 0) throw new HttpError(409, `There is not enough in stock: ${short.join(', ')}.`);
  const news = await handled(tx, row, 'dispatched', texts.dispatched(itemsText(row)), at);
  return { ...news, toTell: [...(news.toTell ?? []), ...low.flat()] };
}

/**
 * The requester confirms that they received the supplies. These are put in their kit, even if they have no kit at the moment
 * (DECISIONS 32, K4).
 * @throws HttpError as `changeRequisition` does.
 */
export async function acknowledge(tx: Db, { id, by, at = new Date() }: Handling): Promise<SupplyNews> {
  const row = await changeRequisition(
    tx,
    id,
    by,
    ({ userId }) => ({ type: 'requisition.acknowledge', isRequester: userId === by.id }),
    { receivedAt: at },
  );
  for (const { itemId, quantity, expiresOn } of row.items)
    if (itemId !== null) await putInKit(tx, by.id, { itemId, quantity, expiresOn, personallyProcured: false });
  return { isOfInventory: true, requesters: [by.id], owners: [by.id] };
}

const itemIdsOf = ({ items }: HeldRequisition) => items.flatMap(({ itemId }) => (itemId === null ? [] : [itemId]));

const itemsText = ({ items }: HeldRequisition) =>
  listed(items.map(({ itemName, quantity }) => ({ name: itemName, quantity })));

/**
 * Completes each decision: notifies the requester, and writes to the audit log when a manager handled their own request (DECISIONS
 * K7).
 */
async function handled(
  tx: Db,
  row: HeldRequisition,
  what: 'approved' | 'denied' | 'dispatched',
  message: string,
  at: Date,
): Promise<SupplyNews> {
  const { id, userId, handler } = row;
  if (userId === handler.id)
    await audit(tx, handler, 'requisition.ownHandled', { target: handler, details: `Request ${id} was ${what}.` });
  return { isOfInventory: true, requesters: [userId], toTell: await notifyRequester(tx, row, message, at) };
}
