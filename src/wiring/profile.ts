import { fromPromise } from 'xstate';
import { profileEndpoints } from '../contract/endpoints/profile';
import { passwordMachine } from '../machines/people/password.machine';
import { profileMachine } from '../machines/people/profile.machine';
import { profileLocationMachine } from '../machines/people/profileLocation.machine';
import { locate } from '../services/location';
import type { Gateways } from './gateways';
import { type PushWiring, providePush } from './pushSetting';

export { NewPasswordScreen } from '../views/people/NewPasswordScreen';
export { ProfileScreen } from '../views/people/ProfileScreen';
export { saveSetting } from './saveSetting';

/** What the profile needs from the app. */
export interface ProfileWiring extends PushWiring {
  /** Continues the session with a new token (DECISIONS P10). */
  renewToken(token: string): void;
}

/** Change Password with its port. */
export const providePassword = ({ api }: Gateways, { renewToken }: ProfileWiring) =>
  passwordMachine.provide({
    actors: {
      // Without the signal: the password changes even if the member has left the page, and the session then needs the new token.
      changePassword: fromPromise(async ({ input }) => {
        const { token } = await api.call(profileEndpoints.changePassword, { body: input });
        if (token) renewToken(token);
      }),
    },
  });

/** The profile with its ports and those of its child charts. */
export function provideProfile(gateways: Gateways, wiring: ProfileWiring) {
  const { api } = gateways;
  return profileMachine.provide({
    actors: {
      password: providePassword(gateways, wiring),
      profileLocation: profileLocationMachine.provide({
        actors: {
          locate: fromPromise(({ signal }) => locate(signal)),
          saveLocation: fromPromise(({ input }) =>
            api.call(profileEndpoints.setProfileLocation, { body: input.place }),
          ),
        },
      }),
      push: providePush(gateways, wiring),
    },
  });
}
