import { describe, expect, it } from 'vitest';
import type { Requisition } from '../../../src/contract/supplies';
import { type HandlingSnapshot, handlingMachine } from '../../../src/machines/supplies/handling.machine';
import {
  selectApproved,
  selectDenialFailure,
  selectDenied,
  selectReason,
  selectReasonProblem,
  selectUnderWayText,
} from '../../../src/machines/supplies/handling.select';
import { decisionsOn } from '../../../src/machines/supplies/permission';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { CHANGED, eachFailure, failures, listeners, request, textsOf } from './samples';

const MANAGER = ['ROLE_INVENTORY_MANAGER'];
const pending = request();
const approved = request({ id: '8', status: 'APPROVED', userName: 'Ravi Kulkarni' });

describe('the buttons of a requisition', () => {
  it.each([
    ['PENDING', MANAGER, ['approve', 'deny']],
    ['PENDING', ['SUPER_ADMIN'], ['approve', 'deny']],
    ['APPROVED', MANAGER, ['dispatch']],
    ['DISPATCHED', MANAGER, []],
    ['DENIED', MANAGER, []],
    ['RECEIVED', MANAGER, []],
    ['ON_HOLD', MANAGER, []],
    ['PENDING', ['ADMIN', 'RESCUE_CAPTAIN', 'MEMBER'], []],
  ])('are, %s and for %j, %j (S2 §4, §6)', (status, roles, buttons) => {
    expect(decisionsOn(request({ status }), roles)).toEqual(buttons);
  });
});

