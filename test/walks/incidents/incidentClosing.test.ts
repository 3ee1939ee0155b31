import { expect } from 'vitest';
import {
  incidentClosingMachine,
  selectFailure,
  selectIsSubmitting,
  selectReason,
  selectReasonError,
} from '../../../src/machines/incidents/incidentClosing.machine';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { closingEvents, closingFacts } from './incidentClosing.facts';
import { failing, failures, hears } from './outcomes';
import { at, listeners } from './samples';

const props = () => ({ ports: { closeIncident: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof incidentClosingMachine> & ReturnType<typeof props>;

const walk = walkOf({
  machine: incidentClosingMachine,
  props,
  input: at,
  keeps: ({ context }) => context.reason,
  key: ({ context }) => context.reason,
  samples: {
    ...closingEvents,
    'the server takes it': done('closeIncident', {}),
    ...failing('closeIncident', failures),
    '3 s pass': elapsed('xstate.after.aFewSeconds.incidentClosing.asking.refused', 3_000),
  },
  states: statesOf(closingFacts, {
    shows({ actor, read, ports }: Setup, { sends, ...shown }) {
      const isOpen = actor.getSnapshot().status === 'active';
      const isSubmitting = read(selectIsSubmitting);
      expect({ isOpen, isSubmitting, problem: read(selectReasonError), failure: read(selectFailure) }).toMatchObject(
        shown,
      );
      expect(ports.closeIncident.running).toBe(isSubmitting);
      const seen = '2026-03-10T08:30:00Z';
      if (sends) expect(ports.closeIncident.calls.at(-1)).toEqual({ incidentId: '3', seen, ...sends });
    },
    after(setup, outcome) {
      const { reason, alert = null } = outcome;
      hears(setup, outcome);
      expect(setup.read(selectFailure)).toBe(alert);
      if (reason !== undefined) expect(setup.read(selectReason)).toBe(reason);
    },
  }),
});
testWalk(walk);
testMutants(walk);
