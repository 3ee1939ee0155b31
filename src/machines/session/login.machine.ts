import { assign, type DoneActorEvent, fromPromise, type SnapshotFrom, waitFor } from 'xstate';
import { mayBeMade, messageOr } from '../../contract/failure';
import { LoginRequest } from '../../contract/people';
import { problemsOf } from '../../contract/problems';
import { workflow } from '../supervision';
import { logIn } from './ports';
import type { SessionRef } from './session.machine';
import { selectFarewell as selectSessionFarewell } from './session.select';

type LoginEvent = { type: 'credentials.submit'; username: string; password: string };

interface LoginContext {
  session: SessionRef;
  error: string | null;
  /** Why the last session ended; shown until the next submit. */
  farewell: string | null;
}

/** Gives the token to the session and waits for the result: true if the member is signed in. */
const admission = fromPromise<boolean, { session: SessionRef; token: string }>(async ({ input }) => {
  input.session.send({ type: 'session.granted', token: input.token });
  const settled = await waitFor(input.session, (s) => s.matches('signedIn') || s.matches('signedOut'));
  return settled.matches('signedIn');
});

/** The body of the call. The username is trimmed, because phone keyboards add a space after a completed word. */
const credentialsOf = ({ username, password }: LoginEvent): LoginRequest => ({ username: username.trim(), password });

/** The error of the input, or null. */
const problemOf = (event: LoginEvent) => Object.values(problemsOf(LoginRequest, credentialsOf(event)))[0] ?? null;

/**
 * S1 §8, Login. What a proxy says while the server is down is no rejection: it would send members to look for another password
 * (DECISIONS 2).
 */
const failureText = (error: unknown) =>
  messageOr(
    error,
    mayBeMade(error)
      ? 'Could not connect to the server. Please try again later.'
      : 'Login failed. Please check your credentials.',
  );

/** The login screen (S1 §4). */
export const loginMachine = workflow({
  types: {
    input: {} as { session: SessionRef },
    context: {} as LoginContext,
    events: {} as LoginEvent,
    tags: {} as 'submitting',
  },
  actors: { logIn, admission },
  actions: {
    keepFarewell: assign({ farewell: ({ context }) => selectSessionFarewell(context.session.getSnapshot()) }),
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({
    session: input.session,
    error: null,
    farewell: selectSessionFarewell(input.session.getSnapshot()),
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'credentials.submit': [
          {
            guard: ({ event }) => problemOf(event) === null,
            target: 'submitting',
            actions: assign({ error: null, farewell: null }),
            description: 'Any earlier error is cleared and the request is sent. S1 §4',
          },
          {
            actions: assign({ error: ({ event }) => problemOf(event), farewell: null }),
            description: 'Username and password are required. S1 §5',
          },
        ],
      },
    },
    submitting: {
      tags: 'submitting',
      description: 'Leaving the screen cancels the request.',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => credentialsOf(event as LoginEvent),
        onDone: { target: 'admitting', description: 'Success hands the token to the app. S1 §4' },
        onError: {
          target: 'idle',
          actions: assign({ error: ({ event }) => failureText(event.error) }),
          description: 'A rejection shows the server message or a default, a network failure a connection error. S1 §4',
        },
      },
    },
    admitting: {
      tags: 'submitting',
      invoke: {
        id: 'admission',
        src: 'admission',
        input: ({ context, event }) => ({
          session: context.session,
          token: (event as unknown as DoneActorEvent<string>).output,
        }),
        onDone: [
          { guard: ({ event }) => event.output, target: 'admitted' },
          { target: 'idle', actions: 'keepFarewell' },
        ],
        onError: { target: 'idle', actions: 'keepFarewell' },
      },
    },
    admitted: {
      type: 'final',
      tags: 'submitting',
      description: 'The member is signed in: the router leaves this screen.',
    },
  },
});

type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

/** S1 §2: the error paragraph above the button. */
export const selectError = (snapshot: LoginSnapshot) => snapshot.context.error;
/** Why the last session ended, or null. A screen reader announces it politely. */
export const selectFarewell = (snapshot: LoginSnapshot) => snapshot.context.farewell;
/** Whether a login is under way, from the press until the screen is left. The button is busy and accepts no second press. */
export const selectIsSubmitting = (snapshot: LoginSnapshot) => snapshot.hasTag('submitting');
