import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../src/contract/people';
import { type CaseLifecycleEvent, caseLifecycle } from '../../../src/machines/lifecycles/case.machine';
import { judge } from '../../../src/machines/lifecycles/judge';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';
import { judgementsOf, walkedTable } from './table';

/** Who acts: a role, and whether they are in the team of the case. */
const people = roles.flatMap((role) => [true, false].map((isInTeam) => ({ role, isInTeam })));
type Person = (typeof people)[number];
const isCaptain = ({ role }: Person) => (['RESCUE_CAPTAIN', 'ADMIN', 'SUPER_ADMIN'] as Role[]).includes(role);
const isOfTeamOrCaptain = (person: Person) => person.isInTeam || isCaptain(person);

/** Typed from S2 §4 "Cases (volunteer)" and DECISIONS 22, 27. */
const table = {
  ASSIGNED: {
    'case.initiate': { may: isOfTeamOrCaptain, after: 'IN_PROGRESS' },
    'case.reassign': { may: isCaptain, after: 'ASSIGNED' },
  },
  IN_PROGRESS: {
    'case.complete': { may: isOfTeamOrCaptain, after: 'CLOSED' },
    // A fact, not an act: it needs no role (DECISIONS 272).
    'team.emptied': { may: () => true, after: 'ASSIGNED' },
  },
  CLOSED: {},
} as const;
const names = ['case.initiate', 'case.reassign', 'case.complete', 'team.emptied'] as const;
type Name = (typeof names)[number];

const who = ({ role, isInTeam }: Person) => `${role} ${isInTeam ? 'of the team' : 'of no team'}`;
const eventOf = (type: Name, { role, isInTeam }: Person, prefix = ''): CaseLifecycleEvent => ({
  type,
  roles: [`${prefix}${role}`],
  isInTeam,
});

const lifecycle = { table, names, people, who, eventOf };

describe('a case, judged', () => {
  it.each(judgementsOf(lifecycle))('$status $name by $by: $expected', ({ status, name, person, expected }) => {
    for (const prefix of ['', 'ROLE_']) {
      const verdict = judge(caseLifecycle, status as 'ASSIGNED', eventOf(name, person, prefix));
      expect(verdict.allowed ? verdict.status : { role: 403, state: 409 }[verdict.because]).toBe(expected);
    }
  });

  it('is initiated and completed by team members without any role, but by nobody else without one', () => {
    const member = { roles: [], isInTeam: true };
    const stranger = { roles: [], isInTeam: false };
    expect(judge(caseLifecycle, 'ASSIGNED', { type: 'case.initiate', ...member })).toEqual({
      allowed: true,
      status: 'IN_PROGRESS',
    });
    expect(judge(caseLifecycle, 'IN_PROGRESS', { type: 'case.complete', ...member })).toEqual({
      allowed: true,
      status: 'CLOSED',
    });
    for (const [status, type] of [
      ['ASSIGNED', 'case.initiate'],
      ['IN_PROGRESS', 'case.complete'],
    ] as const)
      expect(judge(caseLifecycle, status, { type, ...stranger })).toEqual({ allowed: false, because: 'role' });
    expect(judge(caseLifecycle, 'ASSIGNED', { type: 'case.reassign', roles: [] })).toEqual({
      allowed: false,
      because: 'role',
    });
  });
});

const walk = walkOf({ machine: caseLifecycle, ...walkedTable(lifecycle) });
testWalk(walk);
testMutants(walk);
