import { inArray } from 'drizzle-orm';
import { isAdminOrHigher, isSuperAdmin } from '../../../src/rules/roles';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { findAccount, findMember } from '../session/callers';

type Roles = Pick<Member, 'roles'>;

/** DECISIONS P14. @throws HttpError 403 unless an admin or super admin asks. */
export function refuseUnlessAdmin({ roles }: Roles): void {
  if (!isAdminOrHigher(roles)) throw new HttpError(403, 'Only an admin or a super admin can do this.');
}

/** DECISIONS P14. @throws HttpError 403 unless a super admin asks. */
export function refuseUnlessSuperAdmin({ roles }: Roles): void {
  if (!isSuperAdmin(roles)) throw new HttpError(403, 'Only a super admin can do this.');
}

/**
 * Locks the one who acts and the one it is done to until the transaction ends, in the order of their ids. So of two acts at once the
 * second is judged by the result of the first, and by the roles that its caller has then.
 * @returns both as they are then; the target is null where there is none.
 * @throws HttpError 401 when the caller is no longer a member.
 */
export async function holdBoth(tx: Db, callerId: number, targetId: number | null) {
  const ids = [callerId, targetId].filter((id) => id !== null);
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id).for('update');
  const caller = await findMember(tx, callerId);
  return { caller, target: targetId === null ? null : await findAccount(tx, targetId) };
}
