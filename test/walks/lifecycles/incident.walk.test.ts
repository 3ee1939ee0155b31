import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../src/contract/people';
import { type IncidentLifecycleEvent, incidentLifecycle } from '../../../src/machines/lifecycles/incident.machine';
import { actIn, judge } from '../../../src/machines/lifecycles/judge';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';

const captains: readonly Role[] = ['RESCUE_CAPTAIN', 'ADMIN', 'SUPER_ADMIN'];
const everybody: readonly Role[] = roles;

/**
 * The table "Actions on the detail page by status" of S2 §4 row by row, with who may (S2 §6) and the status after (DECISIONS 22
 * and 26). 'locate' is Update Location without coordinates, 'relocate' with; what happens to the case or its team is nobody's press.
 */
const table = {
  REPORTED: {
    'interest.toggle': { by: everybody, after: 'REPORTED' },
    'team.assign': { by: captains, after: 'ASSIGNED' },
    'incident.close': { by: captains, after: 'CLOSED' },
    'incident.edit': { by: captains, after: 'REPORTED' },
    locate: { by: everybody, after: 'REPORTED' },
    'note.add': { by: everybody, after: 'REPORTED' },
    relocate: { by: captains, after: 'REPORTED' },
  },
  ASSIGNED: {
    'team.view': { by: everybody, after: 'ASSIGNED' },
    'teamKit.view': { by: everybody, after: 'ASSIGNED' },
    'details.copy': { by: everybody, after: 'ASSIGNED' },
    'team.reassign': { by: captains, after: 'ASSIGNED' },
    'incident.edit': { by: captains, after: 'ASSIGNED' },
    locate: { by: everybody, after: 'ASSIGNED' },
    'note.add': { by: everybody, after: 'ASSIGNED' },
    relocate: { by: captains, after: 'ASSIGNED' },
    'case.initiated': { by: everybody, after: 'IN_PROGRESS' },
  },
  IN_PROGRESS: {
    'team.view': { by: everybody, after: 'IN_PROGRESS' },
    'teamKit.view': { by: everybody, after: 'IN_PROGRESS' },
    'incident.edit': { by: captains, after: 'IN_PROGRESS' },
    locate: { by: everybody, after: 'IN_PROGRESS' },
    'note.add': { by: everybody, after: 'IN_PROGRESS' },
    relocate: { by: captains, after: 'IN_PROGRESS' },
    'case.completed': { by: everybody, after: 'ONGOING' },
    // DECISIONS 272
    'team.emptied': { by: everybody, after: 'ASSIGNED' },
  },
  ONGOING: {
    'interest.toggle': { by: everybody, after: 'ONGOING' },
    'team.assign': { by: captains, after: 'ASSIGNED' },
    'incident.resolve': { by: captains, after: 'RESOLVED' },
    'incident.edit': { by: captains, after: 'ONGOING' },
    locate: { by: everybody, after: 'ONGOING' },
    'note.add': { by: everybody, after: 'ONGOING' },
    relocate: { by: captains, after: 'ONGOING' },
  },
  RESOLVED: {
    'incident.reactivate': { by: captains, after: 'ONGOING' },
    'incident.delete': { by: captains, after: 'DELETED' },
    'incident.edit': { by: captains, after: 'RESOLVED' },
  },
  CLOSED: {
    'incident.delete': { by: captains, after: 'DELETED' },
    'incident.edit': { by: captains, after: 'CLOSED' },
  },
  DELETED: {},
} as const;

const names = [
  'interest.toggle',
  'team.view',
  'teamKit.view',
  'details.copy',
  'team.assign',
  'team.reassign',
  'note.add',
  'incident.edit',
  'locate',
  'relocate',
  'incident.close',
  'incident.resolve',
  'incident.reactivate',
  'incident.delete',
  'case.initiated',
  'case.completed',
  'team.emptied',
] as const;
type Name = (typeof names)[number];
type Rules = Partial<Record<Name, { by: readonly Role[]; after: string }>>;

const eventOf = (name: Name, ...given: readonly string[]): IncidentLifecycleEvent =>
  name === 'locate' || name === 'relocate'
    ? { type: 'incident.locate', roles: given, hasCoordinates: name === 'relocate' }
    : ({ type: name, roles: given } as IncidentLifecycleEvent);

const cases = Object.entries(table).flatMap(([status, rules]: [string, Rules]) =>
  names.flatMap((name) =>
    everybody.map((role) => {
      const rule = rules[name];
      return { status, name, role, expected: rule?.by.includes(role) ? rule.after : rule ? 403 : 409 };
    }),
  ),
);

describe('an incident, judged', () => {
  it.each(cases)('$status $name by $role: $expected', ({ status, name, role, expected }) => {
    for (const spelled of [role, `ROLE_${role}`]) {
      const verdict = judge(incidentLifecycle, status as 'REPORTED', eventOf(name, spelled));
      expect(verdict.allowed ? verdict.status : { role: 403, state: 409 }[verdict.because]).toBe(expected);
    }
  });

  it.each(['team.assign', 'incident.close', 'incident.edit', 'relocate'] as const)(
    'refuses %s to a member without any role',
    (name) => {
      expect(judge(incidentLifecycle, 'REPORTED', eventOf(name))).toEqual({ allowed: false, because: 'role' });
    },
  );

  it.each(['interest.toggle', 'locate'] as const)('lets a member without any role do %s', (name) => {
    expect(judge(incidentLifecycle, 'REPORTED', eventOf(name))).toEqual({ allowed: true, status: 'REPORTED' });
  });
});

describe('an act on an incident, whoever asks', () => {
  /**
   * Marked captain-or-higher in the table of S2 §4: hidden from others (DECISIONS 25). Update Location has no button once there is a
   * place, so there is no dialog either.
   */
  const hidden = ['locate', 'incident.close', 'incident.resolve', 'incident.reactivate', 'incident.delete'];
  const types = names.filter((name) => name !== 'relocate');
  const asked = Object.entries(table).flatMap(([status, rules]: [string, Rules]) =>
    types.map((name) => ({ status, name, leadsTo: rules[name]?.after })),
  );

  it.each(asked)('$status $name leads to $leadsTo', ({ status, name, leadsTo }) => {
    expect(actIn(incidentLifecycle, status, name === 'locate' ? 'incident.locate' : name)).toEqual(
      leadsTo ? { leadsTo, isHiddenFromOthers: hidden.includes(name) } : null,
    );
  });

  it('does not exist in a status that the lifecycle does not know', () => {
    expect(actIn(incidentLifecycle, 'ADOPTED', 'incident.edit')).toBe(null);
  });
});

/** One below captain and one captain: that all other roles are judged like them is what the table above is for. */
const walkers: readonly Role[] = ['INVENTORY_MANAGER', 'RESCUE_CAPTAIN'];
const byRole = names.flatMap((name) => walkers.map((role) => [name, role] as const));
const takes = (rules: Rules) =>
  Object.fromEntries(
    byRole.flatMap(([name, role]) => {
      const rule = rules[name];
      return rule?.by.includes(role) ? [[`${name} by ${role}`, rule.after]] : [];
    }),
  );

const walk = walkOf({
  machine: incidentLifecycle,
  samples: Object.fromEntries(byRole.map(([name, role]) => [`${name} by ${role}`, eventOf(name, role)])),
  states: Object.fromEntries(Object.entries(table).map(([status, rules]) => [status, { takes: takes(rules) }])),
});
testWalk(walk);
testMutants(walk);
