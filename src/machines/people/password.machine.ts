import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { problemsOf } from '../../contract/problems';
import { PasswordRequest } from '../../contract/profile';
import { passwordFailureText } from '../../rules/people/profileTexts';
import type { SessionRef } from '../session/session.machine';
import { workflow } from '../supervision';
import { changePassword } from './ports';

type PasswordEvent = { type: 'passwords.submit'; oldPassword: string; newPassword: string } | { type: 'dialog.close' };

const requestOf = ({ oldPassword, newPassword }: PasswordRequest): PasswordRequest => ({ oldPassword, newPassword });

/** Change Password (S2 §2, §5), opened by the member, or required by the server after a reset (DECISIONS P9). */
export const passwordMachine = workflow({
  types: {
    input: {} as { readonly session: SessionRef },
    context: {} as {
      readonly session: SessionRef;
      /** The error of each field. */
      readonly problems: Readonly<Partial<Record<keyof PasswordRequest, string>>>;
      readonly failure: string | null;
    },
    events: {} as PasswordEvent,
  },
  actors: { changePassword },
  delays: { closing: 2_000 },
  actions: {
    askForProfile: sendTo(({ context }) => context.session, { type: 'profile.refresh' }),
  },
}).createMachine({
  id: 'password',
  context: ({ input }) => ({ ...input, problems: {}, failure: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'dialog.close': { target: 'closed' },
        'passwords.submit': [
          {
            guard: ({ event }) => Object.keys(problemsOf(PasswordRequest, requestOf(event))).length === 0,
            target: 'submitting',
            actions: assign({ problems: {}, failure: null }),
          },
          {
            actions: assign({ problems: ({ event }) => problemsOf(PasswordRequest, requestOf(event)), failure: null }),
            description: 'Both are required. S2 §5',
          },
        ],
      },
    },
    submitting: {
      on: {
        'dialog.close': {
          target: 'closed',
          description: 'The change goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => requestOf(event as Extract<PasswordEvent, { type: 'passwords.submit' }>),
        onDone: { target: 'changed' },
        onError: {
          target: 'editing',
          actions: assign({ failure: ({ event }) => passwordFailureText(event.error) }),
          description: "The server's text, or 'Failed to update password.' S2 §8",
        },
      },
    },
    changed: {
      description: "'Password updated successfully!'; it closes 2 s later. S2 §4, §8, §9",
      on: { 'dialog.close': { target: 'closed', actions: 'askForProfile' } },
      after: { closing: { target: 'closed', actions: 'askForProfile' } },
    },
    closed: { type: 'final' },
  },
});
export type PasswordRef = ActorRefFrom<typeof passwordMachine>;
type PasswordSnapshot = SnapshotFrom<typeof passwordMachine>;

export const selectProblems = (snapshot: PasswordSnapshot) => snapshot.context.problems;
export const selectFailure = (snapshot: PasswordSnapshot) => snapshot.context.failure;
export const selectIsSubmitting = (snapshot: PasswordSnapshot) => snapshot.matches('submitting');
/** Whether the password was changed and the dialog still says so. */
export const selectIsChanged = (snapshot: PasswordSnapshot) => snapshot.matches('changed');
