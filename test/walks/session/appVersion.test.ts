import { expect } from 'vitest';
import { appVersionMachine, selectIsOffered, selectIsTaking } from '../../../src/machines/session/appVersion.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: appVersionMachine,
  props: () => ({ ports: { versions: streamPort(), takeVersion: promisePort() } }),
  samples: {
    'another version': said('versions', { type: 'version.found' }),
    taken: { type: 'version.take' },
    'put aside': { type: 'version.dismiss' },
    begun: done('takeVersion', undefined),
    'not begun': failed('takeVersion', new Error('no worker')),
    'the member has stayed': elapsed('xstate.after.reloading.appVersion.taken', 10_000),
  },
  logs: ['not begun'],
  states: {
    current: {
      // No version is activated without a press.
      sees: ({ read, ports }) => {
        expect([read(selectIsOffered), read(selectIsTaking)]).toEqual([false, false]);
        expect(ports.versions.running).toBe(true);
      },
      takes: { 'another version': 'offered' },
    },
    offered: {
      sees: ({ read }) => expect([read(selectIsOffered), read(selectIsTaking)]).toEqual([true, false]),
      takes: { taken: 'taking', 'put aside': 'current' },
    },
    taking: {
      sees: ({ read }) => expect([read(selectIsOffered), read(selectIsTaking)]).toEqual([false, true]),
      takes: { begun: 'taken', 'not begun': 'offered' },
    },
    taken: {
      sees: ({ read }) => expect([read(selectIsOffered), read(selectIsTaking)]).toEqual([false, false]),
      takes: { 'the member has stayed': 'offered' },
    },
  },
});
testWalk(walk);
testMutants(walk);
