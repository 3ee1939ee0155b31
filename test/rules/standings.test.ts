import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownPlaceText, placesOf } from '../../src/rules/people/standings';

const standing = (id: string, rank: number) => ({
  id,
  firstName: id,
  rank,
  points: 0,
  hearts: 0,
  distanceTraveled: 0,
  casesCompleted: 0,
});
const [a, b, c, d] = [standing('a', 1), standing('b', 2), standing('c', 2), standing('d', 4)] as const;

it.each([
  [[], null, []],
  [[a], null, [a]],
  [[b, a], null, [a, b]],
  [[c, b, a], [c, a, b], []],
  [[a, b, c, d], [b, a, c], [d]],
])('%j: second, first and third on the podium if there are three (S1 §2)', (standings, podium, rest) => {
  expect(placesOf(standings)).toEqual({ podium, rest });
});

it('ranks by points where a server gives no ranks, with equal ranks for equal points', () => {
  const [few, many, equal] = [
    { ...standing('few', 0), points: 5 },
    { ...standing('many', 0), points: 50 },
    { ...standing('equal', 0), points: 5 },
  ];
  const { podium } = placesOf([few, many, equal]);
  expect(podium?.map(({ id, rank }) => [id, rank])).toEqual([
    ['few', 2],
    ['many', 1],
    ['equal', 2],
  ]);
});

it('shows everybody exactly once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { maxLength: 30 }), fc.nat(5), (ids, ties) => {
      const standings = ids.map((id) => standing(String(id), 1 + Math.floor(id / (ties + 1))));
      const { podium, rest } = placesOf(standings);
      expect(podium === null).toBe(standings.length < 3);
      const [second, first, third] = podium ?? [];
      const all = [first, second, third, ...rest].flatMap((one) => one ?? []);
      expect(new Set(all)).toEqual(new Set(standings));
      expect(all).toHaveLength(standings.length);
      expect(all.map(({ rank }) => rank)).toEqual(standings.map(({ rank }) => rank).sort((x, y) => x - y));
    }),
  );
});

it('tells a member their own place, on the podium or below, and nothing if they are not listed (DECISIONS 328)', () => {
  const places = placesOf([a, b, { ...c, points: 1 }, { ...d, points: 12 }]);
  expect(['a', 'c', 'd', 'e'].map((id) => ownPlaceText(places, id))).toEqual([
    'You: rank 1, 0 points',
    'You: rank 2, 1 point',
    'You: rank 4, 12 points',
    null,
  ]);
});
