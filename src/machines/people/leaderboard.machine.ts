import { assign, type SnapshotFrom } from 'xstate';
import { unreadableIn } from '../../contract/lists';
import type { Standing } from '../../contract/standings';
import { leaderboardFailureText } from '../../rules/failureTexts';
import { type Places, placesOf } from '../../rules/people/standings';
import { call } from '../ports';
import { workflow } from '../supervision';

/** Fetches the leaderboard (S1 §7). Rejects with a CallFailure. */
const fetchStandings = call<readonly Standing[]>('fetchStandings');

type LeaderboardEvent =
  | { type: 'list.retry' }
  | { type: 'standing.open'; standing: Standing }
  | { type: 'modal.close' };

/** The leaderboard (S1 §2, /leaderboard): loading, error, empty, populated, and one member's numbers in a modal. */
export const leaderboardMachine = workflow({
  types: {
    context: {} as { places: Places; unreadable: number; opened: Standing | null; failure: string },
    events: {} as LeaderboardEvent,
  },
  actors: { fetchStandings },
}).createMachine({
  id: 'leaderboard',
  context: { places: { podium: null, rest: [] }, unreadable: 0, opened: null, failure: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'fetchStandings',
        src: 'fetchStandings',
        onDone: [
          {
            guard: ({ event }) => event.output.length === 0,
            target: 'empty',
            actions: assign({ unreadable: ({ event }) => unreadableIn(event.output).length }),
          },
          {
            target: 'populated',
            actions: assign(({ event: { output } }) => ({
              places: placesOf(output),
              unreadable: unreadableIn(output).length,
            })),
          },
        ],
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => leaderboardFailureText(event.error) }),
        },
      },
    },
    failed: {
      description: "'Failed to fetch leaderboard data.' or 'Could not connect to the server.' S1 §8",
      on: { 'list.retry': { target: 'loading' } },
    },
    empty: {},
    populated: {
      description: 'The top 3 as a podium only if at least 3 entries exist, the rest as a list. S1 §2',
      initial: 'closed',
      states: {
        closed: {
          on: {
            'standing.open': {
              target: 'opened',
              actions: assign({ opened: ({ event }) => event.standing }),
            },
          },
        },
        opened: {
          description: 'A modal with rank, points, hearts, distance in km (one decimal) and cases. S1 §2',
          on: { 'modal.close': { target: 'closed' } },
        },
      },
    },
  },
});
export type LeaderboardSnapshot = SnapshotFrom<typeof leaderboardMachine>;

export const selectIsLoading = (snapshot: LeaderboardSnapshot) => snapshot.matches('loading');
export const selectIsEmpty = (snapshot: LeaderboardSnapshot) => snapshot.matches('empty');
/** Why there is no leaderboard, or null. */
export const selectFailure = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** The ranking, or null until it is loaded. */
export const selectPlaces = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches('populated') ? snapshot.context.places : null;
/** The member in the modal, or null when it is closed. */
export const selectOpened = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches({ populated: 'opened' }) ? snapshot.context.opened : null;
/** The number of members that could not be read. */
export const selectUnreadable = (snapshot: LeaderboardSnapshot) => snapshot.context.unreadable;
