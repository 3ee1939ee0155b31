import { describe, expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import {
  type AdminTaskFact,
  type AdminTaskSnapshot,
  adminTaskMachine,
  selectCanConfirm,
  selectCopying,
  selectIsAsking,
  selectIsBehind,
  selectIsRunning,
  selectOrder,
  selectProblem,
  selectReport,
  selectReportText,
  selectSuccess,
} from '../../../src/machines/admin/adminTask.machine';
import { type AdminOrder, type AdminOutcome, problemOf, taskFailureText } from '../../../src/rules/admin/adminTasks';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, streamPort, testWalk, walkOf } from '../../kit/walk';

const props = () => ({
  ports: { runTask: promisePort<AdminOutcome, { order: AdminOrder }>(), textCopying: streamPort() },
  owner: recorder<ActorRef<Snapshot<unknown>, AdminTaskFact>>(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: AdminTaskSnapshot) => T): T;
}
const keep = (typed: string): AdminOrder => ({ kind: 'clearChat', keep: typed });
const reset = (word: string): AdminOrder => ({ kind: 'reset', word });
const changed = (order: AdminOrder) => ({ type: 'order.change', order }) as const;
const outcome = (change: Partial<AdminOutcome>): AdminOutcome => ({
  text: 'It is done.',
  refusal: null,
  report: null,
  ...change,
});
/** DECISIONS 282. */
const LOOK_FIRST = 'It may have been carried out: look before you try again.';
/** The problem and the success that are told. */
const tells =
  (problem: string | null, success: string | null) =>
  ({ read }: Setup) =>
    expect([read(selectProblem), read(selectSuccess)]).toEqual([problem, success]);
const orderIs =
  (order: AdminOrder) =>
  ({ read }: Setup) =>
    expect(read(selectOrder)).toEqual(order);
const resting = (order: AdminOrder) => ({ to: 'resting.idle', sees: orderIs(order) });
const asked = ({ context: { order } }: AdminTaskSnapshot) =>
  order.kind === 'clearChat' && order.keep === '-1'
    ? { to: 'resting.invalid', sees: tells('Number to keep must be 0 or more.', null) }
    : {
        to: 'confirming',
        // What was typed the last time does not count.
        sees: orderIs(order.kind === 'reset' ? reset('') : order),
      };
const isTold = ({ owner, read }: Setup) =>
  expect(owner.received.at(-1)).toEqual({ type: 'task.done', kind: read(selectOrder).kind });
const inDialog = (order: AdminOrder) => ({ to: 'confirming', sees: orderIs(order) });

