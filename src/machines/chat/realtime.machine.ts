import { type ActorRef, type ActorRefFrom, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { RECONNECT_DELAY } from '../../contract/topics';
import { network } from '../ports';
import { workflow } from '../supervision';
import { connection } from './ports';

/** The session, which is told when the server no longer accepts the member's token. */
type SessionLike = ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;

type RealtimeEvent =
  | { type: 'connection.opened' }
  | { type: 'connection.lost' }
  | { type: 'connection.refused' }
  | { type: 'connection.retry' }
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  | { type: 'page.shown' };

/** The state of the only realtime connection of a signed-in member. The service behind `connection` shares its topics. */
export const realtimeMachine = workflow({
  types: {
    input: {} as { session: SessionLike },
    context: {} as { session: SessionLike },
    events: {} as RealtimeEvent,
    tags: {} as 'live',
  },
  actors: { connection, network },
  delays: { reconnectDelay: RECONNECT_DELAY, earlyDelay: 1_000, connectTimeout: 20_000, wakingTime: 3_000 },
  actions: {
    rejectSession: sendTo(({ context }) => context.session, { type: 'session.rejected' }),
    logFailure: ({ event }) => console.error('The realtime connection failed', event),
  },
}).createMachine({
  id: 'realtime',
  context: ({ input }) => input,
  initial: 'online',
  invoke: {
    id: 'network',
    src: 'network',
    input: undefined,
  },
  on: {
    'network.lost': {
      target: '.offline',
      description: 'SockJS does not notice a lost network; the browser does.',
    },
  },
  states: {
    online: {
      description: 'One SockJS connection with STOMP on top, authenticated with the bearer token. S1 §7',
      initial: 'connecting',
      invoke: {
        id: 'connection',
        src: 'connection',
        input: undefined,
        onError: { target: 'waiting', actions: 'logFailure' },
      },
      on: {
        'connection.lost': { target: 'waiting' },
        'connection.refused': {
          target: 'stopped',
          description: 'An expired or refused token ends the reconnecting, which could never succeed.',
        },
      },
      states: {
        connecting: {
          after: {
            connectTimeout: { target: '#realtime.waiting', description: 'A connection that never opens is given up.' },
          },
          on: { 'connection.opened': { target: 'connected' } },
          initial: 'usual',
          states: {
            usual: {},
            returned: {
              description: 'Browsers say that the network is back before anything passes. DECISIONS 410',
              on: { 'connection.lost': { target: '#realtime.waiting.early' } },
            },
          },
        },
        connected: {
          tags: 'live',
          description: 'Heart-beats of 10000 ms both ways. S1 §9',
          initial: 'steady',
          on: { 'page.shown': { target: '.awoken' } },
          states: {
            steady: {},
            awoken: {
              description:
                'A connection often dies while the device sleeps, and this is noticed only when the member comes back. Then the next try comes at once.',
              after: { wakingTime: { target: 'steady' } },
              on: { 'connection.lost': { target: '#realtime.online', reenter: true } },
            },
          },
        },
      },
    },
    waiting: {
      description:
        'The next try comes after the reconnect delay of 5000 ms, or at once when the page or the network comes back. S1 §9',
      on: {
        'connection.retry': { target: 'online' },
        'network.returned': { target: 'online.connecting.returned' },
        'page.shown': { target: 'online' },
      },
      initial: 'usual',
      states: {
        usual: { after: { reconnectDelay: { target: '#realtime.online' } } },
        early: {
          description: 'The first try after the return of the network has failed: one more comes soon.',
          after: { earlyDelay: { target: '#realtime.online' } },
        },
      },
    },
    offline: {
      description: 'The browser says that there is no network.',
      on: {
        'network.returned': { target: 'online.connecting.returned' },
        'connection.retry': { target: 'online' },
      },
    },
    stopped: {
      description: 'The server no longer accepts the token: the session ends. S1 §8',
      entry: 'rejectSession',
      on: { 'network.lost': { target: 'stopped', description: 'There are no further tries.' } },
    },
  },
});
export type RealtimeRef = ActorRefFrom<typeof realtimeMachine>;
export type RealtimeSnapshot = SnapshotFrom<typeof realtimeMachine>;
