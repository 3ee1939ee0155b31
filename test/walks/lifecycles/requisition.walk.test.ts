import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../src/contract/people';
import { judge } from '../../../src/machines/lifecycles/judge';
import {
  type RequisitionLifecycleEvent,
  requisitionLifecycle,
} from '../../../src/machines/lifecycles/requisition.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';
import { judgementsOf, walkedTable } from './table';

/** Who acts: a role, and whether the requisition is their own. */
const people = roles.flatMap((role) => [true, false].map((isRequester) => ({ role, isRequester })));
type Person = (typeof people)[number];
const isManager = ({ role }: Person) => (['INVENTORY_MANAGER', 'SUPER_ADMIN'] as Role[]).includes(role);
const isRequester = (person: Person) => person.isRequester;
const anybody = () => true;

/** Typed from S2 §4 "Requisition statuses" and DECISIONS 16, 32 and P7. */
const table = {
  PENDING: {
    'requisition.approve': { may: isManager, after: 'APPROVED' },
    'requisition.deny': { may: isManager, after: 'DENIED' },
    'requester.removed': { may: anybody, after: 'DENIED' },
  },
  APPROVED: {
    'requisition.dispatch': { may: isManager, after: 'DISPATCHED' },
    'requester.removed': { may: anybody, after: 'DENIED' },
  },
  DISPATCHED: { 'requisition.acknowledge': { may: isRequester, after: 'RECEIVED' } },
  DENIED: {},
  RECEIVED: {},
} as const;
const names = [
  'requisition.approve',
  'requisition.deny',
  'requisition.dispatch',
  'requisition.acknowledge',
  'requester.removed',
] as const;
type Name = (typeof names)[number];

const who = ({ role, isRequester }: Person) => `${role} for ${isRequester ? 'themselves' : 'somebody else'}`;
const eventOf = (type: Name, { role, isRequester }: Person, prefix = '') =>
  ({ type, roles: [`${prefix}${role}`], isRequester }) as RequisitionLifecycleEvent;

const lifecycle = { table, names, people, who, eventOf };

describe('a requisition, judged', () => {
  it.each(judgementsOf(lifecycle))('$status $name by $by: $expected', ({ status, name, person, expected }) => {
    for (const prefix of ['', 'ROLE_']) {
      const verdict = judge(requisitionLifecycle, status as 'PENDING', eventOf(name, person, prefix));
      expect(verdict.allowed ? verdict.status : { role: 403, state: 409 }[verdict.because]).toBe(expected);
    }
  });

  it('is decided by nobody without a role', () => {
    for (const type of ['requisition.approve', 'requisition.deny'] as const)
      expect(judge(requisitionLifecycle, 'PENDING', { type, roles: [] })).toEqual({ allowed: false, because: 'role' });
    expect(judge(requisitionLifecycle, 'APPROVED', { type: 'requisition.dispatch', roles: [] })).toEqual({
      allowed: false,
      because: 'role',
    });
  });
});

const walk = walkOf({ machine: requisitionLifecycle, ...walkedTable(lifecycle) });
testWalk(walk);
testMutants(walk);
