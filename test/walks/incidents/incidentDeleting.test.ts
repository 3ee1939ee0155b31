import { expect } from 'vitest';
import {
  incidentDeletingMachine,
  selectArchive,
  selectFailure,
  selectIsSubmitting,
} from '../../../src/machines/incidents/incidentDeleting.machine';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { ARCHIVES_AT_FIRST, deletingEvents, deletingFacts } from './incidentDeleting.facts';
import { failing, failures, hears } from './outcomes';
import { changeInput, listeners } from './samples';

const props = () => ({ ports: { deleteIncident: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof incidentDeletingMachine> & ReturnType<typeof props>;

const walk = walkOf({
  machine: incidentDeletingMachine,
  props,
  input: changeInput,
  key: ({ context }) => context.archive,
  samples: {
    ...deletingEvents,
    'the server takes it': done('deleteIncident', 'Incident archived and deleted.'),
    'the server takes it, without a word': done('deleteIncident', null),
    ...failing('deleteIncident', failures),
  },
  states: statesOf(deletingFacts, {
    shows({ actor, read, ports, last }: Setup, shown) {
      const isOpen = actor.getSnapshot().status === 'active';
      const isSubmitting = read(selectIsSubmitting);
      const archive = read(selectArchive);
      expect({ isOpen, isSubmitting, failure: read(selectFailure) }).toMatchObject(shown);
      if (last === null) expect(archive).toBe(ARCHIVES_AT_FIRST);
      expect(ports.deleteIncident.running).toBe(isSubmitting);
      const seen = '2026-03-10T08:30:00Z';
      if (isSubmitting) expect(ports.deleteIncident.calls.at(-1)).toEqual({ incidentId: '3', seen, archive });
    },
    after(setup, outcome) {
      const { archive, alert = null } = outcome;
      hears(setup, outcome);
      expect(setup.read(selectFailure)).toBe(alert);
      if (archive !== undefined) expect(setup.read(selectArchive)).toBe(archive);
    },
  }),
});
testWalk(walk);
testMutants(walk);
