import { assign, type SnapshotFrom } from 'xstate';
import type { Standing } from '../../contract/standings';
import { type Places, placesOf } from '../../rules/people/standings';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';

interface LeaderboardInput {
  /** The id of the member who looks at it, whose topic tells that somebody has left. */
  readonly userId: string;
}

type LeaderboardEvent =
  | FeedFact<readonly Standing[]>
  | { type: 'standing.open'; standing: Standing }
  | { type: 'modal.close' };

interface LeaderboardContext extends LeaderboardInput {
  readonly places: Places;
  readonly opened: Standing | null;
}

/** Each change of an incident may bring points, and changes come in bursts: news within this time, in milliseconds, lead to one fetch. */
const BURST = 500;

/** The leaderboard (S1 §2, /leaderboard): the ranking, and one member's numbers in a modal. The feed knows how fresh they are. */
export const leaderboardMachine = workflow({
  types: {
    input: {} as LeaderboardInput,
    context: {} as LeaderboardContext,
    events: {} as LeaderboardEvent,
    children: {} as { feed: 'feed' },
  },
  actors: { feed: feedOf<readonly Standing[], LeaderboardInput>() },
  guards: {
    hasNone: (_, { data }: { data: readonly Standing[] }) => data.length === 0,
    hasOpened: ({ context: { opened } }, { data }: { data: readonly Standing[] }) =>
      data.some(({ id }) => id === opened?.id),
  },
  actions: {
    keepPlaces: assign({ places: (_, { data }: { data: readonly Standing[] }) => placesOf(data) }),
    keepOpened: assign({
      opened: ({ context: { opened } }, { data }: { data: readonly Standing[] }) =>
        data.find(({ id }) => id === opened?.id) ?? null,
    }),
  },
}).createMachine({
  id: 'leaderboard',
  context: ({ input }) => ({ ...input, places: { podium: null, rest: [] }, opened: null }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { userId }, self }) => ({ query: { userId }, gather: BURST, parent: self }),
  },
  initial: 'waiting',
  on: {
    'feed.fetched': [
      { guard: { type: 'hasNone', params: ({ event }) => event }, target: '.empty' },
      { target: '.populated', actions: { type: 'keepPlaces', params: ({ event }) => event } },
    ],
  },
  states: {
    waiting: {
      description:
        "The ranking is being fetched, or 'Failed to fetch leaderboard data.' or 'Could not connect to the server.' is shown. S1 §8",
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
          on: {
            'modal.close': { target: 'closed' },
            'feed.fetched': {
              guard: { type: 'hasOpened', params: ({ event }) => event },
              actions: [
                { type: 'keepPlaces', params: ({ event }) => event },
                { type: 'keepOpened', params: ({ event }) => event },
              ],
              description: 'It shows the newest numbers, and is closed if the member is no longer on the list.',
            },
          },
        },
      },
    },
  },
});
export type LeaderboardSnapshot = SnapshotFrom<typeof leaderboardMachine>;

export const selectIsEmpty = (snapshot: LeaderboardSnapshot) => snapshot.matches('empty');
/** The ranking, or null until it is loaded. */
export const selectPlaces = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches('populated') ? snapshot.context.places : null;
/** The member in the modal, or null when it is closed. */
export const selectOpened = (snapshot: LeaderboardSnapshot) =>
  snapshot.matches({ populated: 'opened' }) ? snapshot.context.opened : null;
/** The feed, which tells whether the ranking is loading, failed or stale. It always runs. */
export const selectFeed = (snapshot: LeaderboardSnapshot) => snapshot.children.feed;
