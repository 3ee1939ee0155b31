import { type ActorRefFrom, assign, enqueueActions, fromPromise, type SnapshotFrom, sendTo } from 'xstate';
import { late, unprovided } from '../chat/ports';
import { workflow } from '../supervision';
import type { World } from '../world';
import type { ReportQueueCommand } from './ports.report';
import type { reportQueueMachine } from './reportQueue.machine';

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
 * What keeps the member's waiting reports until their queue is there: its code comes after the first screen, or as soon as a
 * screen asks for it, and what is queued meanwhile is handed over in its order.
 */
export const reportingMachine = workflow({
  types: {
    input: {} as ReportingInput,
    /** `pending`: what was queued before the code was there. */
    context: {} as ReportingInput & { pending: readonly Queued[] },
    events: {} as ReportingEvent,
    children: {} as { fetchQueue: 'fetchQueue'; reportQueue: 'reportQueue' },
  },
  actors: { fetchQueue, reportQueue: late<typeof reportQueueMachine>('reportQueue') },
  delays: { firstThingsFirst: 3_000, retryDelay: 5_000 },
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
      after: { firstThingsFirst: { target: 'fetching' } },
      on: wanting,
    },
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
