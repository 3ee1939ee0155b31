import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Standing } from '../../../src/contract/standings';
import {
  type LeaderboardSnapshot,
  leaderboardMachine,
  selectFailure,
  selectIsEmpty,
  selectIsLoading,
  selectOpened,
  selectPlaces,
  selectUnreadable,
} from '../../../src/machines/people/leaderboard.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { unreadable } from '../unreadable';

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

const props = () => ({ ports: { fetchStandings: promisePort<readonly Standing[]>() } });
interface Setup {
  read<T>(select: (snapshot: LeaderboardSnapshot) => T): T;
}
const looks = ({ read }: Setup) => [read(selectIsLoading), read(selectIsEmpty), read(selectFailure)];
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

const walk = walkOf({
  machine: leaderboardMachine,
  props,
  key: ({ context }) => context.places.rest.length,
  samples: {
    'four came': done('fetchStandings', [ravi, mira, tara, kabir]),
    'two came': done('fetchStandings', [mira, ravi]),
    'none came': done('fetchStandings', []),
    'no network': failed('fetchStandings', new CallFailure('network', 0)),
    refused: failed('fetchStandings', new CallFailure('refused', 500, 'Out of order.')),
    unreadable: failed('fetchStandings', new CallFailure('unreadable', 200)),
    retried: { type: 'list.retry' },
    'Mira pressed': { type: 'standing.open', standing: mira },
    'modal closed': { type: 'modal.close' },
  },
  ways: [
    {
      way: [done('fetchStandings', unreadable([]))],
      sees: ({ read }) => expect(read(selectUnreadable)).toBe(1),
    },
  ],
  states: {
    loading: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([true, false, null]);
        expect(setup.read(selectPlaces)).toBe(null);
        expect(setup.ports.fetchStandings.running).toBe(true);
      },
      takes: {
        'four came': {
          to: 'populated.closed',
          sees: ({ read }) => expect(read(selectPlaces)).toEqual({ podium: [mira, ravi, tara], rest: [kabir] }),
        },
        'two came': {
          to: 'populated.closed',
          sees: ({ read }) => expect(read(selectPlaces)).toEqual({ podium: null, rest: [ravi, mira] }),
        },
        'none came': 'empty',
        'no network': failing('Could not connect to the server.'),
        refused: failing('Failed to fetch leaderboard data.'),
        unreadable: failing('Failed to fetch leaderboard data.'),
      },
    },
    failed: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIsEmpty), read(selectPlaces)]).toEqual([false, false, null]);
        expect(ports.fetchStandings.running).toBe(false);
      },
      takes: { retried: 'loading' },
    },
    empty: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([false, true, null]);
        expect(setup.read(selectPlaces)).toBe(null);
      },
    },
    populated: { sees: (setup) => expect(looks(setup)).toEqual([false, false, null]) },
    'populated.closed': {
      sees: ({ read }) => expect(read(selectOpened)).toBe(null),
      takes: { 'Mira pressed': 'populated.opened' },
    },
    'populated.opened': {
      sees: ({ read }) => expect(read(selectOpened)).toEqual(mira),
      takes: { 'modal closed': 'populated.closed' },
    },
  },
});
testWalk(walk);
testMutants(walk);
