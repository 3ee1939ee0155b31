import { expect } from 'vitest';
import {
  incidentClosingMachine,
  selectFailure,
  selectIsSubmitting,
  selectReason,
  selectReasonError,
} from '../../../src/machines/incidents/incidentClosing.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { at, closed, listeners, refusals, refused } from './samples';

const props = () => ({ ports: { closeIncident: promisePort() }, ...listeners() });
const walk = walkOf({
  machine: incidentClosingMachine,
  props,
  input: at,
  keeps: ({ context }) => context.reason,
  key: ({ context }) => context.reason.trim() === '',
  samples: {
    'a reason': { type: 'reason.changed', reason: ' A false alarm. ' },
    blanks: { type: 'reason.changed', reason: '  ' },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    taken: done('closeIncident', {}),
    ...refusals('closeIncident'),
    'a few seconds': elapsed('xstate.after.aFewSeconds.incidentClosing.asking.refused', 3_000),
  },
  states: {
    asking: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSubmitting)).toBe(false);
        expect(ports.closeIncident.running).toBe(false);
      },
      takes: {
        'a reason': {
          to: 'asking.quiet',
          sees: ({ read }) => expect(read(selectReason)).toBe(' A false alarm. '),
        },
        blanks: { to: 'asking.quiet', sees: ({ read }) => expect(read(selectReason)).toBe('  ') },
        submit: ({ context }) => (context.reason.trim() ? 'submitting' : 'asking.incomplete'),
        close: closed(null),
      },
    },
    'asking.quiet': {
      sees: ({ read }) => expect([read(selectReasonError), read(selectFailure)]).toEqual([null, null]),
    },
    'asking.incomplete': {
      sees: ({ read, ports }) => {
        expect([read(selectReasonError), read(selectFailure)]).toEqual(['A reason is required.', null]);
        expect(ports.closeIncident.calls).toEqual([]);
      },
    },
    'asking.refused': {
      sees: ({ read }) => {
        expect(read(selectReasonError)).toBe(null);
        expect(read(selectReason)).toBe(' A false alarm. ');
      },
      takes: { 'a few seconds': 'asking.quiet' },
    },
    submitting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectFailure)]).toEqual([true, null]);
        expect(ports.closeIncident.calls.at(-1)).toEqual({
          incidentId: '3',
          seen: '2026-03-10T08:30:00Z',
          reason: 'A false alarm.',
        });
        expect(ports.closeIncident.running).toBe(true);
      },
      takes: {
        taken: closed({ type: 'incident.acted', action: 'incident.close' }),
        ...refused({
          action: 'incident.close',
          before: 'Error: ',
          byDefault: 'Failed to close incident.',
          selectFailure,
        }),
      },
    },
    closed: { sees: ({ ports }) => expect(ports.closeIncident.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
