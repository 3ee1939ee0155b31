import { type ActorRefFrom, assign, enqueueActions, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { late, unprovided } from '../chat/ports';
import type { World } from '../world';
import type { ReportQueueCommand } from './ports.report';
import type { reportQueueMachine } from './reportQueue.machine';

/** How many reports of the member wait on this device. */
const countWaiting = fromPromise<number, { userId: string }>(() => Promise.reject(unprovided('countWaiting')));

/** Fetches the code of the queue. */
const fetchQueue = fromPromise<unknown>(() => Promise.reject(unprovided('fetchQueue')));

export type ReportingEvent =
  | ReportQueueCommand
  /** A screen shows what waits. */
  | { type: 'queue.want' };

interface ReportingInput {
  readonly me: string;
  readonly world: World;
}

type Queued = Extract<ReportQueueCommand, { type: 'report.queue' }>;

const wanting = {
  'queue.want': { target: 'fetching' },
  'report.queue': { target: 'fetching', actions: { type: 'hold', params: ({ event }: { event: Queued }) => event } },
} as const;
const passing = { actions: 'pass' } as const;

/**
 * Whether the member has reports that wait to be sent. Most of the time there are none, and then the code that sends them is
 * not fetched either; it is when something waits on this device, or when a screen asks for it.
 */
export const reportingMachine = setup({
  types: {
    input: {} as ReportingInput,
    /** `pending`: what was queued before the code was there. */
    context: {} as ReportingInput & { pending: readonly Queued[] },
    events: {} as ReportingEvent,
    children: {} as { countWaiting: 'countWaiting'; fetchQueue: 'fetchQueue'; reportQueue: 'reportQueue' },
  },
  actors: { countWaiting, fetchQueue, reportQueue: late<typeof reportQueueMachine>('reportQueue') },
  delays: { firstThingsFirst: 3_000, retryDelay: 5_000 },
  guards: { isAny: (_, { count }: { count: number }) => count > 0 },
  actions: {
    hold: assign({ pending: ({ context }, queued: Queued) => [...context.pending, queued] }),
    passPending: enqueueActions(({ context, enqueue }) => {
      for (const queued of context.pending) enqueue.sendTo('reportQueue', queued);
      enqueue.assign({ pending: [] });
    }),
    pass: sendTo('reportQueue', ({ event }) => event as ReportQueueCommand),
    logFailure: ({ event }) => console.error('Waiting reports cannot be sent', event),
  },
}).createMachine({
  id: 'reporting',
  context: ({ input }) => ({ ...input, pending: [] }),
  initial: 'arriving',
  states: {
    arriving: {
      description: 'The first screen comes first.',
      after: { firstThingsFirst: { target: 'looking' } },
      on: wanting,
    },
    looking: {
      description: 'Does something wait on this device?',
      invoke: {
        id: 'countWaiting',
        src: 'countWaiting',
        input: ({ context }) => ({ userId: context.me }),
        onDone: [
          { guard: { type: 'isAny', params: ({ event }) => ({ count: event.output }) }, target: 'fetching' },
          { target: 'resting' },
        ],
        onError: { target: 'resting', actions: 'logFailure' },
      },
      on: wanting,
    },
    resting: { on: wanting },
    fetching: {
      invoke: {
        id: 'fetchQueue',
        src: 'fetchQueue',
        onDone: { target: 'running' },
        onError: { target: 'waiting', actions: 'logFailure' },
      },
      on: { 'report.queue': { ...wanting['report.queue'], description: 'It is not lost meanwhile.' } },
    },
    waiting: {
      after: { retryDelay: { target: 'fetching', description: 'Without connection the code does not arrive either.' } },
      on: wanting,
    },
    running: {
      invoke: {
        id: 'reportQueue',
        src: 'reportQueue',
        input: ({ context: { me, world } }) => ({ me, world }),
        onError: { target: 'waiting', actions: 'logFailure' },
      },
      initial: 'starting',
      states: {
        starting: { always: { target: 'started', actions: 'passPending' } },
        started: {},
      },
      on: { 'report.queue': passing, 'report.retry': passing, 'report.confirm': passing, 'report.withdraw': passing },
    },
  },
});
export type ReportingRef = ActorRefFrom<typeof reportingMachine>;
export type ReportingSnapshot = SnapshotFrom<typeof reportingMachine>;
