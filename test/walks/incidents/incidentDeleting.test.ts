import { expect } from 'vitest';
import {
  type IncidentDeletingSnapshot,
  incidentDeletingMachine,
} from '../../../src/machines/incidents/incidentDeleting.machine';
import {
  selectArchive,
  selectFailure,
  selectIsSubmitting,
} from '../../../src/machines/incidents/incidentDeleting.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { around, failures, listeners, passing, told } from './samples';

const props = () => ({ ports: { deleteIncident: promisePort() }, ...listeners() });
type Props = ReturnType<typeof props>;
type Scene = Props & { read<T>(select: (snapshot: IncidentDeletingSnapshot) => T): T };
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
  machine: incidentDeletingMachine,
  props,
  input: around,
  key: ({ context }) => context.archive,
  samples: {
    'do not archive': { type: 'archive.changed', archive: false },
    archive: { type: 'archive.changed', archive: true },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    'taken with words': done('deleteIncident', 'Incident archived and deleted.'),
    'taken without a word': done('deleteIncident', null),
    'no network': failed('deleteIncident', failures.network),
    'broken server': failed('deleteIncident', failures.broken),
    'worded refusal': failed('deleteIncident', failures.worded),
    forbidden: failed('deleteIncident', failures.forbidden),
    'too late': failed('deleteIncident', failures.outrun),
    gone: failed('deleteIncident', failures.gone),
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
        expect(ports.deleteIncident.calls.at(-1)).toEqual({ incidentId: '3', archive: read(selectArchive) });
        expect(ports.deleteIncident.running).toBe(true);
      },
      takes: {
        'taken with words': closed({ type: 'incident.deleted', message: 'Incident archived and deleted.' }),
        'taken without a word': closed({ type: 'incident.deleted', message: null }),
        'no network': refused('Failed to delete incident.'),
        'broken server': refused('Failed to delete incident.'),
        'worded refusal': refused('The disk is full.'),
        forbidden: closed({ type: 'action.forbidden', action: 'incident.delete' }),
        'too late': closed({ type: 'incident.outrun' }, passing('It is CLOSED now.')),
        gone: closed({ type: 'incident.outrun' }, passing('Incident not found.')),
      },
    },
    closed: { sees: ({ ports }) => expect(ports.deleteIncident.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
