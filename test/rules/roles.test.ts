import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/contract/people';
import {
  hasAnyRole,
  isCaptainOrHigher,
  isSuperAdmin,
  mayDeleteMedia,
  seesApprovals,
  seesInventory,
} from '../../src/rules/roles';

/** Typed from S1 §2 (navigation), S2 §1 (captain-or-higher) and S2 §6 (media). */
const table: Record<
  Role,
  { captain: boolean; approvals: boolean; media: boolean; inventory: boolean; superAdmin: boolean }
> = {
  MEMBER: { captain: false, approvals: false, media: false, inventory: false, superAdmin: false },
  RESCUE_CAPTAIN: { captain: true, approvals: false, media: false, inventory: false, superAdmin: false },
  INVENTORY_MANAGER: { captain: false, approvals: false, media: false, inventory: true, superAdmin: false },
  ADMIN: { captain: true, approvals: true, media: true, inventory: false, superAdmin: false },
  SUPER_ADMIN: { captain: true, approvals: true, media: true, inventory: true, superAdmin: true },
};

describe.each(['', 'ROLE_'])('roles with the prefix %j (DECISIONS 4)', (prefix) => {
  it.each(roles)('%s', (role) => {
    const names = [prefix + role];
    expect({
      captain: isCaptainOrHigher(names),
      approvals: seesApprovals(names),
      media: mayDeleteMedia(names),
      inventory: seesInventory(names),
      superAdmin: isSuperAdmin(names),
    }).toEqual(table[role]);
  });
});

describe('roles', () => {
  it('are none for a plain member without any', () => {
    expect([isCaptainOrHigher([]), seesApprovals([]), seesInventory([]), isSuperAdmin([])]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('add up', () => {
    expect(hasAnyRole(['MEMBER', 'ROLE_INVENTORY_MANAGER'], 'INVENTORY_MANAGER')).toBe(true);
  });

  it('are whole names', () => {
    expect(hasAnyRole(['ROLE_SUPER_ADMINISTRATOR', 'super_admin'], 'SUPER_ADMIN')).toBe(false);
  });
});
