import { expect } from 'vitest';
import { incidentUpdateMachine } from '../../../src/machines/incidents/incidentUpdate.machine';
import {
  selectEdit,
  selectFailure,
  selectHasLeft,
  selectIsLoading,
  selectIsMissing,
  selectMayEdit,
} from '../../../src/machines/incidents/incidentUpdate.select';
import { testMutants } from '../../kit/mutants';
import { done, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { dog, failures } from './samples';

const props = () => ({ ports: { incidentFeed: streamPort(), incidentEdit: streamPort() } });
type Props = ReturnType<typeof props>;
const opens = {
  to: 'editing',
  sees: ({ ports }: Props) => expect(ports.incidentEdit.calls).toMatchObject([{ incidentId: '3', incident: dog() }]),
};
const refreshes = ({ ports }: Props) =>
  expect(ports.incidentFeed.received.at(-1)).toEqual({ type: 'feed.refresh', change: 'answered' });

const walk = walkOf({
  machine: incidentUpdateMachine,
  props,
  input: () => ({ incidentId: '3' }),
  samples: {
    fetched: said('incidentFeed', { type: 'feed.fetched', data: dog() }),
    'fetched before the conflict': said('incidentFeed', { type: 'feed.fetched', data: dog(), lacks: ['answered'] }),
    'no network': said('incidentFeed', { type: 'feed.failed', error: failures.network }),
    'broken server': said('incidentFeed', { type: 'feed.failed', error: failures.broken }),
    gone: said('incidentFeed', { type: 'feed.failed', error: failures.gone }),
    retry: { type: 'incident.retry' },
    closed: { ...done('incidentEdit'), act: ({ send }) => send(done('incidentEdit').event) },
    conflict: said('incidentEdit', { type: 'incident.conflict' }),
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectFailure), read(selectEdit)]).toEqual([true, null, undefined]);
        expect(ports.incidentFeed.calls).toMatchObject([{ query: { incidentId: '3' }, gather: 0 }]);
      },
      takes: {
        fetched: opens,
        'fetched before the conflict': opens,
        'no network': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Could not connect to the server.'),
        },
        'broken server': {
          to: 'failed',
          sees: ({ read }) =>
            expect(read(selectFailure)).toBe('Failed to fetch incident (Status: 500). Check console for details.'),
        },
        gone: 'missing',
      },
    },
    failed: {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectEdit)]).toEqual([false, undefined]),
      takes: {
        retry: { to: 'loading', sees: refreshes },
        fetched: opens,
        'fetched before the conflict': opens,
        gone: 'missing',
      },
    },
    missing: { sees: ({ read }) => expect(read(selectIsMissing)).toBe(true) },
    editing: {
      sees: ({ read }) => {
        expect(read(selectEdit)).toBeDefined();
        expect([read(selectIsLoading), read(selectFailure), read(selectIsMissing)]).toEqual([false, null, false]);
        expect(read((snapshot) => selectMayEdit(snapshot, ['ROLE_RESCUE_CAPTAIN']))).toBe(true);
        expect(read((snapshot) => selectMayEdit(snapshot, ['ROLE_MEMBER']))).toBe(false);
      },
      takes: {
        closed: 'left',
        conflict: { to: 'editing', sees: refreshes },
        fetched: {
          to: 'editing',
          sees: ({ ports }) =>
            expect(ports.incidentEdit.received.at(-1)).toEqual({
              type: 'incident.refreshed',
              incident: dog(),
            }),
        },
        gone: 'missing',
      },
    },
    left: { sees: ({ read }) => expect(read(selectHasLeft)).toBe(true) },
  },
});
testWalk(walk);
testMutants(walk);
