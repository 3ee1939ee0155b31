import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/contract/people';
import { changedRoles, mayChangeRole } from '../../src/rules/people/roleChanges';

/** What each may change of whom, typed from S2 §5 and §6 and P15: of a super admin, and of everybody else. */
const table: Record<Role, { ofOthers: readonly Role[]; ofSuperAdmin: readonly Role[] }> = {
  MEMBER: { ofOthers: [], ofSuperAdmin: [] },
  RESCUE_CAPTAIN: { ofOthers: [], ofSuperAdmin: [] },
  INVENTORY_MANAGER: { ofOthers: [], ofSuperAdmin: [] },
  ADMIN: { ofOthers: ['MEMBER', 'RESCUE_CAPTAIN'], ofSuperAdmin: [] },
  SUPER_ADMIN: {
    ofOthers: ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN'],
    ofSuperAdmin: ['MEMBER', 'RESCUE_CAPTAIN', 'INVENTORY_MANAGER', 'ADMIN'],
  },
};

describe.each(['', 'ROLE_'])('a change of a role, named with the prefix %j', (prefix) => {
  const cases = roles.flatMap((by) => roles.flatMap((target) => roles.map((role) => ({ by, target, role }))));
  it.each(cases)('$role of $target by $by', ({ by, target, role }) => {
    const allowed = target === 'SUPER_ADMIN' ? table[by].ofSuperAdmin : table[by].ofOthers;
    expect(mayChangeRole(role, [prefix + by], [prefix + target])).toBe(allowed.includes(role));
  });
});

describe('the roles that change', () => {
  it('are those that one list has and the other has not', () => {
    expect(changedRoles(['MEMBER', 'ADMIN'], ['ADMIN', 'RESCUE_CAPTAIN'])).toEqual(['MEMBER', 'RESCUE_CAPTAIN']);
  });

  it('are none when the lists name the same, in another order, twice or with the prefix', () => {
    expect(changedRoles(['MEMBER', 'ADMIN'], ['ROLE_ADMIN', 'MEMBER', 'MEMBER'])).toEqual([]);
  });
});
