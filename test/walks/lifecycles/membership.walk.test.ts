import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../src/contract/people';
import { judge } from '../../../src/machines/lifecycles/judge';
import { membershipLifecycle } from '../../../src/machines/lifecycles/membership.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';

const admins: readonly Role[] = ['ADMIN', 'SUPER_ADMIN'];
const everybody: readonly Role[] = roles;

/** Typed from S1 §1, S2 §4 and §6 and DECISIONS 2, 13, 16, P7: in which status which event is there, for whom, and the status after. */
const table = {
  PENDING: {
    'membership.authorize': { by: admins, after: 'ACTIVE' },
    'membership.deny': { by: admins, after: 'DELETED' },
  },
  ACTIVE: {
    'membership.logIn': { by: everybody, after: 'ACTIVE' },
    'membership.remove': { by: ['SUPER_ADMIN'] as readonly Role[], after: 'FORMER' },
  },
  FORMER: {},
  DELETED: {},
} as const;
const events = ['membership.logIn', 'membership.authorize', 'membership.deny', 'membership.remove'] as const;
type Rules = Partial<Record<(typeof events)[number], { by: readonly Role[]; after: string }>>;

const cases = Object.entries(table).flatMap(([status, rules]: [string, Rules]) =>
  events.flatMap((type) =>
    everybody.map((role) => {
      const rule = rules[type];
      const allowed = rule?.by.includes(role);
      return { status, type, role, expected: allowed ? rule?.after : rule ? 403 : 409 };
    }),
  ),
);

describe('membership, judged', () => {
  it.each(cases)('$status $type by $role: $expected', ({ status, type, role, expected }) => {
    for (const name of [role, `ROLE_${role}`]) {
      const verdict = judge(membershipLifecycle, status as 'PENDING', { type, roles: [name] });
      const answer = verdict.allowed ? verdict.status : { role: 403, state: 409 }[verdict.because];
      expect(answer).toBe(expected);
    }
  });

  it('refuses a caller without any role', () => {
    const verdict = judge(membershipLifecycle, 'PENDING', { type: 'membership.authorize', roles: [] });
    expect(verdict).toEqual({ allowed: false, because: 'role' });
  });
});

const samples = Object.fromEntries(
  events.flatMap((type) => everybody.map((role) => [`${type} by ${role}`, { type, roles: [role] }] as const)),
);
const takes = (rules: Rules) =>
  Object.fromEntries(
    events.flatMap((type) => (rules[type]?.by ?? []).map((role) => [`${type} by ${role}`, rules[type]?.after ?? ''])),
  );

const walk = walkOf({
  machine: membershipLifecycle,
  samples,
  states: {
    PENDING: { takes: takes(table.PENDING) },
    ACTIVE: { takes: takes(table.ACTIVE) },
    FORMER: { takes: takes(table.FORMER) },
    DELETED: { takes: takes(table.DELETED) },
  },
});
testWalk(walk);
testMutants(walk);
