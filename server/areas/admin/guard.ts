import { eq } from 'drizzle-orm';
import { isAdminOrHigher, isSuperAdmin } from '../../../src/rules/roles';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { findAccount, findMember, lockMember } from '../session/callers';

type Roles = Pick<Member, 'roles'>;

/** @throws HttpError 403 unless the caller is admin or super admin (DECISIONS P14). */
export function refuseUnlessAdmin({ roles }: Roles): void {
  if (!isAdminOrHigher(roles)) throw new HttpError(403, 'Only an admin or a super admin can do this.');
}

/** @throws HttpError 403 unless the caller is a super admin (DECISIONS P14). */
export function refuseUnlessSuperAdmin({ roles }: Roles): void {
  if (!isSuperAdmin(roles)) throw new HttpError(403, 'Only a super admin can do this.');
}

/**
 * Locks the caller and the target of an act until the transaction ends, in the order of their ids. The second of two simultaneous
 * acts is thus judged by the result of the first, and by the roles that its caller then has. The caller's lock is the weaker one of
 * `lockMember`, because `notify` skips members who are locked for update.
 * @returns both as they are after locking; the target is null when it does not exist.
 * @throws HttpError 401 when the caller is no longer a member.
 */
export async function lockBoth(tx: Db, callerId: number, targetId: number | null) {
  const ids = new Set([callerId, targetId].filter((id) => id !== null).sort((one, other) => one - other));
  for (const id of ids)
    await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, id))
      .for(id === targetId ? 'update' : 'key share');
  const caller = await findMember(tx, callerId);
  return { caller, target: targetId === null ? null : await findAccount(tx, targetId) };
}

/**
 * The caller, locked so that they remain a super admin until the transaction ends (DECISIONS P14).
 * @throws HttpError 401 when they are no longer a member, 403 when they are not a super admin.
 */
export async function lockSuperAdmin(tx: Db, userId: number): Promise<Member> {
  const member = await lockMember(tx, userId);
  refuseUnlessSuperAdmin(member);
  return member;
}
