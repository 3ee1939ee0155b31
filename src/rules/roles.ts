import type { Role } from '../contract/people';

/** Role names with or without the ROLE_ prefix (DECISIONS 4), reduced to the bare name. */
export const bareRole = (name: string) => name.replace(/^ROLE_/, '');

/** Whether the caller has one of the roles; names may carry the ROLE_ prefix. */
export const hasAnyRole = (names: readonly string[], ...wanted: Role[]) =>
  names.some((name) => (wanted as string[]).includes(bareRole(name)));

/** S2 §1, captain-or-higher: rescue captain, admin or super admin. */
export const captainRoles: Role[] = ['RESCUE_CAPTAIN', 'ADMIN', 'SUPER_ADMIN'];
export const isCaptainOrHigher = (names: readonly string[]) => hasAnyRole(names, ...captainRoles);

/** Admin or super admin, as S1 and S2 put it. */
export const adminRoles: Role[] = ['ADMIN', 'SUPER_ADMIN'];
export const isAdminOrHigher = (names: readonly string[]) => hasAnyRole(names, ...adminRoles);

/** S1 §2, navigation: Approvals appears for admin or super admin. */
export const seesApprovals = (names: readonly string[]) => isAdminOrHigher(names);

/** S2 §6: media are deleted by admin or super admin. */
export const mayDeleteMedia = (names: readonly string[]) => isAdminOrHigher(names);

/** S2 §6, DECISIONS 16: stock and requisitions are managed by inventory manager or super admin. */
export const inventoryRoles: Role[] = ['INVENTORY_MANAGER', 'SUPER_ADMIN'];
export const managesInventory = (names: readonly string[]) => hasAnyRole(names, ...inventoryRoles);

/** S1 §2, navigation: Inventory appears for inventory manager or super admin. */
export const seesInventory = (names: readonly string[]) => managesInventory(names);

/** S1 §2, navigation: Super Admin appears for super admin only. */
export const isSuperAdmin = (names: readonly string[]) => hasAnyRole(names, 'SUPER_ADMIN');
