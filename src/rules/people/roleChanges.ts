import { type Role, roles } from '../../contract/people';
import { bareRole, isAdminOrHigher, isSuperAdmin } from '../roles';

/** The roles that an admin who is not a super admin can neither grant nor take away (S2 §5). */
const keptFromAdmins: readonly Role[] = ['ADMIN', 'INVENTORY_MANAGER'];

/**
 * Whether a member with the roles `by` may grant or take away a role of a member who has the roles `target`. S2 §5, DECISIONS P15.
 * Nobody can lose their own last administrative access by it: SUPER_ADMIN is never changed, and ADMIN by super admins alone
 * (DECISIONS 16). Role names may carry the ROLE_ prefix.
 */
export function mayChangeRole(role: Role, by: readonly string[], target: readonly string[]): boolean {
  if (role === 'SUPER_ADMIN') return false;
  if (isSuperAdmin(by)) return true;
  return isAdminOrHigher(by) && !isSuperAdmin(target) && !keptFromAdmins.includes(role);
}

/** The roles that one of the two lists has and the other has not. Names may carry the ROLE_ prefix. */
export function changedRoles(before: readonly string[], after: readonly string[]): Role[] {
  const [had, has] = [before.map(bareRole), after.map(bareRole)];
  return roles.filter((role) => had.includes(role) !== has.includes(role));
}
