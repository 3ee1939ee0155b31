import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, fromTransition, waitFor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import {
  loginMachine,
  selectError,
  selectFarewell,
  selectIsSubmitting,
} from '../../../src/machines/session/login.machine';
import type { SessionRef } from '../../../src/machines/session/session.machine';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { EXPIRED } from './sessionFacts';
import { runSession } from './sessionPorts';

const credentials = { username: 'member', password: 'rescue-demo' };
const submit = { type: 'credentials.submit', ...credentials } as const;

/** A session of which only the farewell matters. */
const sayingFarewell = () =>
  createActor(fromTransition((state) => state, { farewell: EXPIRED })).start() as unknown as SessionRef;

const walk = walkOf({
  machine: loginMachine,
  props: () => ({
    ports: { logIn: promisePort<string, typeof credentials>(), admission: promisePort() },
    session: sayingFarewell(),
  }),
  input: ({ session }) => ({ session }),
  key: ({ context }) => [context.error, context.farewell],
  samples: {
    submit,
    'without a username': { ...submit, username: '  ' },
    'without a password': { ...submit, password: '' },
    'let in': done('logIn', 'the token'),
    'refused with words': failed('logIn', new CallFailure('refused', 403, 'Your account is pending.')),
    'refused without a word': failed('logIn', new CallFailure('refused', 401)),
    'refused by a proxy without its server': failed('logIn', new CallFailure('refused', 502)),
    'the server is in trouble and says so': failed('logIn', new CallFailure('refused', 503, 'We are moving.')),
    'no network': failed('logIn', new CallFailure('network', 0)),
    'an answer without a token': failed('logIn', new CallFailure('unreadable', 200)),
    admitted: done('admission', true),
    'not admitted': done('admission', false),
    'admission broke': broken('admission'),
  },
  states: {
    idle: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSubmitting)).toBe(false);
        expect(ports.logIn.running).toBe(false);
      },
      takes: {
        submit: 'submitting',
        'without a username': {
          to: 'idle',
          sees: ({ read }) => expect(read(selectError)).toBe('Username is required.'),
        },
        'without a password': {
          to: 'idle',
          sees: ({ read }) => expect(read(selectError)).toBe('Password is required.'),
        },
      },
    },
    submitting: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSubmitting)).toBe(true);
        expect(read(selectError)).toBe(null);
        expect(read(selectFarewell)).toBe(null);
        expect(ports.logIn.running).toBe(true);
        expect(ports.logIn.calls.at(-1)).toEqual(credentials);
      },
      takes: {
        'let in': 'admitting',
        'refused with words': {
          to: 'idle',
          sees: ({ read }) => expect(read(selectError)).toBe('Your account is pending.'),
        },
        'refused without a word': {
          to: 'idle',
          sees: ({ read }) => expect(read(selectError)).toBe('Login failed. Please check your credentials.'),
        },
        'no network': {
          to: 'idle',
          sees: ({ read }) =>
            expect(read(selectError)).toBe('Could not connect to the server. Please try again later.'),
        },
        'an answer without a token': {
          to: 'idle',
          sees: ({ read }) =>
            expect(read(selectError)).toBe('Could not connect to the server. Please try again later.'),
        },
        'refused by a proxy without its server': {
          to: 'idle',
          sees: ({ read }) =>
            expect(read(selectError)).toBe('Could not connect to the server. Please try again later.'),
        },
        'the server is in trouble and says so': {
          to: 'idle',
          sees: ({ read }) => expect(read(selectError)).toBe('We are moving.'),
        },
      },
    },
    admitting: {
      sees: ({ read, ports, session }) => {
        expect(read(selectIsSubmitting)).toBe(true);
        expect(ports.admission.calls.at(-1)).toEqual({ session, token: 'the token' });
      },
      takes: {
        admitted: 'admitted',
        'not admitted': { to: 'idle', sees: ({ read }) => expect(read(selectFarewell)).toBe(EXPIRED) },
        'admission broke': { to: 'idle', sees: ({ read }) => expect(read(selectFarewell)).toBe(EXPIRED) },
      },
    },
    admitted: { sees: ({ read }) => expect(read(selectIsSubmitting)).toBe(true) },
  },
});
testWalk(walk);
testMutants(walk);

describe('the login screen beside a real session', () => {
  const openedOn = (session: SessionRef, token: string) =>
    createActor(loginMachine.provide({ actors: { logIn: fromPromise(async () => token) } }), {
      input: { session },
    }).start();

  it('says why the last session has ended, until the next submit', async () => {
    const { actor: session, ports } = await runSession({ stored: 'expired' });
    ports.dropToken.resolve(undefined);
    await waitFor(session, (now) => now.matches('signedOut'));
    const login = openedOn(session, 'token of Mira');
    expect(selectFarewell(login.getSnapshot())).toBe('Your session has expired. Please log in again.');
    login.send(submit);
    expect(selectFarewell(login.getSnapshot())).toBe(null);
    login.stop();
  });

  it('hands the token over and is done when the session has taken it', async () => {
    const { actor: session, ports, mira } = await runSession({ stored: 'nothing' });
    const login = openedOn(session, mira.token);
    login.send({ ...submit, username: ' member ' });
    await waitFor(session, (now) => now.matches('admitting'));
    expect(ports.keepToken.calls).toEqual([{ token: mira.token }]);
    expect(selectIsSubmitting(login.getSnapshot())).toBe(true);
    ports.keepToken.resolve(mira);
    await waitFor(login, (now) => now.status === 'done');
    expect(session.getSnapshot().matches('signedIn')).toBe(true);
  });

  it('can be used again when the session could not take the token', async () => {
    const { actor: session, ports, garbled } = await runSession({ stored: 'nothing' });
    const login = openedOn(session, garbled.token);
    login.send(submit);
    await waitFor(session, (now) => now.matches('admitting'));
    ports.keepToken.resolve(garbled);
    await waitFor(session, (now) => now.matches('leaving'));
    ports.dropToken.resolve(undefined);
    await waitFor(login, (now) => now.matches('idle'));
    expect(selectFarewell(login.getSnapshot())).toBe(
      'The login could not be kept. Please check the date and time of this device.',
    );
  });

  it('cancels the request when it is left', async () => {
    const logIn = promisePort();
    const { actor: session } = await runSession({ stored: 'nothing' });
    const login = createActor(loginMachine.provide({ actors: { logIn: logIn.logic as never } }), {
      input: { session },
    }).start();
    login.send(submit);
    login.send(submit);
    expect(logIn.calls).toHaveLength(1);
    expect(logIn.running).toBe(true);
    login.stop();
    expect(logIn.running).toBe(false);
  });
});
