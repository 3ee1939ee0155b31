import { expect, it } from 'vitest';
import type { Movement } from '../../src/contract/movement';
import { isNobodyMoving, whoIsWhere } from '../../src/rules/movement';

const member = (firstName: string, movement: Movement | null) => ({
  userId: firstName,
  firstName,
  movement,
  movedAt: null,
});
const team = [
  member('Kabir', 'ON_MY_WAY'),
  member('Mira', 'ARRIVED'),
  member('Ravi', null),
  member('Tara', 'ON_MY_WAY'),
];

it.each(['ASSIGNED', 'IN_PROGRESS'])('says who of a team has arrived, then who is on the way, in %s', (status) => {
  expect(whoIsWhere({ status, team })).toEqual([
    { movement: 'ARRIVED', names: ['Mira'] },
    { movement: 'ON_MY_WAY', names: ['Kabir', 'Tara'] },
  ]);
  expect(whoIsWhere({ status, team: team.slice(2, 3) })).toEqual([]);
});

it.each(['ACTIVE', 'ONGOING', 'RESOLVED', 'CLOSED'])('says nothing about a team in %s', (status) => {
  expect(whoIsWhere({ status, team })).toEqual([]);
});

it('says that nobody is moving of an assigned team of which nobody has said anything', () => {
  const silent = team.filter(({ movement }) => movement === null);
  expect(isNobodyMoving({ status: 'ASSIGNED', team: silent })).toBe(true);
  expect(isNobodyMoving({ status: 'ASSIGNED', team })).toBe(false);
  expect(isNobodyMoving({ status: 'ASSIGNED', team: [] })).toBe(false);
});

it.each(['IN_PROGRESS', 'ONGOING', 'RESOLVED'])(
  'does not say so in %s: whoever has begun the case is there',
  (status) => {
    expect(isNobodyMoving({ status, team: team.slice(2, 3) })).toBe(false);
  },
);
