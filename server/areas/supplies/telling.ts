import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { inventoryManagers, notify, type Told } from '../notifications/notify';
import { notificationTexts as texts } from '../notifications/texts';
import { fullNameOf } from '../people/names';

type Named = Pick<Member, 'id' | 'firstName' | 'lastName'>;
/** A requisition, and who decides about it. */
interface Decided {
  readonly id: number;
  readonly userId: number | null;
  readonly handler: Named;
}

/** A new requisition, for the inventory managers (DECISIONS 34). */
export const tellManagers = (tx: Db, requisitionId: number, items: number, by: Named, at: Date): Promise<Told> =>
  notify(tx, {
    type: 'INVENTORY',
    message: texts.requested(fullNameOf(by), items),
    recipients: inventoryManagers(tx),
    relatedEntityId: requisitionId,
    triggeredBy: by.id,
    at,
  });

/** What was decided about a requisition, for the member who made it (DECISIONS 34). */
export const tellRequester = (tx: Db, { id, userId, handler }: Decided, message: string, at: Date): Promise<Told> =>
  notify(tx, {
    type: 'INVENTORY',
    message,
    recipients: userId === null ? [] : [userId],
    relatedEntityId: id,
    triggeredBy: handler.id,
    at,
  });

/** An item has become low on stock, for all inventory managers, those who have made it so among them (DECISIONS 34). */
export const tellLow = (
  tx: Db,
  { name, quantity, unit }: { readonly name: string; readonly quantity: number; readonly unit: string },
  at?: Date,
): Promise<Told> =>
  notify(tx, {
    type: 'INVENTORY',
    message: texts.lowStock(name, quantity, unit),
    recipients: inventoryManagers(tx),
    ...(at && { at }),
  });

/** Something about the kit of a member, for them. */
export const tellOwner = (tx: Db, userId: number, message: string, at?: Date): Promise<Told> =>
  notify(tx, { type: 'INVENTORY', message, recipients: [userId], ...(at && { at }) });
