import { parse } from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { Incident } from '../../src/contract/incidents';
import type { Movement } from '../../src/contract/movement';
import { hasEmptyTeam, hasTeamToShow, isNobodyMoving, whereText, whoIsWhere } from '../../src/rules/cases/movement';

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

it.each<[string, Movement | null, string]>([
  ['ASSIGNED', null, 'Not on the way'],
  ['IN_PROGRESS', null, 'Has not said where they are'],
  ['IN_PROGRESS', 'ON_MY_WAY', 'On the way since 2:07 PM'],
  ['ASSIGNED', 'ARRIVED', 'Arrived since 2:07 PM'],
])('in %s says of a member who has reported %j: %s', (status, movement, text) => {
  const movedAt = movement && new Date(2026, 2, 10, 14, 7).toISOString();
  const now = new Date(2026, 2, 10, 15).getTime();
  expect(whereText({ status }, { movement, movedAt }, now).replace(/\s/g, ' ')).toBe(text);
});

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
