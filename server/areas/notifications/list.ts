import { and, desc, eq, lt } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { Notification, NotificationsQuery } from '../../../src/contract/notifications';
import { fullNameOf } from '../../../src/rules/names';
import type { Db } from '../../db/open';
import { notifications, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { shapeOf } from './notify';

/** A member's notifications, the newest first: all of them, or one page if the query asks for a page. */
export async function listNotifications(
  db: Db,
  userId: number,
  { unreadOnly = false, limit, before }: InferOutput<typeof NotificationsQuery>,
): Promise<Notification[]> {
  const found = db
    .select({ row: notifications, by: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.triggeredBy))
    .where(
      and(
        eq(notifications.userId, userId),
        unreadOnly ? eq(notifications.isRead, false) : undefined,
        before === undefined ? undefined : lt(notifications.id, Number(before)),
      ),
    )
    .orderBy(desc(notifications.id))
    .$dynamic();
  const rows = await (limit === undefined ? found : found.limit(limit));
  return rows.map(({ row, by }) => shapeOf({ ...row, triggeringUserName: by && fullNameOf(by) }));
}

/** @throws HttpError 404 when the member has no such notification. */
export async function readNotification(db: Db, userId: number, id: string): Promise<void> {
  const read = await db
    .update(notifications)
    .set({ isRead: true })
    .where(ownOf(userId, id))
    .returning({ id: notifications.id });
  if (read.length === 0) throw unknownNotification();
}

/** Marks all notifications of a member as read. */
export async function readAllNotifications(db: Db, userId: number): Promise<void> {
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, userId), eq(notifications.isRead, false)));
}

/** @throws HttpError 404 when the member has no such notification. */
export async function deleteNotification(db: Db, userId: number, id: string): Promise<void> {
  const gone = await db.delete(notifications).where(ownOf(userId, id)).returning({ id: notifications.id });
  if (gone.length === 0) throw unknownNotification();
}

/** Deletes all notifications of a member. */
export const deleteAllNotifications = (db: Db, userId: number) =>
  db.delete(notifications).where(eq(notifications.userId, userId));

function ownOf(userId: number, id: string) {
  const notificationId = readId(id);
  if (notificationId === null) throw unknownNotification();
  return and(eq(notifications.userId, userId), eq(notifications.id, notificationId));
}

const unknownNotification = () => new HttpError(404, 'There is no such notification.');
