import { expect } from 'vitest';
import {
  passwordMachine,
  selectFailure,
  selectIsChanged,
  selectIsSubmitting,
  selectProblems,
} from '../../../src/machines/people/password.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { failures, sessionWith } from './profileSamples';

const props = () => ({ ports: { changePassword: promisePort() }, session: sessionWith() });
type Setup = RunningChart<typeof passwordMachine> & ReturnType<typeof props>;

const submit = (oldPassword: string, newPassword: string) =>
  ({ type: 'passwords.submit', oldPassword, newPassword }) as const;
/** What the form says, and nothing else of it. */
const says = (problems: object, failure: string | null = null) => ({
  to: 'editing',
  sees: ({ read }: Setup) => {
    expect(read(selectProblems)).toEqual(problems);
    expect(read(selectFailure)).toBe(failure);
  },
});
/** What is added when the server may have changed it all the same. */
const maybe = 'It may have been changed all the same: if you have to log in again, try the new password first.';
/** The session looks at the profile again, which after a reset lets the app go on (DECISIONS P9). */
const goesOn = {
  to: 'closed',
  sees: ({ session }: Setup) => expect(session.received).toEqual([{ type: 'profile.refresh' }]),
};

const walk = walkOf({
  machine: passwordMachine,
  props,
  input: ({ session }) => ({ session: session.ref }),
  samples: {
    'both are given': submit('rescue-demo', 'a new one'),
    // S2 §5 shows no rule about the length: that is the server's (DECISIONS P11).
    'a short one': submit('rescue-demo', 'a'),
    'the old one is missing': submit('', 'a new one'),
    'the new one is missing': submit('rescue-demo', ''),
    'both are missing': submit('', ''),
    'it is changed': done('changePassword'),
    'the server says why': failed('changePassword', failures.worded),
    'the server fails': failed('changePassword', failures.broken),
    'the server cannot be reached': failed('changePassword', failures.unreachable),
    '2 s pass': elapsed('xstate.after.closing.password.changed', 2_000),
    closed: { type: 'dialog.close' },
  },
  ways: [
    {
      way: ['both are given', 'the server says why', 'both are given'],
      sees: ({ read }) => expect(read(selectFailure)).toBe(null),
    },
  ],
  states: {
    editing: {
      sees: ({ read, ports, session }) => {
        expect([read(selectIsSubmitting), read(selectIsChanged)]).toEqual([false, false]);
        expect(ports.changePassword.running).toBe(false);
        expect(session.received).toEqual([]);
      },
      takes: {
        'both are given': 'submitting',
        'a short one': 'submitting',
        'the old one is missing': says({ oldPassword: 'Password is required.' }),
        'the new one is missing': says({ newPassword: 'Password is required.' }),
        'both are missing': says({ oldPassword: 'Password is required.', newPassword: 'Password is required.' }),
        closed: 'closed',
      },
    },
    submitting: {
      sees: ({ read, ports, last }) => {
        expect([read(selectIsSubmitting), read(selectIsChanged)]).toEqual([true, false]);
        expect([read(selectProblems), read(selectFailure)]).toEqual([{}, null]);
        const newPassword = last === 'a short one' ? 'a' : 'a new one';
        expect(ports.changePassword.calls.at(-1)).toEqual({ oldPassword: 'rescue-demo', newPassword });
      },
      takes: {
        // It is changed all the same (398).
        closed: 'closed',
        'it is changed': 'changed',
        // S2 §8: the server's text, or the default.
        'the server says why': says({}, 'The old password is wrong.'),
        'the server fails': says({}, `Failed to update password. ${maybe}`),
        'the server cannot be reached': says({}, `Failed to update password. ${maybe}`),
      },
    },
    changed: {
      sees: ({ read }) => expect([read(selectIsSubmitting), read(selectIsChanged)]).toEqual([false, true]),
      // S2 §4, §9: the modal closes 2 s after success.
      takes: { '2 s pass': goesOn, closed: goesOn },
    },
    closed: {
      sees: ({ actor }) => expect(actor.getSnapshot().status).toBe('done'),
    },
  },
});
testWalk(walk);
testMutants(walk);
