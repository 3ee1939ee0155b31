import { expect } from 'vitest';
import {
  incidentClosingMachine,
  selectChange,
  selectFailure,
  selectIsSubmitting,
  selectReason,
  selectReasonError,
} from '../../../src/machines/incidents/incidentClosing.machine';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { closingEvents, closingFacts, closingNews, rareNews } from './incidentClosing.facts';
import { failing, failures, hears } from './outcomes';
import { dialogInput, listeners } from './samples';

const props = () => ({ ports: { closeIncident: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof incidentClosingMachine> & ReturnType<typeof props>;

const walk = walkOf({
  machine: incidentClosingMachine,
  props,
  input: dialogInput,
  keeps: ({ context }) => context.reason,
  key: ({ context: { reason, incident } }) => [reason, incident.description, incident.latitude, incident.lastUpdated],
  samples: {
    ...closingEvents,
    ...closingNews,
    'the server takes it': done('closeIncident', {}),
    ...failing('closeIncident', failures),
    '3 s pass': elapsed('xstate.after.aFewSeconds.incidentClosing.asking.refused', 3_000),
  },
  ways: [
    {
      way: ['a reason is written', 'Close Incident', 'another was faster', rareNews['it has been assigned, too']],
      // It can be closed no more.
      sees: ({ read }) => expect(read(selectChange)).toBe('Changed: description, coordinates.'),
    },
    {
      way: [
        rareNews['my Update Location is saved after the change'],
        ...(['a reason is written', 'Close Incident'] as const),
      ],
      sees: ({ ports }) => expect(ports.closeIncident.calls).toMatchObject([{ seen: '2026-03-10T08:30:00Z' }]),
    },
  ],
  states: statesOf(closingFacts, {
    shows({ actor, read, ports }: Setup, { sends, ...shown }) {
      const isOpen = actor.getSnapshot().status === 'active';
      const isSubmitting = read(selectIsSubmitting);
      expect({ isOpen, isSubmitting, problem: read(selectReasonError), failure: read(selectFailure) }).toMatchObject(
        shown,
      );
      expect(ports.closeIncident.running).toBe(isSubmitting);
      if (sends) expect(ports.closeIncident.calls.at(-1)).toMatchObject({ incidentId: '3', ...sends });
      if (!actor.getSnapshot().matches({ asking: { conflict: 'told' } })) expect(read(selectChange)).toBe(null);
    },
    after(setup, outcome) {
      const { reason, alert = null, change, version, seen } = outcome;
      hears(setup, outcome);
      if (version === undefined || change !== undefined) expect(setup.read(selectFailure)).toBe(alert);
      if (version !== undefined) expect(setup.read(({ context }) => context.incident.lastUpdated)).toBe(version);
      if (change !== undefined) expect(setup.read(selectChange)).toBe(change);
      if (seen !== undefined) expect(setup.ports.closeIncident.calls.at(-1)).toMatchObject({ seen });
      if (reason !== undefined) expect(setup.read(selectReason)).toBe(reason);
    },
  }),
});
testWalk(walk);
testMutants(walk);
