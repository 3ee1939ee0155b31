import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { MyCase } from '../../contract/cases';
import type { CompletionSubmission } from '../../contract/submissions';
import { caseKeyOf } from '../../rules/cases/cases';
import { casesAfter, type IncidentAct } from '../../rules/submissions/sent';
import type { World } from '../../rules/world';
import { type FeedFact, feedOf, mayLack } from '../feed.machine';
import { caseLifecycle } from '../lifecycles/case.machine';
import { actIn } from '../lifecycles/judge';
import { pushMachine } from '../people/push.machine';
import type { QueueRef } from '../submissions/queue.machine';
import { type SentEvent, sentNews } from '../submissions/sentNews';
import { workflow } from '../supervision';
import { completionMachine } from './completion.machine';
import { completionDraftsMachine } from './completionDrafts.machine';
import { initiationMachine } from './initiation.machine';
import { type MovementPress, sayMovement } from './movement.select';

interface MyCasesInput {
  userId: string;
  isSignedIn: boolean;
  world: World;
  /** The queue of all submissions. */
  queue: QueueRef;
}

type MyCasesEvent =
  | FeedFact<readonly MyCase[]>
  | SentEvent
  | { type: 'case.initiate'; myCase: MyCase }
  /** With a completion that waits to be sent or was refused, that one is edited. */
  | { type: 'case.complete'; myCase: MyCase; waiting?: CompletionSubmission | undefined }
  | MovementPress;

interface MyCasesContext extends MyCasesInput {
  /** Null until they are fetched or read from this device. What was sent is applied to them. */
  cases: readonly MyCase[] | null;
  /** What was sent about incidents and may be missing in the server's last answer. */
  sent: readonly IncidentAct[];
  /** The case of the open dialog. */
  handled: MyCase | null;
  /** The completion that is edited in it; absent if a new one is written. */
  waiting?: CompletionSubmission | undefined;
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
      completion: 'completion';
      completionDrafts: 'completionDrafts';
      feed: 'feed';
      initiation: 'initiation';
      push: 'push';
      sentNews: 'sentNews';
    },
  },
  actors: {
    completion: completionMachine,
    completionDrafts: completionDraftsMachine,
    feed: feedOf<readonly MyCase[], { userId: string }>(),
    initiation: initiationMachine,
    push: pushMachine,
    sentNews,
  },
  actions: {
    refresh: sendTo('feed', { type: 'feed.refresh' }),
  },
}).createMachine({
  id: 'myCases',
  context: ({ input }) => ({ ...input, cases: null, sent: [], handled: null }),
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
        { id: 'completionDrafts', src: 'completionDrafts', input: ({ context: { userId } }) => ({ userId }) },
        { id: 'push', src: 'push', input: ({ context: { userId } }) => ({ userId }) },
        { id: 'sentNews', src: 'sentNews', input: ({ context: { queue } }) => ({ queue }) },
      ],
      on: {
        'submission.sent': {
          actions: [
            assign(({ context: { cases, sent }, event: { submission } }) => ({
              cases: cases && casesAfter(cases, [submission]),
              sent: [...sent, submission],
            })),
            sendTo('feed', ({ event }) => ({ type: 'feed.refresh', change: event.submission.id })),
          ],
          description:
            'Shown at once, whether or not the list can be fetched: a begun case is IN_PROGRESS, and a completed one is gone. S2 §4, DECISIONS 101',
        },
        'feed.fetched': {
          actions: [
            assign(({ context, event }) => {
              const sent = context.sent.filter(({ id }) => mayLack(event, id));
              return { cases: casesAfter(event.data, sent), sent };
            }),
            sendTo('completionDrafts', ({ context: { cases } }) => ({
              type: 'cases.known',
              caseKeys: (cases ?? []).map(caseKeyOf),
            })),
          ],
          description:
            'Without a network the cases are shown as last fetched, and can still be initiated and completed.',
        },
        'movement.say': sayMovement(),
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
              actions: assign({ handled: ({ event }) => event.myCase, waiting: ({ event }) => event.waiting }),
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
            onDone: { target: 'reading', actions: 'refresh' },
          },
        },
        completing: {
          invoke: {
            id: 'completion',
            src: 'completion',
            input: ({ context: { handled, waiting, queue, userId, world } }) => {
              if (!handled) throw new Error('there is no case to complete');
              return { myCase: handled, waiting, queue, userId, world };
            },
            onDone: { target: 'reading', actions: 'refresh' },
          },
        },
      },
    },
  },
});
export type MyCasesRef = ActorRefFrom<typeof myCasesMachine>;
export type MyCasesSnapshot = SnapshotFrom<typeof myCasesMachine>;
