import { expect } from 'vitest';
import {
  incidentDeletingMachine,
  selectArchive,
  selectFailure,
  selectIsSubmitting,
} from '../../../src/machines/incidents/incidentDeleting.machine';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, testWalk, walkOf } from '../../kit/walk';
import { at, closed, listeners, refusals, refused } from './samples';

const props = () => ({ ports: { deleteIncident: promisePort() }, ...listeners() });
const walk = walkOf({
  machine: incidentDeletingMachine,
  props,
  input: at,
  key: ({ context }) => context.archive,
  samples: {
    'do not archive': { type: 'archive.changed', archive: false },
    archive: { type: 'archive.changed', archive: true },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    'taken with words': done('deleteIncident', 'Incident archived and deleted.'),
    'taken without a word': done('deleteIncident', null),
    ...refusals('deleteIncident'),
  },
  states: {
    asking: {
      sees: ({ read, ports, last }) => {
        expect(read(selectIsSubmitting)).toBe(false);
        expect(ports.deleteIncident.running).toBe(false);
        // S2 §2: checked by default.
        if (last === null) expect(read(selectArchive)).toBe(true);
      },
      takes: {
        'do not archive': { to: 'asking.quiet', sees: ({ read }) => expect(read(selectArchive)).toBe(false) },
        archive: { to: 'asking.quiet', sees: ({ read }) => expect(read(selectArchive)).toBe(true) },
        submit: 'submitting',
        close: closed(null),
      },
    },
    'asking.quiet': { sees: ({ read }) => expect(read(selectFailure)).toBe(null) },
    'asking.refused': { sees: ({ read }) => expect(read(selectFailure)).not.toBe(null) },
    submitting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectFailure)]).toEqual([true, null]);
        expect(ports.deleteIncident.calls.at(-1)).toEqual({
          incidentId: '3',
          seen: '2026-03-10T08:30:00Z',
          archive: read(selectArchive),
        });
        expect(ports.deleteIncident.running).toBe(true);
      },
      takes: {
        'taken with words': closed({ type: 'incident.deleted', message: 'Incident archived and deleted.' }),
        'taken without a word': closed({ type: 'incident.deleted', message: null }),
        ...refused({ action: 'incident.delete', before: '', byDefault: 'Failed to delete incident.', selectFailure }),
      },
    },
    closed: { sees: ({ ports }) => expect(ports.deleteIncident.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
