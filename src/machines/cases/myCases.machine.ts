import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { MyCase } from '../../contract/cases';
import { isSameCase } from '../../rules/cases';
import { type FeedFact, feedOf } from '../feed.machine';
import { caseLifecycle } from '../lifecycles/case.machine';
import { actIn } from '../lifecycles/judge';
import type { QueueRef } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import type { World } from '../world';
import { completionMachine } from './completion.machine';
import { initiationMachine } from './initiation.machine';
import { type MovementPress, sayMovement } from './movement.select';
import { caseNews } from './ports';

interface MyCasesInput {
  userId: string;
  isSignedIn: boolean;
  world: World;
  /** The queue of all submissions. */
  queue: QueueRef;
}

export type MyCasesEvent =
  | FeedFact<readonly MyCase[]>
  /** The server has accepted an initiation or a completion. */
  | { type: 'case.submitted' }
  | { type: 'case.initiate'; myCase: MyCase }
  | { type: 'case.complete'; myCase: MyCase }
  | MovementPress;

interface MyCasesContext extends MyCasesInput {
  /** Null until they are fetched or read from this device. */
  cases: readonly MyCase[] | null;
  /** The case of the open dialog. */
  handled: MyCase | null;
}

/**
 * Whether the lifecycle of a case has an action in the case's status. The guards are not asked, because the member is in the team:
 * these are their own cases.
 */
export const isOffered = ({ status }: MyCase, type: 'case.initiate' | 'case.complete') =>
  actIn(caseLifecycle, status, type) !== null;

/** My Active Cases (S2 §2, /my-cases). The feed fetches the cases and knows whether they are up to date. */
export const myCasesMachine = workflow({
  types: {
    input: {} as MyCasesInput,
    context: {} as MyCasesContext,
    events: {} as MyCasesEvent,
    children: {} as {
      caseNews: 'caseNews';
      completion: 'completion';
      feed: 'feed';
      initiation: 'initiation';
    },
  },
  actors: {
    caseNews,
    completion: completionMachine,
    feed: feedOf<readonly MyCase[], { userId: string }>(),
    initiation: initiationMachine,
  },
  actions: {
    refresh: sendTo('feed', { type: 'feed.refresh' }),
  },
}).createMachine({
  id: 'myCases',
  context: ({ input }) => ({ ...input, cases: null, handled: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: ({ context }) => context.isSignedIn, target: 'open' }, { target: 'signedOut' }] },
    signedOut: { description: "'Token not found. Please log in.' S2 §8" },
    open: {
      invoke: [
        {
          id: 'feed',
          src: 'feed',
          input: ({ context: { userId }, self }) => ({ query: { userId }, gather: 0, parent: self }),
        },
        { id: 'caseNews', src: 'caseNews', input: ({ context: { queue } }) => ({ queue }) },
      ],
      on: {
        'case.submitted': {
          actions: 'refresh',
          description: 'A waiting submission was sent, so the list has changed.',
        },
        'feed.fetched': {
          actions: assign({ cases: ({ event }) => event.data }),
          description:
            'Without a network the cases are shown as last fetched, and can still be initiated and completed.',
        },
        'movement.say': {
          guard: sayMovement.isPossible,
          actions: sendTo(
            ({ context }) => context.queue,
            ({ context, event }) => sayMovement.queued(event, context.world),
          ),
          description: sayMovement.description,
        },
      },
      initial: 'reading',
      states: {
        reading: {
          on: {
            'case.initiate': {
              guard: ({ event }) => isOffered(event.myCase, 'case.initiate'),
              target: 'initiating',
              actions: assign({ handled: ({ event }) => event.myCase }),
              description: "'Initiate Case' on ASSIGNED cases. S2 §2, §4",
            },
            'case.complete': {
              guard: ({ event }) => isOffered(event.myCase, 'case.complete'),
              target: 'completing',
              actions: assign({ handled: ({ event }) => event.myCase }),
              description: "'Mark as Done' on IN_PROGRESS cases. S2 §2, §4",
            },
          },
        },
        initiating: {
          invoke: {
            id: 'initiation',
            src: 'initiation',
            input: ({ context: { handled, queue, world } }) => {
              if (!handled) throw new Error('there is no case to initiate');
              return { myCase: handled, queue, world };
            },
            onDone: [
              {
                guard: ({ event }) => event.output.hasBegun,
                target: 'reading',
                actions: [
                  assign({
                    cases: ({ context: { cases, handled } }) =>
                      cases?.map((one) =>
                        handled && isSameCase(one, handled) ? { ...one, status: 'IN_PROGRESS' } : one,
                      ) ?? null,
                  }),
                  'refresh',
                ],
                description: 'The case shows as IN_PROGRESS at once, whether or not the list can be fetched. S2 §4',
              },
              { target: 'reading', actions: 'refresh' },
            ],
          },
        },
        completing: {
          invoke: {
            id: 'completion',
            src: 'completion',
            input: ({ context: { handled, queue, userId, world } }) => {
              if (!handled) throw new Error('there is no case to complete');
              return { myCase: handled, queue, userId, world };
            },
            onDone: [
              {
                guard: ({ event }) => event.output.isCompleted,
                target: 'reading',
                actions: [
                  assign({
                    cases: ({ context: { cases, handled } }) =>
                      cases?.filter((one) => !handled || !isSameCase(one, handled)) ?? null,
                  }),
                  'refresh',
                ],
                description: 'A completed case is removed from the list at once. S2 §4',
              },
              { target: 'reading', actions: 'refresh' },
            ],
          },
        },
      },
    },
  },
});
export type MyCasesRef = ActorRefFrom<typeof myCasesMachine>;
export type MyCasesSnapshot = SnapshotFrom<typeof myCasesMachine>;
