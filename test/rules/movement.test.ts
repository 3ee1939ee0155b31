import { parse } from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { Incident } from '../../src/contract/incidents';
import type { Movement } from '../../src/contract/movement';
import { hasEmptyTeam, hasTeamToShow, isNobodyMoving, whoIsWhere } from '../../src/rules/movement';

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
});

it.each(['IN_PROGRESS', 'ONGOING', 'RESOLVED'])(
  'does not say so in %s: whoever has begun the case is there',
  (status) => {
    expect(isNobodyMoving({ status, team: team.slice(2, 3) })).toBe(false);
  },
);

describe('a team that all members have left', () => {
  it.each([
    ['ASSIGNED', true],
    ['IN_PROGRESS', true],
    ['REPORTED', false],
    ['ONGOING', false],
    ['CLOSED', false],
  ])('in %s: its page says so: %j', (status, isEmpty) => {
    expect(hasEmptyTeam({ status, team: [] })).toBe(isEmpty);
    expect(hasTeamToShow({ status, team: [] })).toBe(isEmpty);
    expect(hasEmptyTeam({ status, team })).toBe(false);
    expect(hasTeamToShow({ status, team })).toBe(true);
  });

  it('counts as one of which nobody is on the way, once it is assigned', () => {
    expect(isNobodyMoving({ status: 'ASSIGNED', team: [] })).toBe(true);
    expect(isNobodyMoving({ status: 'REPORTED', team: [] })).toBe(false);
    expect(whoIsWhere({ status: 'ASSIGNED', team: [] })).toEqual([]);
  });

  it.each([
    ['no team', {}],
    ['null', { team: null }],
    ['a team that cannot be read', { team: [{ member: 'Mira' }] }],
  ])('is not assumed where another server sends %s', (_, sent) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const read = parse(Incident, { id: 5, status: 'ASSIGNED', ...sent });
    expect([hasEmptyTeam(read), hasTeamToShow(read), isNobodyMoving(read)]).toEqual([false, false, false]);
    expect(whoIsWhere(read)).toEqual([]);
  });
});