const props = () => ({ ports: { handleRequisition: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof handlingMachine> & ReturnType<typeof props>;

const handle = (decision: 'approve' | 'deny' | 'dispatch', requisition = pending, roles = MANAGER, isShort = false) =>
  ({ type: 'requisition.handle', decision, requisition, roles, isShort }) as const;
/** What is sent to the server. */
const sending = (requisition: Requisition, decision: string, reason: string | null = null) => ({
  to: 'submitting',
  sees: ({ ports, read }: Setup) => {
    expect(ports.handleRequisition.calls.at(-1)).toEqual({ requisition, decision, reason });
    expect(read(selectUnderWayText)).toBe(`${decision} ${requisition.id}`);
  },
});
const LONG = 'x'.repeat(501);
const MAYBE = ' It may have been done all the same: look at the inventory before you try again.';
const said = {
  approve: 'The request of Mira Nair for Bandage × 3 is approved.',
  deny: 'The request of Mira Nair for Bandage × 3 is denied.',
  dispatch: 'The request of Ravi Kulkarni for Bandage × 3 is dispatched.',
};

const walk = walkOf({
  machine: handlingMachine,
  props,
  input: ({ parent, notices }) => ({ parent: parent.ref, notices: notices.ref }),
  key: ({ context: { decision, reason, failure } }) => [decision, reason, failure],
  samples: {
    approve: handle('approve'),
    'approve what is short': handle('approve', pending, MANAGER, true),
    'deny what is short': handle('deny', pending, MANAGER, true),
    'dispatch what is short': handle('dispatch', approved, MANAGER, true),
    'approve what is approved and short': handle('approve', approved, MANAGER, true),
    deny: handle('deny'),
    dispatch: handle('dispatch', approved),
    'dispatch what is pending': handle('dispatch'),
    'approve what is approved': handle('approve', approved),
    'deny what is approved': handle('deny', approved),
    'approve without the role': handle('approve', pending, ['ROLE_ADMIN']),
    'deny without the role': handle('deny', pending, ['ROLE_ADMIN']),
    'a reason': { type: 'reason.changed', reason: ' We have none left. ' },
    'a reason that is too long': { type: 'reason.changed', reason: LONG },
    'approve anyway': { type: 'approval.confirm' },
    confirm: { type: 'denial.confirm' },
    close: { type: 'modal.close' },
    taken: done('handleRequisition'),
    ...eachFailure((name) => failed('handleRequisition', failures[name])),
  },
  states: {
    idle: {
      sees: ({ read, ports }) => {
        expect([read(selectDenied), read(selectUnderWayText)]).toEqual([null, null]);
        expect(ports.handleRequisition.running).toBe(false);
      },
      takes: {
        approve: sending(pending, 'approve'),
        dispatch: sending(approved, 'dispatch'),
        'dispatch what is short': sending(approved, 'dispatch'),
        'approve what is short': 'approving',
        'deny what is short': 'denying',
        // A reason that was typed for a denial that was overtaken is still there at the next try (261).
        deny: ({ context: { decision, reason } }) => ({
          to: 'denying',
          sees: ({ read }) =>
            expect([read(selectReason), read(selectDenialFailure)]).toEqual([decision === 'deny' ? reason : '', '']),
        }),
      },
    },
    // An approval cannot be taken back (324).
    approving: {
      sees: ({ read, ports }) => {
        expect([read(selectApproved), read(selectDenied), read(selectUnderWayText)]).toEqual([pending, null, null]);
        expect(ports.handleRequisition.running).toBe(false);
      },
      takes: {
        'approve anyway': sending(pending, 'approve'),
        close: { to: 'idle', sees: ({ read }) => expect(read(selectApproved)).toBe(null) },
      },
    },
    denying: {
      sees: ({ read, ports }) => {
        expect([read(selectDenied), read(selectUnderWayText)]).toEqual([pending, null]);
        expect(ports.handleRequisition.running).toBe(false);
      },
      takes: {
        'a reason': {
          to: 'denying',
          sees: ({ read }) =>
            expect([read(selectReason), read(selectReasonProblem)]).toEqual([' We have none left. ', null]),
        },
        'a reason that is too long': {
          to: 'denying',
          sees: ({ read }) =>
            expect([read(selectReason), read(selectReasonProblem)]).toEqual([
              LONG,
              'A reason may have at most 500 characters.',
            ]),
        },
        confirm: ({ context: { reason } }) =>
          reason === LONG ? null : sending(pending, 'deny', reason === '' ? null : 'We have none left.'),
        close: { to: 'idle', sees: ({ read }) => expect(read(selectReason)).toBe('') },
      },
    },
    submitting: {
      // A denial's dialog does not close by itself before the answer: one that came back would open over another.
      sees: ({ read, ports }, { context: { decision } }) => {
        expect([read(selectDenied), read(selectDenialFailure)]).toEqual([decision === 'deny' ? pending : null, '']);
        expect(ports.handleRequisition.running).toBe(true);
      },
      takes: {
        // The denial goes on all the same (398).
        close: {
          to: 'idle',
          sees: ({ read, notices }) => expect([read(selectReason), notices.received]).toEqual(['', []]),
        },
        taken: ({ context: { decision, requisition } }) => ({
          to: 'idle',
          sees: ({ parent, notices, read }) => {
            expect(read(selectReason)).toBe('');
            expect(parent.received.at(-1)).toEqual({ type: 'requisition.handled', requisition, decision });
            const bar = { type: 'notice.show', tone: 'success', text: said[decision], topic: 'requisition' };
            expect(notices.received.at(-1)).toEqual(bar);
          },
        }),
        ...eachFailure((name) => ({ context: { decision, reason } }: HandlingSnapshot) => ({
          to: decision === 'deny' && name !== 'another was faster' ? 'denying' : 'idle',
          sees: ({ read, parent, notices }: Setup) => {
            expect(read(selectReason)).toBe(reason);
            expect(parent.received.at(-1)).toEqual(CHANGED);
            // S2 §8: 'Failed to {approve|deny|dispatch} requisition.'
            const mayBeDone = name === 'no network' || name === 'the server fails';
            const text = `${textsOf(`Failed to ${decision} requisition.`)[name]}${mayBeDone ? MAYBE : ''}`;
            const bar = { type: 'notice.show', tone: 'danger', text };
            // A denial can be tried again in its dialog, which says why, with the reason that was typed.
            if (read(selectDenied)) {
              expect(read(selectDenialFailure)).toBe(text);
              expect(notices.received).not.toContainEqual(bar);
            } else expect(notices.received.at(-1)).toEqual(bar);
          },
        })),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
