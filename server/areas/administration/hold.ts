import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { holdMember } from '../session/callers';
import { refuseUnlessSuperAdmin } from './guard';

/**
 * The caller, locked so that they remain a super admin until the transaction ends (DECISIONS P14).
 * @throws HttpError 401 when they are no longer a member, 403 when they are not a super admin.
 */
export async function holdSuperAdmin(tx: Db, userId: number): Promise<Member> {
  const member = await holdMember(tx, userId);
  refuseUnlessSuperAdmin(member);
  return member;
}
