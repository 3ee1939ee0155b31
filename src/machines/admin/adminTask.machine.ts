import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import {
  type AdminOrder,
  type AdminOutcome,
  isConfirmed,
  problemOf,
  taskFailureText,
  unconfirmed,
} from '../../rules/admin/adminTasks';
import { keepOnRestart, workflow } from '../supervision';
import { textCopyingMachine } from '../textCopying.machine';
import { runTask } from './ports';

/** The events that a task sends to its parent. A failed task may have been carried out, because only its answer may be lost. */
export type AdminTaskFact =
  | { type: 'task.done'; kind: AdminOrder['kind'] }
  | { type: 'task.failed'; kind: AdminOrder['kind'] };

type AdminTaskEvent =
  /** The order has changed: a number, a selection or a typed word. */
  | { type: 'order.change'; order: AdminOrder }
  | { type: 'task.ask' }
  | { type: 'task.confirm' }
  | { type: 'dialog.close' }
  | { type: 'report.close' };

interface AdminTaskInput {
  readonly order: AdminOrder;
  readonly owner: ActorRef<Snapshot<unknown>, AdminTaskFact>;
}

interface AdminTaskContext extends AdminTaskInput {
  /** The problem or the success, in words. */
  feedback: string;
  outcome: AdminOutcome | null;
}

/** Any administrative act (S2 §2, §5, §8): the order, the confirmation, the call and its outcome. */
export const adminTaskMachine = workflow({
  types: {
    input: {} as AdminTaskInput,
    context: {} as AdminTaskContext,
    events: {} as AdminTaskEvent,
    children: {} as { runTask: 'runTask'; textCopying: 'textCopying' },
  },
  actors: { runTask, textCopying: textCopyingMachine },
  delays: {
    /** S2 §8, §9: admin feedback clears after 5 s. */
    feedback: 5_000,
  },
  guards: {
    hasProblem: ({ context }) => problemOf(context.order) !== null,
    isConfirmed: ({ context }) => isConfirmed(context.order),
  },
  actions: {
    tellOwner: sendTo(
      ({ context }) => context.owner,
      ({ context }, { type }: Pick<AdminTaskFact, 'type'>) => ({ type, kind: context.order.kind }),
    ),
    keepOrder: assign({ order: ({ context, event }) => ('order' in event ? event.order : context.order) }),
    logFailure: ({ event }) => console.error('An administrative act failed', event),
  },
}).createMachine({
  id: 'adminTask',
  context: ({ input }) => ({ ...input, feedback: '', outcome: null }),
  initial: 'resting',
  states: {
    resting: {
      initial: 'idle',
      on: {
        'order.change': { target: '.idle', actions: 'keepOrder' },
        'task.ask': [
          {
            guard: 'hasProblem',
            target: '.invalid',
            actions: assign({ feedback: ({ context }) => problemOf(context.order) ?? '' }),
            description: 'The validation texts of S2 §5.',
          },
          { target: 'confirming' },
        ],
      },
      states: {
        idle: {},
        invalid: { after: { feedback: { target: 'idle' } } },
        done: { after: { feedback: { target: 'idle' } } },
        failed: { description: 'The texts of S2 §8.', after: { feedback: { target: 'idle' } } },
      },
    },
    confirming: {
      entry: assign({ order: ({ context }) => unconfirmed(context.order) }),
      description:
        'Each of these acts destroys something, so it is confirmed first. For a reset, RESET has to be typed. DECISIONS P16',
      on: {
        'order.change': { actions: 'keepOrder' },
        'task.confirm': { guard: 'isConfirmed', target: 'running' },
        'dialog.close': { target: 'resting' },
      },
    },
    running: {
      initial: 'inDialog',
      states: {
        inDialog: { on: { 'dialog.close': { target: 'behind' } } },
        behind: {
          description: 'The dialog is closed, and the act goes on. Asking for it again shows it. DECISIONS 398',
          on: { 'task.ask': { target: 'inDialog' } },
        },
      },
      invoke: {
        id: 'runTask',
        src: 'runTask',
        input: ({ context: { order } }) => ({ order }),
        onDone: [
          {
            guard: ({ event }) => event.output.refusal !== null,
            target: 'resting.failed',
            actions: assign({ feedback: ({ event }) => event.output.refusal ?? '' }),
            description: "The server answers 200 with an 'error'. S2 §7, clear-global-chat",
          },
          {
            guard: ({ event }) => event.output.report !== null,
            target: 'reported',
            actions: [
              assign(({ event: { output } }) => ({ outcome: output, feedback: output.text })),
              { type: 'tellOwner', params: { type: 'task.done' } },
            ],
          },
          {
            target: 'resting.done',
            actions: [
              assign(({ event: { output } }) => ({ outcome: output, feedback: output.text })),
              { type: 'tellOwner', params: { type: 'task.done' } },
            ],
          },
        ],
        onError: {
          target: 'resting.failed',
          actions: [
            'logFailure',
            assign({ feedback: ({ context, event }) => taskFailureText(context.order, event.error) }),
            { type: 'tellOwner', params: { type: 'task.failed' } },
          ],
        },
      },
    },
    reported: {
      description:
        'The report (a temporary password, or who was deleted, who was not and why) stays until it is closed. DECISIONS P8, P19',
      invoke: { id: 'textCopying', src: 'textCopying' },
      on: { 'report.close': { target: 'resting.done' } },
    },
  },
});
keepOnRestart(adminTaskMachine, 'order');
export type AdminTaskRef = ActorRefFrom<typeof adminTaskMachine>;
export type AdminTaskSnapshot = SnapshotFrom<typeof adminTaskMachine>;

export const selectOrder = (snapshot: AdminTaskSnapshot) => snapshot.context.order;
/** Whether the confirmation is open. It stays open, and busy, while the act is carried out, unless it is closed. */
export const selectIsAsking = (snapshot: AdminTaskSnapshot) =>
  snapshot.matches('confirming') || snapshot.matches({ running: 'inDialog' });
export const selectIsRunning = (snapshot: AdminTaskSnapshot) => snapshot.matches('running');
/** Whether the act goes on although its dialog is closed. */
export const selectIsBehind = (snapshot: AdminTaskSnapshot) => snapshot.matches({ running: 'behind' });
export const selectCanConfirm = (snapshot: AdminTaskSnapshot) => isConfirmed(snapshot.context.order);
/** The problem, shown for 5 s; otherwise null. */
export const selectProblem = (snapshot: AdminTaskSnapshot) =>
  snapshot.matches({ resting: 'invalid' }) || snapshot.matches({ resting: 'failed' })
    ? snapshot.context.feedback
    : null;
/** The success, shown for 5 s; otherwise null. */
export const selectSuccess = (snapshot: AdminTaskSnapshot) =>
  snapshot.matches({ resting: 'done' }) ? snapshot.context.feedback : null;
/** The report that stays on the screen until it is closed, or null. */
export const selectReport = (snapshot: AdminTaskSnapshot) =>
  snapshot.matches('reported') ? (snapshot.context.outcome?.report ?? null) : null;
/** The title of the report, in the words of S2 §8. */
export const selectReportText = (snapshot: AdminTaskSnapshot) => snapshot.context.feedback;
/** The copying of the report's content. It runs while the report is open. */
export const selectCopying = (snapshot: AdminTaskSnapshot) => snapshot.children.textCopying;
