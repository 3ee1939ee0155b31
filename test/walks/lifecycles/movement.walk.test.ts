import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/machines/lifecycles/judge';
import { type MovementLifecycleEvent, movementLifecycle } from '../../../src/machines/lifecycles/movement.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';

const names = ['movement.depart', 'movement.arrive', 'movement.withdraw'] as const;

/** Typed from DECISIONS 154: what a member of the team may say, and where they are then. */
const table = {
  NOT_SAID: { 'movement.depart': 'ON_MY_WAY', 'movement.arrive': 'ARRIVED', 'movement.withdraw': 'NOT_SAID' },
  ON_MY_WAY: { 'movement.depart': 'ON_MY_WAY', 'movement.arrive': 'ARRIVED', 'movement.withdraw': 'NOT_SAID' },
  ARRIVED: { 'movement.arrive': 'ARRIVED', 'movement.withdraw': 'NOT_SAID' },
} as const;
type Status = keyof typeof table;
const afterOf = (status: Status, name: (typeof names)[number]) =>
  (table[status] as Partial<Record<(typeof names)[number], Status>>)[name];

const cases = (Object.keys(table) as Status[]).flatMap((status) =>
  names.flatMap((type) =>
    [true, false].map((isInTeam) => {
      const after = afterOf(status, type);
      return { status, type, isInTeam, expected: after === undefined ? 409 : isInTeam ? after : 403 };
    }),
  ),
);

describe('the movement of a member, judged', () => {
  it.each(cases)('$status $type, in the team: $isInTeam: $expected', ({ status, type, isInTeam, expected }) => {
    const verdict = judge(movementLifecycle, status, { type, isInTeam });
    expect(verdict.allowed ? verdict.status : { role: 403, state: 409 }[verdict.because]).toBe(expected);
  });
});

const samples = Object.fromEntries(
  names.flatMap((type) =>
    [true, false].map((isInTeam) => [
      `${type}${isInTeam ? '' : ' by somebody else'}`,
      { type, isInTeam } as MovementLifecycleEvent,
    ]),
  ),
);
const walk = walkOf({
  machine: movementLifecycle,
  samples,
  states: Object.fromEntries(Object.entries(table).map(([status, takes]) => [status, { takes }])),
});
testWalk(walk);
testMutants(walk);
