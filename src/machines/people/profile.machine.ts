import { type SnapshotFrom, sendTo } from 'xstate';
import type { SessionRef } from '../session/session.machine';
import { workflow } from '../supervision';
import { passwordMachine } from './password.machine';
import { profileLocationMachine } from './profileLocation.machine';
import { pushMachine } from './push.machine';

type ProfileEvent = { type: 'password.open' };

interface ProfileInput {
  /** The session, which keeps the profile. */
  readonly session: SessionRef;
  /** The id of the member. */
  readonly userId: string;
}

/**
 * The page of the member's own profile (S2 §2, /profile). The session keeps the profile itself, and the settings' charts run longer
 * than this page.
 */
export const profileMachine = workflow({
  types: {
    input: {} as ProfileInput,
    context: {} as ProfileInput,
    events: {} as ProfileEvent,
    children: {} as { location: 'profileLocation'; push: 'push'; password: 'password' },
  },
  actors: { profileLocation: profileLocationMachine, push: pushMachine, password: passwordMachine },
}).createMachine({
  id: 'profile',
  context: ({ input }) => input,
  entry: sendTo(({ context }) => context.session, { type: 'profile.refresh' }),
  invoke: [
    { id: 'location', src: 'profileLocation' },
    { id: 'push', src: 'push', input: ({ context: { userId } }) => ({ userId }) },
  ],
  initial: 'reading',
  states: {
    reading: { on: { 'password.open': { target: 'changingPassword' } } },
    changingPassword: {
      description: 'The Change Password modal; it closes 2 s after success. S2 §2, §4',
      invoke: {
        id: 'password',
        src: 'password',
        input: ({ context: { session } }) => ({ session }),
        onDone: { target: 'reading' },
      },
    },
  },
});
type ProfileSnapshot = SnapshotFrom<typeof profileMachine>;

export const selectLocation = (snapshot: ProfileSnapshot) => snapshot.children.location;
export const selectPush = (snapshot: ProfileSnapshot) => snapshot.children.push;
/** The chart of the Change Password modal while it is open. */
export const selectPassword = (snapshot: ProfileSnapshot) => snapshot.children.password;
