import { asc, eq } from 'drizzle-orm';
import type { PendingUser } from '../../../src/contract/administration';
import { judge } from '../../../src/machines/lifecycles/judge';
import { membershipLifecycle } from '../../../src/machines/lifecycles/membership.machine';
import type { Db } from '../../db/open';
import { notifications, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { activate } from '../session/accounts';
import { audit } from './audit';
import { lockBoth, refuseUnlessAdmin } from './guard';

/** The pending sign-ups, the oldest first (S2 §3 "Pending user"). */
export async function listPending(db: Db): Promise<PendingUser[]> {
  const rows = await db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      experienceLevel: users.experienceLevel,
      motivation: users.motivation,
      phoneNumber: users.phoneNumber,
      address: users.address,
      hasVehicle: users.hasVehicle,
      vehicleType: users.vehicleType,
      canProvideShelter: users.canProvideShelter,
      hasMedicineBox: users.hasMedicineBox,
      username: users.username,
    })
    .from(users)
    .where(eq(users.status, 'PENDING'))
    .orderBy(asc(users.joinedSince), asc(users.id));
  return rows.map((row) => ({ ...row, userId: String(row.userId) }));
}

/**
 * Decides about a sign-up. Authorizing makes it a member's account (DECISIONS P6); denying deletes everything of it (S2 §4).
 * @returns the id of the person who signed up.
 * @throws HttpError 403 unless the caller is admin or super admin, 404 when the sign-up does not exist (any more), 409 when it has
 * already been authorized.
 */
export const decide = (db: Db, callerId: number, id: string, decision: 'authorize' | 'deny'): Promise<number> =>
  db.transaction(async (tx) => {
    const userId = readId(id);
    const { caller, target } = await lockBoth(tx, callerId, userId);
    refuseUnlessAdmin(caller);
    if (!target || target.status === 'FORMER') throw new HttpError(404, 'There is no such sign-up.');
    const event = { type: `membership.${decision}`, roles: caller.roles } as const;
    const judgement = judge(membershipLifecycle, target.status, event);
    if (!judgement.allowed) throw new HttpError(409, `${target.firstName} has been authorized already.`);
    if (decision === 'authorize') {
      await audit(tx, caller, 'signup.authorized', { target });
      await activate(tx, target.id);
    } else {
      // The audit log keeps only the fact that a sign-up was denied, not the name (DECISIONS P7).
      await audit(tx, caller, 'signup.denied', { details: `Sign-up ${target.id}.` });
      // The notifications about the sign-up contain the person's name.
      await tx.delete(notifications).where(eq(notifications.triggeredBy, target.id));
      await tx.delete(users).where(eq(users.id, target.id));
    }
    return target.id;
  });
