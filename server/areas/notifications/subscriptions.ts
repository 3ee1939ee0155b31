import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PushSubscriptionRequest } from '../../../src/contract/notifications';
import type { Db } from '../../db/open';
import { pushSubscriptions } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { holdMember } from '../session/callers';
import { mayBePushService } from './push/addresses';
import { areKeys } from './push/encrypt';

/** How many browsers of one member are pushed to. With one more, the one that subscribed first is left out. */
const MOST_BROWSERS = 20;

/**
 * Keeps the subscription of a browser. It belongs to the member who subscribed last: on a shared phone nobody gets what is meant for the
 * member before them (DECISIONS P12).
 * @throws HttpError 400 when it cannot be one.
 */
export const subscribe = (
  db: Db,
  userId: number,
  { endpoint, p256dh, auth }: PushSubscriptionRequest,
  toLoopback: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!mayBePushService(endpoint, toLoopback))
      throw new HttpError(400, 'endpoint must be the https address of a push service.');
    if (!areKeys({ p256dh, auth })) throw new HttpError(400, 'p256dh and auth are not the keys of a browser.');
    await holdMember(tx, userId);
    const owned = { userId, p256dh, auth, createdAt: new Date() };
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...owned })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owned });
    const tooMany = tx
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt))
      .offset(MOST_BROWSERS);
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, tooMany));
  });

/** At log-out. A subscription that is another member's by now stays theirs. */
export const unsubscribe = (db: Db, userId: number, endpoint: string) =>
  db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