const walk = walkOf({
  machine: adminTaskMachine,
  props,
  input: ({ owner }) => ({ order: keep('100'), owner: owner.ref }),
  key: ({ context }) => context.order,
  keeps: ({ context }) => context.order,
  samples: {
    '-1 is typed': changed(keep('-1')),
    'a reset is wanted': changed(reset('')),
    'RESET is typed': changed(reset('RESET')),
    asked: { type: 'task.ask' },
    confirmed: { type: 'task.confirm' },
    'the dialog is closed': { type: 'dialog.close' },
    'the report is closed': { type: 'report.close' },
    'it is done': done('runTask', outcome({})),
    'it is done, with a report': done('runTask', outcome({ report: { password: 'tiger' } })),
    'the answer has an error': done('runTask', outcome({ refusal: 'The chat is locked.' })),
    'the server fails': failed('runTask', new CallFailure('refused', 500, 'Out of order.')),
    // S2 §9: 5 s.
    'invalid is over': elapsed('xstate.after.feedback.adminTask.resting.invalid', 5_000),
    'done is over': elapsed('xstate.after.feedback.adminTask.resting.done', 5_000),
    'failed is over': elapsed('xstate.after.feedback.adminTask.resting.failed', 5_000),
  },
  logs: ['the server fails'],
  states: {
    resting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsAsking), read(selectIsRunning), read(selectReport)]).toEqual([false, false, null]);
        expect(ports.runTask.running).toBe(false);
      },
      takes: {
        '-1 is typed': resting(keep('-1')),
        'a reset is wanted': resting(reset('')),
        'RESET is typed': resting(reset('RESET')),
        asked,
      },
    },
    'resting.idle': { sees: tells(null, null) },
    'resting.invalid': {
      sees: tells('Number to keep must be 0 or more.', null),
      takes: { 'invalid is over': 'resting.idle' },
    },
    'resting.done': { sees: tells(null, 'It is done.'), takes: { 'done is over': 'resting.idle' } },
    'resting.failed': {
      sees: ({ read }) => expect(read(selectProblem)).not.toBe(null),
      takes: { 'failed is over': 'resting.idle' },
    },
    confirming: {
      sees: ({ read, actor }) => {
        tells(null, null)({ read } as Setup);
        const { order } = actor.getSnapshot().context;
        expect([read(selectIsAsking), read(selectIsRunning)]).toEqual([true, false]);
        expect(read(selectCanConfirm)).toBe(order.kind !== 'reset' || order.word === 'RESET');
      },
      takes: {
        '-1 is typed': inDialog(keep('-1')),
        'a reset is wanted': inDialog(reset('')),
        'RESET is typed': inDialog(reset('RESET')),
        confirmed: ({ context: { order } }) =>
          order.kind !== 'reset' || order.word === 'RESET' ? 'running.inDialog' : null,
        'the dialog is closed': 'resting.idle',
      },
    },
    running: {
      sees: ({ read, ports }) => {
        expect(read(selectIsRunning)).toBe(true);
        expect(ports.runTask.running).toBe(true);
        expect(ports.runTask.calls.at(-1)).toEqual({ order: read(selectOrder) });
      },
      takes: {
        'it is done': { to: 'resting.done', sees: isTold },
        'it is done, with a report': {
          to: 'reported',
          sees: (setup) => {
            isTold(setup);
            expect(setup.read(selectReport)).toEqual({ password: 'tiger' });
            expect(setup.read(selectReportText)).toBe('It is done.');
          },
        },
        'the answer has an error': { to: 'resting.failed', sees: tells('The chat is locked.', null) },
        'the server fails': ({ context: { order } }) => ({
          to: 'resting.failed',
          sees: (setup) => {
            const problem =
              order.kind === 'reset' ? `Failed to reset application data. ${LOOK_FIRST}` : 'Failed to clear chat.';
            tells(problem, null)(setup);
            // It may have been carried out: only the answer may be lost.
            expect(setup.owner.received.at(-1)).toEqual({ type: 'task.failed', kind: order.kind });
          },
        }),
      },
    },
    'running.inDialog': {
      sees: ({ read }) => expect([read(selectIsAsking), read(selectIsBehind)]).toEqual([true, false]),
      takes: { 'the dialog is closed': 'running.behind' },
    },
    // It goes on all the same, and a second press shows it again instead of doing it twice (398).
    'running.behind': {
      sees: ({ read }) => expect([read(selectIsAsking), read(selectIsBehind)]).toEqual([false, true]),
      takes: { asked: { to: 'running.inDialog', sees: ({ ports }) => expect(ports.runTask.calls).toHaveLength(1) } },
    },
    reported: {
      sees: (setup) => {
        tells(null, null)(setup);
        expect(setup.read(selectCopying)).toBeDefined();
        expect(setup.read(selectIsAsking)).toBe(false);
      },
      takes: { 'the report is closed': 'resting.done' },
    },
  },
});
testWalk(walk);
testMutants(walk);

const mira = { userId: '7', username: 'mira', firstName: 'Mira', lastName: 'Rao' };
const orders: Readonly<Record<AdminOrder['kind'], AdminOrder>> = {
  clearChat: keep('100'),
  purge: { kind: 'purge', days: '7' },
  reset: reset(''),
  deleteUsers: { kind: 'deleteUsers', users: [mira], notifyUsers: false },
  resetPassword: { kind: 'resetPassword', user: mira, otherwise: 'word' },
};

