import { fullNameOf } from '../../../src/rules/names';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { inventoryManagers, notify, type ToTell } from '../notifications/notify';
import { notificationTexts as texts } from '../notifications/texts';

type Named = Pick<Member, 'id' | 'firstName' | 'lastName'>;
/** A requisition and the member who decides about it. */
interface Decided {
  readonly id: number;
  readonly userId: number | null;
  readonly handler: Named;
}

/** Notifies the inventory managers of a new requisition (DECISIONS 34). */
export const notifyManagers = (tx: Db, requisitionId: number, items: number, by: Named, at: Date): Promise<ToTell> =>
  notify(tx, {
    type: 'INVENTORY',
    message: texts.requested(fullNameOf(by), items),
    recipients: inventoryManagers(tx),
    relatedEntityId: requisitionId,
    triggeredBy: by.id,
    at,
  });

/** Notifies the requester of a decision about their requisition (DECISIONS 34). */
export const notifyRequester = (tx: Db, { id, userId, handler }: Decided, message: string, at: Date): Promise<ToTell> =>
  notify(tx, {
    type: 'INVENTORY',
    message,
    recipients: userId === null ? [] : [userId],
    relatedEntityId: id,
    isOwn: true,
    triggeredBy: handler.id,
    at,
  });

/** Notifies all inventory managers that an item is low on stock, including the one who caused it (DECISIONS 34). */
export const notifyLow = (
  tx: Db,
  { name, quantity, unit }: { readonly name: string; readonly quantity: number; readonly unit: string },
  at?: Date,
): Promise<ToTell> =>
  notify(tx, {
    type: 'INVENTORY',
    message: texts.lowStock(name, quantity, unit),
    recipients: inventoryManagers(tx),
    ...(at && { at }),
  });

/** Notifies a member about their kit. */
export const notifyOwner = (tx: Db, userId: number, message: string, at?: Date): Promise<ToTell> =>
  notify(tx, { type: 'INVENTORY', message, recipients: [userId], isOwn: true, ...(at && { at }) });
