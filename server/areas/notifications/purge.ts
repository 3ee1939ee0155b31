import { lt } from 'drizzle-orm';
import { BAD_DAYS, MOST_PURGE_DAYS, TOO_MANY_DAYS } from '../../../src/contract/administration';
import { counted } from '../../../src/rules/wording';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { notifications } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { audit } from '../admin/audit';
import { lockSuperAdmin } from '../admin/guard';

const DAY = 24 * 60 * 60_000;

/**
 * Reads the number of days in a path.
 * @throws HttpError 400 with the text of S2 §5 when it is not a valid number.
 */
export function readDays(text: string): number {
  const days = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (days > MOST_PURGE_DAYS) throw new HttpError(400, TOO_MANY_DAYS);
  if (days > 0) return days;
  throw new HttpError(400, BAD_DAYS);
}

/**
 * Deletes the notifications of all members that are older than `days` days (DECISIONS P13).
 * @returns how many were deleted, and the ids of their recipients.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export const purgeNotifications = (db: Db, by: Pick<Caller, 'id'>, days: number, now = new Date()) =>
  db.transaction(async (tx) => {
    const admin = await lockSuperAdmin(tx, by.id);
    const gone = await tx
      .delete(notifications)
      .where(lt(notifications.createdAt, new Date(now.getTime() - days * DAY)))
      .returning({ userId: notifications.userId });
    const details = `Older than ${counted(days, 'day')}: ${gone.length}.`;
    await audit(tx, admin, 'notifications.purged', { details });
    return { count: gone.length, owners: new Set(gone.map(({ userId }) => userId)) };
  });
