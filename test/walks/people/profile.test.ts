import { expect } from 'vitest';
import {
  profileMachine,
  selectLocation,
  selectPassword,
  selectPush,
} from '../../../src/machines/people/profile.machine';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, streamPort, testWalk, walkOf } from '../../kit/walk';
import { sessionWith } from './profileSamples';

const walk = walkOf({
  machine: profileMachine,
  props: () => ({
    ports: { profileLocation: streamPort(), push: streamPort(), password: promisePort() },
    session: sessionWith(),
  }),
  input: ({ session }) => ({ session: session.ref, userId: '7' }),
  samples: {
    'Change Password': { type: 'password.open' },
    'the modal closes': done('password'),
  },
  states: {
    reading: {
      sees: ({ read, ports, session }) => {
        // The screen shows the profile as it is now.
        expect(session.received).toEqual([{ type: 'profile.refresh' }]);
        expect([read(selectLocation)?.id, read(selectPush)?.id]).toEqual(['location', 'push']);
        expect(ports.push.calls).toEqual([{ userId: '7' }]);
        expect(read(selectPassword)).toBe(undefined);
      },
      takes: { 'Change Password': 'changingPassword' },
    },
    changingPassword: {
      sees: ({ read, ports, session }) => {
        expect(read(selectPassword)?.id).toBe('password');
        expect(ports.password.calls.at(-1)).toEqual({ session: session.ref });
      },
      takes: { 'the modal closes': 'reading' },
    },
  },
});
testWalk(walk);
testMutants(walk);
