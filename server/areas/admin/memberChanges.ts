import { and, eq, inArray } from 'drizzle-orm';
import type { AdminUser, AuditAction } from '../../../src/contract/administration';
import type { Role } from '../../../src/contract/people';
import { changedRoles, mayChangeRole } from '../../../src/rules/people/roleChanges';
import { roleTitle } from '../../../src/rules/people/volunteers';
import type { Db } from '../../db/open';
import { userRoles, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { byName } from '../people/byName';
import { unknownMember } from '../people/volunteers';
import { newTemporaryPassword, resetToTemporary } from '../session/newPassword';
import { audit } from './audit';
import { lockBoth, refuseUnlessAdmin, refuseUnlessSuperAdmin } from './guard';

/** All active members by first name, for super admins (S2 §3 "Admin user list entry"). */
export async function listAdminUsers(db: Db): Promise<AdminUser[]> {
  const rows = await db
    .select({ userId: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.status, 'ACTIVE'))
    .orderBy(...byName);
  return rows.map((row) => ({ ...row, userId: String(row.userId) }));
}

/**
 * Locks the caller and the member.
 * @throws HttpError 403 when `refuse` refuses the caller, 404 when there is no such active member.
 */
async function lockCallerAndMember(tx: Db, callerId: number, id: string, refuse: typeof refuseUnlessAdmin) {
  const { caller, target } = await lockBoth(tx, callerId, readId(id));
  refuse(caller);
  if (target?.status !== 'ACTIVE') throw unknownMember();
  return { caller, target };
}

/**
 * Replaces all roles of a member (DECISIONS 16).
 * @returns the member's id, also when nothing changed.
 * @throws HttpError as `lockCallerAndMember` does, and 403 when the caller may not make one of the changes (DECISIONS P15); then none is
 * made.
 */
export const setRoles = (db: Db, callerId: number, id: string, wanted: readonly Role[]): Promise<number> =>
  db.transaction(async (tx) => {
    const { caller, target } = await lockCallerAndMember(tx, callerId, id, refuseUnlessAdmin);
    const changes = changedRoles(target.roles, wanted);
    const refused = changes.find((role) => !mayChangeRole(role, caller.roles, target.roles));
    if (refused) throw new HttpError(403, `You cannot change the role ${roleTitle(refused)} of ${target.firstName}.`);
    if (changes.length === 0) return target.id;
    const gone = changes.filter((role) => target.roles.includes(role));
    const added = changes.filter((role) => !gone.includes(role));
    if (gone.length > 0)
      await tx.delete(userRoles).where(and(eq(userRoles.userId, target.id), inArray(userRoles.role, gone)));
    if (added.length > 0) await tx.insert(userRoles).values(added.map((role) => ({ userId: target.id, role })));
    const details = [...added.map((role) => `+${role}`), ...gone.map((role) => `-${role}`)].join(' ');
    await audit(tx, caller, 'roles.changed', { target, details });
    return target.id;
  });

/**
 * Creates a function that sets a column which only super admins may set.
 * @returns a function that returns the member's id.
 * @throws HttpError (the returned function) as `lockCallerAndMember` does.
 */
const setAs =
  <Value extends string>(column: 'position' | 'experienceLevel', action: AuditAction) =>
  (db: Db, callerId: number, id: string, value: Value): Promise<number> =>
    db.transaction(async (tx) => {
      const { caller, target } = await lockCallerAndMember(tx, callerId, id, refuseUnlessSuperAdmin);
      const [before] = await tx.select({ value: users[column] }).from(users).where(eq(users.id, target.id));
      if (before?.value === value) return target.id;
      await tx
        .update(users)
        .set({ [column]: value })
        .where(eq(users.id, target.id));
      await audit(tx, caller, action, { target, details: `${before?.value} → ${value}` });
      return target.id;
    });

/** Only a super admin may change a position or an experience level (S2 §6). */
export const setPosition = setAs('position', 'position.changed');
export const setExperience = setAs('experienceLevel', 'experience.changed');

/**
 * Gives a member a temporary password.
 * @returns the password and the member's id.
 * @throws HttpError as `lockCallerAndMember` does, and 403 for the password of a super admin or of the caller (DECISIONS P8).
 */
export async function resetPassword(db: Db, callerId: number, id: string) {
  const temporary = await newTemporaryPassword();
  return db.transaction(async (tx) => {
    const { caller, target } = await lockCallerAndMember(tx, callerId, id, refuseUnlessSuperAdmin);
    if (target.id === caller.id)
      throw new HttpError(403, 'You cannot reset your own password. Use Change Password on your profile.');
    if (target.roles.includes('SUPER_ADMIN'))
      throw new HttpError(403, "You cannot reset another super admin's password.");
    await resetToTemporary(tx, target.id, temporary);
    await audit(tx, caller, 'password.reset', { target });
    return { userId: target.id, password: temporary.password };
  });
}
