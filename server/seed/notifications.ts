import { asc, inArray, lt } from 'drizzle-orm';
import { notify } from '../areas/notifications/notify';
import { notificationTexts } from '../areas/notifications/texts';
import type { Db } from '../db/open';
import { notifications } from '../db/schema';
import type { Ago } from './ago';
import type { DemoIds } from './people';

/**
 * Completes the notifications of the demo members (DECISIONS 15); most were stored with their events. Adds the welcome, then makes
 * them look like those of real use: their ids follow their times, and those older than a day are read.
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