describe('administrative acts', () => {
  it.each<[AdminOrder, string | null]>([
    [keep('0'), null],
    [keep(' 12 '), null],
    [keep(''), 'Number to keep must be 0 or more.'],
    [keep('-1'), 'Number to keep must be 0 or more.'],
    [keep('1.5'), 'Number to keep must be 0 or more.'],
    [keep('all'), 'Number to keep must be 0 or more.'],
    [{ kind: 'purge', days: '1' }, null],
    [{ kind: 'purge', days: '99999' }, null],
    [{ kind: 'purge', days: '100000' }, 'At most 99999 days can be entered.'],
    [{ kind: 'purge', days: '0' }, 'Please enter a valid number of days (1 or more) to purge.'],
    [{ kind: 'purge', days: '' }, 'Please enter a valid number of days (1 or more) to purge.'],
    [{ kind: 'purge', days: '1e2' }, 'Please enter a valid number of days (1 or more) to purge.'],
    [orders.deleteUsers, null],
    [{ kind: 'deleteUsers', users: [], notifyUsers: true }, 'Please select at least one user to delete.'],
    [orders.reset, null],
    [orders.resetPassword, null],
  ])('%j: %s (S2 §5)', (order, problem) => {
    expect(problemOf(order)).toBe(problem);
  });

  it('at most 1000 users are deleted at once, which is said before the confirmation', () => {
    const deletionOf = (count: number) =>
      problemOf({ kind: 'deleteUsers', users: Array.from({ length: count }, () => mira), notifyUsers: false });
    expect(deletionOf(1000)).toBe(null);
    expect(deletionOf(1001)).toBe('At most 1000 users can be deleted at once.');
  });

  it.each<[AdminOrder['kind'], string]>([
    ['clearChat', 'Failed to clear chat.'],
    ['purge', 'Failed to purge notifications.'],
    ['reset', 'Failed to reset application data.'],
    ['deleteUsers', 'Batch deletion failed.'],
    ['resetPassword', 'Failed to reset password (Status: 403)'],
  ])('%s that is refused: %s (S2 §8)', (kind, text) => {
    expect(taskFailureText(orders[kind], new CallFailure('refused', 403, 'No.'))).toBe(text);
  });

  it.each<[AdminOrder['kind'], string, CallFailure]>([
    ['reset', 'Failed to reset application data.', new CallFailure('network', 0)],
    ['deleteUsers', 'Batch deletion failed.', new CallFailure('unreadable', 200)],
    ['reset', 'Failed to reset application data.', new CallFailure('refused', 500)],
  ])('%s without an answer: %s, and that it may have been carried out (DECISIONS 282)', (kind, text, failure) => {
    expect(taskFailureText(orders[kind], failure)).toBe(`${text} ${LOOK_FIRST}`);
  });

  it('a password reset without an answer has no status to name (DECISIONS P1)', () => {
    const text = (failure: CallFailure) => taskFailureText(orders.resetPassword, failure);
    const gone = `The old password of @${mira.username} may not work any more: reset it again.`;
    expect(text(new CallFailure('network', 0))).toBe(`Could not connect to the server. ${gone}`);
    // It may have been carried out all the same (DECISIONS 356).
    expect(text(new CallFailure('refused', 500))).toBe(`Failed to reset password (Status: 500). ${gone}`);
  });

  it.each<[AdminOrder['kind'], string]>([
    ['clearChat', 'Failed to clear chat.'],
    ['purge', 'Failed to purge notifications.'],
  ])('%s without an answer: %s alone, because once more destroys nothing else', (kind, text) => {
    expect(taskFailureText(orders[kind], new CallFailure('network', 0))).toBe(text);
  });
});
