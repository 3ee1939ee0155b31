import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { RECONNECT_DELAY } from '../../contract/topics';
import { network } from '../ports';
import { workflow } from '../supervision';
import { connection } from './ports';

/** The session, which is told when the server no longer accepts the member's token. */
type SessionLike = ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;

interface RealtimeInput {
  readonly session: SessionLike;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
}

export type RealtimeEvent =
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
    input: {} as RealtimeInput,
    context: {} as RealtimeInput & {
      /** The wait before the next try, in milliseconds. */
      readonly wait: number;
    },
    events: {} as RealtimeEvent,
    tags: {} as 'live',
  },
  actors: { connection, network },
  delays: { reconnectDelay: ({ context }) => context.wait, connectTimeout: 20_000, wakingTime: 3_000 },
  actions: {
    rejectSession: sendTo(({ context }) => context.session, { type: 'session.rejected' }),
    waitExactly: assign({ wait: RECONNECT_DELAY }),
    varyWait: assign({ wait: ({ context }) => RECONNECT_DELAY - 1_000 + 2_000 * context.random() }),
    logFailure: ({ event }) => console.error('The realtime connection failed', event),
  },
}).createMachine({
  id: 'realtime',
  context: ({ input }) => ({ ...input, wait: RECONNECT_DELAY }),
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
        },
        connected: {
          tags: 'live',
          description: 'Heart-beats of 10000 ms both ways. S1 §9',
          initial: 'steady',
          entry: 'waitExactly',
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
        'The next try comes after the reconnect delay of 5000 ms, or at once when the page or the network comes back. Those after it come after 4 to 6 s, so that phones that lost the server together do not all come back in one moment. S1 §9, DECISIONS 310',
      after: { reconnectDelay: { target: 'online' } },
      exit: 'varyWait',
      on: {
        'connection.retry': { target: 'online' },
        'network.returned': { target: 'online' },
        'page.shown': { target: 'online' },
      },
    },
    offline: {
      description: 'The browser says that there is no network.',
      on: { 'network.returned': { target: 'online' }, 'connection.retry': { target: 'online' } },
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
