import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { MessageVersions } from '../../../src/contract/chats';
import {
  messageVersionsMachine,
  selectFailure,
  selectIsLoading,
  selectVersions,
} from '../../../src/machines/chat/messageVersions.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { failures } from '../incidents/samples';

const versions = [{ text: 'Dog', replacedAt: '2026-03-10T12:01:00.000Z' }];
type Setup = { read<T>(select: (snapshot: SnapshotFrom<typeof messageVersionsMachine>) => T): T };
const says = (text: string) => ({
  to: 'failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

const walk = walkOf({
  machine: messageVersionsMachine,
  props: () => ({ ports: { fetchVersions: promisePort<MessageVersions, { messageId: string }>() } }),
  input: () => ({ messageId: '7' }),
  samples: {
    arrived: done('fetchVersions', versions),
    'no network': failed('fetchVersions', failures.network),
    'broken server': failed('fetchVersions', failures.broken),
    'worded refusal': failed('fetchVersions', failures.worded),
    retry: { type: 'versions.retry' },
  },
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectVersions), read(selectFailure)]).toEqual([true, null, null]);
        expect(ports.fetchVersions.calls.at(-1)).toEqual({ messageId: '7' });
        expect(ports.fetchVersions.running).toBe(true);
      },
      takes: {
        arrived: 'shown',
        'no network': says('Could not connect to the server.'),
        'broken server': says('Failed to fetch earlier versions.'),
        'worded refusal': says('The disk is full.'),
      },
    },
    shown: {
      sees: ({ read }) =>
        expect([read(selectIsLoading), read(selectVersions), read(selectFailure)]).toEqual([false, versions, null]),
    },
    failed: {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectVersions)]).toEqual([false, null]),
      takes: { retry: 'loading' },
    },
  },
});
testWalk(walk);
testMutants(walk);
