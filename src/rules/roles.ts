import type { Role } from '../contract/people';

/** Role names with or without the ROLE_ prefix (DECISIONS 4), reduced to the bare name. */
const bareRole = (name: string) => name.replace(/^ROLE_/, '');

/** Whether the caller has one of the roles; names may carry the ROLE_ prefix. */
export const hasAnyRole = (names: readonly string[], ...wanted: Role[]) =>
  names.some((name) => (wanted as string[]).includes(bareRole(name)));

/** S2 §1: rescue captain, admin or super admin. */
export const isCaptainOrHigher = (names: readonly string[]) =>
  hasAnyRole(names, 'RESCUE_CAPTAIN', 'ADMIN', 'SUPER_ADMIN');

/** S1 §2, navigation: Approvals appears for admin or super admin. */
export const seesApprovals = (names: readonly string[]) => hasAnyRole(names, 'ADMIN', 'SUPER_ADMIN');

/** S1 §2, navigation: Inventory appears for inventory manager or super admin. */
export const seesInventory = (names: readonly string[]) => hasAnyRole(names, 'INVENTORY_MANAGER', 'SUPER_ADMIN');

/** S1 §2, navigation: Super Admin appears for super admin only. */
export const isSuperAdmin = (names: readonly string[]) => hasAnyRole(names, 'SUPER_ADMIN');
