import { type ActorRef, type ActorRefFrom, assign, fromPromise, type Snapshot, type SnapshotFrom } from 'xstate';
import type { OutboxRef, outboxMachine } from '../chat/outbox.machine';
import type { RealtimeRef, realtimeMachine } from '../chat/realtime.machine';
import type { ReportingRef, reportingMachine } from '../incidents/reporting.machine';
import { workflow } from '../supervision';
import type { World } from '../world';

/** The charts that keep a signed-in member in touch, their ports provided. */
export interface MessagingCharts {
  readonly realtime: typeof realtimeMachine;
  readonly outbox: typeof outboxMachine;
  readonly reporting: typeof reportingMachine;
}

/** Fetches the code of messaging: a visitor on the login screen has no use for it. */
const fetchCharts = fromPromise<MessagingCharts>(() => Promise.reject(new Error('fetchCharts must be provided')));

interface MessagingContext {
  session: ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;
  /** The id of the member. */
  me: string;
  world: World;
  realtime: RealtimeRef | null;
  outbox: OutboxRef | null;
  reporting: ReportingRef | null;
}

export type MessagingEvent =
  | { type: 'messaging.retry' }
  | { type: 'xstate.error.actor.realtime'; error: unknown }
  | { type: 'xstate.error.actor.outbox'; error: unknown }
  | { type: 'xstate.error.actor.reporting'; error: unknown };

/** The realtime connection, the outbox and the waiting reports of one signed-in member: they start with the session and stop with it. */
export const messagingMachine = workflow({
  types: {
    input: {} as Pick<MessagingContext, 'session' | 'me' | 'world'>,
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
      reporting: spawn(charts.reporting, {
        id: 'reporting' as never,
        input: { me: context.me, world: context.world },
      }),
    })),
    logFailure: ({ event }) => console.error('Messaging met an error', event),
  },
}).createMachine({
  id: 'messaging',
  context: ({ input }) => ({ ...input, realtime: null, outbox: null, reporting: null }),
  initial: 'fetching',
  states: {
    fetching: {
      description: 'SockJS, STOMP and all that goes with them are fetched after the login, not before.',
      invoke: {
        id: 'fetchCharts',
        src: 'fetchCharts',
        onDone: { target: 'running', actions: { type: 'startCharts', params: ({ event }) => event.output } },
        onError: { target: 'missing', actions: 'logFailure' },
      },
    },
    missing: {
      description: 'Without connection the code does not arrive either.',
      on: { 'messaging.retry': { target: 'fetching' } },
      initial: 'waiting',
      states: {
        waiting: { after: { retryDelay: { target: 'refetching' } } },
        refetching: {
          description: 'Nobody has asked for it: what says that it is missing stays on the screen.',
          invoke: {
            id: 'fetchCharts',
            src: 'fetchCharts',
            onDone: {
              target: '#messaging.running',
              actions: { type: 'startCharts', params: ({ event }) => event.output },
            },
            onError: { target: 'waiting', actions: 'logFailure' },
          },
        },
      },
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
        'xstate.error.actor.reporting': {
          target: 'running',
          actions: 'logFailure',
          description: 'A report can still be sent, but none can wait.',
        },
      },
    },
  },
});
export type MessagingRef = ActorRefFrom<typeof messagingMachine>;
export type MessagingSnapshot = SnapshotFrom<typeof messagingMachine>;
