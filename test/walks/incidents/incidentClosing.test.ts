import { expect } from 'vitest';
import {
  type IncidentClosingSnapshot,
  incidentClosingMachine,
} from '../../../src/machines/incidents/incidentClosing.machine';
import {
  selectFailure,
  selectIsSubmitting,
  selectReason,
  selectReasonError,
} from '../../../src/machines/incidents/incidentClosing.select';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { around, failures, listeners, passing, told } from './samples';

const props = () => ({ ports: { closeIncident: promisePort() }, ...listeners() });
type Props = ReturnType<typeof props>;
type Scene = Props & { read<T>(select: (snapshot: IncidentClosingSnapshot) => T): T };
const closed = (fact: object | null, notice: object | null = null) => ({
  to: 'closed',
  sees: ({ parent, notices }: Props) => {
    told(parent, fact);
    told(notices, notice);
  },
});
const refused = (text: string) => ({
  to: 'asking.refused',
  sees: ({ read, parent, notices }: Scene) => {
    expect(read(selectFailure)).toBe(text);
    told(parent);
    told(notices);
  },
});

const walk = walkOf({
  machine: incidentClosingMachine,
  props,
  input: around,
  key: ({ context }) => context.reason.trim() === '',
  samples: {
    'a reason': { type: 'reason.changed', reason: ' A false alarm. ' },
    blanks: { type: 'reason.changed', reason: '  ' },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    taken: done('closeIncident', {}),
    'no network': failed('closeIncident', failures.network),
    'broken server': failed('closeIncident', failures.broken),
    'worded refusal': failed('closeIncident', failures.worded),
    forbidden: failed('closeIncident', failures.forbidden),
    'too late': failed('closeIncident', failures.outrun),
    gone: failed('closeIncident', failures.gone),
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
        expect(ports.closeIncident.calls.at(-1)).toEqual({ incidentId: '3', reason: 'A false alarm.' });
        expect(ports.closeIncident.running).toBe(true);
      },
      takes: {
        taken: closed({ type: 'incident.acted', action: 'incident.close' }),
        'no network': refused('Error: Failed to close incident.'),
        'broken server': refused('Error: Failed to close incident.'),
        'worded refusal': refused('Error: The disk is full.'),
        forbidden: closed({ type: 'action.forbidden', action: 'incident.close' }),
        'too late': closed({ type: 'incident.outrun' }, passing('Error: It is CLOSED now.')),
        gone: closed({ type: 'incident.outrun' }, passing('Error: Incident not found.')),
      },
    },
    closed: { sees: ({ ports }) => expect(ports.closeIncident.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
