import { expect } from 'vitest';
import { teamKitMachine } from '../../../src/machines/incidents/teamKit.machine';
import { selectFailure, selectIsLoading, selectItems } from '../../../src/machines/incidents/teamKit.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { failures } from './samples';

const walk = walkOf({
  machine: teamKitMachine,
  props: () => ({ ports: { fetchKit: promisePort<readonly string[]>() } }),
  input: () => ({ incidentId: '3' }),
  samples: {
    arrived: done('fetchKit', ['Gauze × 4', 'Saline × 1']),
    empty: done('fetchKit', []),
    'no network': failed('fetchKit', failures.network),
    'broken server': failed('fetchKit', failures.broken),
    'worded refusal': failed('fetchKit', failures.worded),
    retry: { type: 'items.retry' },
    close: { type: 'modal.close' },
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectItems), read(selectFailure)]).toEqual([true, null, null]);
        expect(ports.fetchKit.calls.at(-1)).toEqual({ incidentId: '3' });
        expect(ports.fetchKit.running).toBe(true);
      },
      takes: {
        arrived: { to: 'shown', sees: ({ read }) => expect(read(selectItems)).toEqual(['Gauze × 4', 'Saline × 1']) },
        empty: { to: 'shown', sees: ({ read }) => expect(read(selectItems)).toEqual([]) },
        'no network': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Could not connect to the server.'),
        },
        'broken server': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Failed to fetch team kit.'),
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
      sees: ({ read }) => expect([read(selectIsLoading), read(selectItems)]).toEqual([false, null]),
      takes: { retry: 'loading', close: 'closed' },
    },
    closed: { sees: ({ ports }) => expect(ports.fetchKit.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
