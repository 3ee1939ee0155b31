import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PushSubscriptionRequest } from '../../../src/contract/notifications';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { pushSubscriptions, users } from '../../db/schema';
import { endedSession, HttpError } from '../../http/httpError';
import { lockMember, rolesOfUser } from '../session/callers';
import { mayBePushService } from './push/addresses';
import { areKeys } from './push/encrypt';

/** The most browsers of one member that receive push messages. Beyond that, the oldest subscription is deleted. */
const MOST_BROWSERS = 20;

/**
 * Stores the subscription of a browser for the member who subscribed last, so that on a shared phone nobody receives the messages
 * of the member before them (DECISIONS P12).
 * @throws HttpError 400 when the subscription is invalid, 401 when the session was ended by a new password meanwhile.
 */
export const subscribe = (
  db: Db,
  { id: userId, sessionId, tokenEpoch }: Pick<Caller, 'id' | 'sessionId' | 'tokenEpoch'>,
  { endpoint, p256dh, auth }: PushSubscriptionRequest,
  toLoopback: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!mayBePushService(endpoint, toLoopback))
      throw new HttpError(400, 'endpoint must be the https address of a push service.');
    if (!areKeys({ p256dh, auth })) throw new HttpError(400, 'p256dh and auth are not the keys of a browser.');
    const member = await lockMember(tx, userId);
    // The new password has ended the subscriptions that there were, so none may be added in the name of an ended session.
    if (member.tokenEpoch !== tokenEpoch) throw endedSession();
    const owned = { userId, sessionId, p256dh, auth, createdAt: new Date() };
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

/** Called at log-out. Leaves a subscription alone that belongs to another member by now. */
export const unsubscribe = (db: Db, userId: number, endpoint: string) =>
  db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));

/** The subscriptions of those of these members who are active, with the roles of their member. */
export async function subscriptionsOf(db: Db, userIds: readonly number[]) {
  const rows = await db
    .select({ subscription: pushSubscriptions, roles: rolesOfUser(db) })
    .from(pushSubscriptions)
    .innerJoin(users, and(eq(users.id, pushSubscriptions.userId), eq(users.status, 'ACTIVE')))
    .where(inArray(users.id, [...new Set(userIds)]));
  return rows.map(({ subscription, roles }) => ({ ...subscription, roles }));
}
