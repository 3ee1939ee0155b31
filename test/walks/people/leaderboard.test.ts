import { expect } from 'vitest';
import type { Standing } from '../../../src/contract/standings';
import {
  type LeaderboardSnapshot,
  leaderboardMachine,
  selectFeed,
  selectIsEmpty,
  selectOpened,
  selectPlaces,
} from '../../../src/machines/people/leaderboard.machine';
import { testMutants } from '../../kit/mutants';
import { said, streamPort, testWalk, walkOf } from '../../kit/walk';

const standing = (firstName: string, rank: number): Standing => ({
  id: firstName,
  firstName,
  rank,
  points: 100 - rank,
  hearts: 1,
  distanceTraveled: 2.5,
  casesCompleted: 3,
});
const [ravi, mira, tara, kabir] = [
  standing('Ravi', 1),
  standing('Mira', 2),
  standing('Tara', 3),
  standing('Kabir', 4),
] as const;
/** Mira has completed another case. */
const newMira = { ...mira, points: 130, rank: 1 };

const props = () => ({ ports: { feed: streamPort() } });
interface Setup {
  read<T>(select: (snapshot: LeaderboardSnapshot) => T): T;
}
const fetched = (data: readonly Standing[]) => said('feed', { type: 'feed.fetched', data });
const four = { podium: [mira, ravi, tara], rest: [kabir] };
const two = { podium: null, rest: [ravi, mira] };
/** The modal stays open, with the newest numbers, as long as its member is on the list. */
const shows = (places: object, present: Standing | null) => (before: LeaderboardSnapshot) => {
  const isOpen = selectOpened(before) !== null && present !== null;
  return {
    to: isOpen ? 'populated.opened' : 'populated.closed',
    sees: ({ read }: Setup) =>
      expect([read(selectPlaces), read(selectOpened)]).toEqual([places, isOpen ? present : null]),
  };
};
const came = {
  'four came': shows(four, mira),
  'two came': shows(two, mira),
  'Mira with more points came': shows({ podium: null, rest: [newMira, { ...ravi, rank: 2 }] }, newMira),
  'Mira has left': shows({ podium: null, rest: [ravi] }, null),
  'none came': 'empty',
};

const walk = walkOf({
  machine: leaderboardMachine,
  props,
  input: () => ({ userId: 'asha' }),
  key: ({ context }) => [context.places.rest.length, context.opened?.points],
  samples: {
    'four came': fetched([ravi, mira, tara, kabir]),
    'two came': fetched([mira, ravi]),
    'Mira with more points came': fetched([{ ...ravi, rank: 2 }, newMira]),
    'Mira has left': fetched([ravi]),
    'none came': fetched([]),
    'Mira pressed': { type: 'standing.open', standing: mira },
    'modal closed': { type: 'modal.close' },
  },
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsEmpty), read(selectPlaces), read(selectOpened)]).toEqual([false, null, null]);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'asha' } }]);
        expect(read(selectFeed)).toBeDefined();
      },
      takes: came,
    },
    empty: {
      sees: ({ read }) => expect([read(selectIsEmpty), read(selectPlaces)]).toEqual([true, null]),
      takes: came,
    },
    populated: { sees: ({ read }) => expect(read(selectIsEmpty)).toBe(false), takes: came },
    'populated.closed': {
      sees: ({ read }) => expect(read(selectOpened)).toBe(null),
      takes: {
        'Mira pressed': { to: 'populated.opened', sees: ({ read }) => expect(read(selectOpened)).toEqual(mira) },
      },
    },
    'populated.opened': {
      sees: ({ read }) => expect(read(selectOpened)?.id).toBe('Mira'),
      takes: { 'modal closed': 'populated.closed' },
    },
  },
});
testWalk(walk);
testMutants(walk);
