import { asc, inArray, lt } from 'drizzle-orm';
import { notify } from '../areas/notifications/notify';
import { notificationTexts } from '../areas/notifications/texts';
import type { Db } from '../db/open';
import { notifications } from '../db/schema';
import type { Ago } from './ago';
import type { DemoIds } from './people';

/**
 * What the demo members were told (DECISIONS 15): most of it came with what it is about. Here are the welcome, and what a life of days would
 * have done by itself: the notifications are in the order of their times, and those of yesterday and before are read.
 */
export async function seedNotifications(db: Db, ids: DemoIds, ago: Ago): Promise<void> {
  await notify(db, {
    type: 'GENERAL',
    message: notificationTexts.welcome('Saathi'),
    recipients: Object.values(ids),
    at: ago({ days: 21 }),
  });
  const made = await db.select().from(notifications).orderBy(asc(notifications.createdAt), asc(notifications.id));
  await db.delete(notifications).where(
    inArray(
      notifications.id,
      made.map(({ id }) => id),
    ),
  );
  await db.insert(notifications).values(made.map(({ id, ...row }) => row));
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(lt(notifications.createdAt, ago({ days: 1 })));
}
