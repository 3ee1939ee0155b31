import { expect } from 'vitest';
import type { IncidentHistory } from '../../../src/contract/incidents';
import { incidentHistoryMachine } from '../../../src/machines/incidents/incidentHistory.machine';
import { selectFailure, selectHistory, selectIsLoading } from '../../../src/machines/incidents/incidentHistory.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { failures } from './samples';

const history: IncidentHistory = {
  cases: [
    { caseId: '8', closedAt: null, assignedBy: 'Kabir', resolutionNotes: 'Treated.', teamName: 'T', teamMembers: [] },
  ],
  changes: [],
};

const walk = walkOf({
  machine: incidentHistoryMachine,
  props: () => ({ ports: { fetchHistory: promisePort<IncidentHistory>() } }),
  input: () => ({ incidentId: '3' }),
  samples: {
    arrived: done('fetchHistory', history),
    'no network': failed('fetchHistory', failures.network),
    'broken server': failed('fetchHistory', failures.broken),
    'worded refusal': failed('fetchHistory', failures.worded),
    retry: { type: 'history.retry' },
    close: { type: 'modal.close' },
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectHistory), read(selectFailure)]).toEqual([true, null, null]);
        expect(ports.fetchHistory.calls.at(-1)).toEqual({ incidentId: '3' });
        expect(ports.fetchHistory.running).toBe(true);
      },
      takes: {
        arrived: { to: 'shown', sees: ({ read }) => expect(read(selectHistory)).toEqual(history) },
        'no network': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Could not connect to the server.'),
        },
        'broken server': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Failed to fetch case history.'),
        },
        'worded refusal': { to: 'failed', sees: ({ read }) => expect(read(selectFailure)).toBe('The disk is full.') },
        close: 'closed',
      },
    },
    shown: {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectFailure)]).toEqual([false, null]),
      takes: { close: 'closed' },
    },
    failed: {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectHistory)]).toEqual([false, null]),
      takes: { retry: 'loading', close: 'closed' },
    },
    closed: { sees: ({ ports }) => expect(ports.fetchHistory.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
