import { isSuperAdmin } from '../../../src/rules/roles';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { HttpError } from '../../http/httpError';
import { holdMember } from '../session/callers';

/**
 * The caller, who stays a super admin until the transaction ends (DECISIONS P14).
 * @throws HttpError 401 when they are no longer a member, 403 when they are no super admin.
 */
export async function holdSuperAdmin(tx: Db, userId: number): Promise<Member> {
  const member = await holdMember(tx, userId);
  if (!isSuperAdmin(member.roles)) throw new HttpError(403, 'Only a super admin can do this.');
  return member;
}
