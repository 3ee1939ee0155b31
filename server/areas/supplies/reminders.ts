import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { EXPIRES_SOON_DAYS } from '../../../src/contract/inventory';
import type { Db } from '../../db/open';
import { inventoryItems, kitItems, users } from '../../db/schema';
import { everyHour } from '../../everyHour';
import type { App } from '../app';
import type { ToTell } from '../notifications/notify';
import { tell } from '../notifications/tell';
import { notificationTexts as texts } from '../notifications/texts';
import { dayAfter } from './days';
import { notifyOwner } from './notify';

/**
 * Reminds members, once per expiry date, of items in their kits that expire soon or have expired. Members who have no kit at the
 * moment are reminded when they have one again (DECISIONS K4).
 */
export const remindOfExpiry = (db: Db, now: Date): Promise<ToTell> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: kitItems.id, userId: kitItems.userId, name: inventoryItems.name, expiresOn: kitItems.expiresOn })
      .from(kitItems)
      .innerJoin(inventoryItems, eq(inventoryItems.id, kitItems.itemId))
      .innerJoin(users, eq(users.id, kitItems.userId))
      .where(
        and(
          isNull(kitItems.toldAt),
          lte(kitItems.expiresOn, dayAfter(now, EXPIRES_SOON_DAYS)),
          eq(users.hasMedicineBox, true),
          eq(users.status, 'ACTIVE'),
        ),
      )
      .orderBy(asc(kitItems.id))
      .for('update', { of: kitItems, skipLocked: true });
    const toTell: ToTell[] = [];
    const today = dayAfter(now, 0);
    for (const { id, userId, name, expiresOn } of rows) {
      if (expiresOn === null) continue;
      const reminder = await notifyOwner(tx, userId, texts.kitExpires(name, expiresOn, expiresOn < today), now);
      // A member who is being changed at this moment is skipped, and reminded by the next run.
      if (reminder.length === 0) continue;
      await tx.update(kitItems).set({ toldAt: now }).where(eq(kitItems.id, id));
      toTell.push(reminder);
    }
    return toTell.flat();
  });

/**
 * Sends reminders now and every hour.
 * @returns a function that stops the reminders; it resolves when none is being sent.
 */
export const startReminding = (app: App): (() => Promise<void>) =>
  everyHour(app.http.log, 'members were not reminded of what expires', async () =>
    tell(app, await remindOfExpiry(app.db, new Date())),
  );
