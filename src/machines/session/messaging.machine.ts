import { type ActorRef, type ActorRefFrom, assign, fromPromise, type Snapshot, type SnapshotFrom, setup } from 'xstate';
import type { OutboxRef, outboxMachine } from '../chat/outbox.machine';
import type { RealtimeRef, realtimeMachine } from '../chat/realtime.machine';

/** The charts that keep a signed-in member in touch, their ports provided. */
export interface MessagingCharts {
  readonly realtime: typeof realtimeMachine;
  readonly outbox: typeof outboxMachine;
}

/** Fetches the code of messaging: a visitor on the login screen has no use for it. */
const fetchCharts = fromPromise<MessagingCharts>(() => Promise.reject(new Error('fetchCharts must be provided')));

interface MessagingContext {
  session: ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;
  /** The id of the member. */
  me: string;
  realtime: RealtimeRef | null;
  outbox: OutboxRef | null;
}

export type MessagingEvent =
  | { type: 'xstate.error.actor.realtime'; error: unknown }
  | { type: 'xstate.error.actor.outbox'; error: unknown };

/** The realtime connection and the outbox of one signed-in member: they start with the session and stop with it. */
export const messagingMachine = setup({
  types: {
    input: {} as Pick<MessagingContext, 'session' | 'me'>,
    context: {} as MessagingContext,
    events: {} as MessagingEvent,
  },
  actors: { fetchCharts },
  delays: { retryDelay: 5_000 },
  actions: {
    startCharts: assign(({ context, spawn }, charts: MessagingCharts) => ({
      // XState's types give ids only to logic that `setup` knows; at run time any logic may have one.
      realtime: spawn(charts.realtime, { id: 'realtime' as never, input: { session: context.session } }),
      outbox: spawn(charts.outbox, { id: 'outbox' as never, input: { me: context.me } }),
    })),
    logFailure: ({ event }) => console.error('Messaging met an error', event),
  },
}).createMachine({
  id: 'messaging',
  context: ({ input }) => ({ ...input, realtime: null, outbox: null }),
  initial: 'fetching',
  states: {
    fetching: {
      description: 'SockJS, STOMP and all that goes with them are fetched after the login, not before.',
      invoke: {
        id: 'fetchCharts',
        src: 'fetchCharts',
        onDone: { target: 'running', actions: { type: 'startCharts', params: ({ event }) => event.output } },
        onError: { target: 'waiting', actions: 'logFailure' },
      },
    },
    waiting: {
      after: { retryDelay: { target: 'fetching', description: 'Without connection the code does not arrive either.' } },
    },
    running: {
      description: 'One connection and one outbox for all the chats of the member. S1 §7',
      on: {
        'xstate.error.actor.realtime': {
          target: 'running',
          actions: 'logFailure',
          description: 'Without it the app still works by its calls alone.',
        },
        'xstate.error.actor.outbox': {
          target: 'running',
          actions: 'logFailure',
          description: 'Nothing can be sent without it; all else still works.',
        },
      },
    },
  },
});
export type MessagingRef = ActorRefFrom<typeof messagingMachine>;
export type MessagingSnapshot = SnapshotFrom<typeof messagingMachine>;
