import { expect, it } from 'vitest';
import type { Movement } from '../../src/contract/movement';
import { whoIsWhere } from '../../src/rules/movement';

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
