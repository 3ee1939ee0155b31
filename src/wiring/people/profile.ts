import { fromPromise } from 'xstate';
import { profileEndpoints } from '../../contract/endpoints/profile';
import { sessionEndpoints } from '../../contract/endpoints/session';
import { CallFailure, mayBeMade, statusOf } from '../../contract/failure';
import type { PasswordRequest } from '../../contract/profile';
import { passwordMachine } from '../../machines/people/password.machine';
import { profileMachine } from '../../machines/people/profile.machine';
import { profileLocationMachine } from '../../machines/people/profileLocation.machine';
import { successNotice } from '../../machines/session/notices.machine';
import { LOCATION_NOT_UPDATED } from '../../rules/incidents/locationTexts';
import { PASSWORD_MAYBE_CHANGED, PASSWORD_UPDATED, passwordFailureText } from '../../rules/people/profileTexts';
import { locateWithAccuracy } from '../../services/device/location';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, whileSameMember } from '../gateways';
import { orMade } from '../lostAnswers';
import { type PushWiring, providePush } from '../notifications/pushSetting';

export { NewPasswordScreen } from '../../views/people/NewPasswordScreen';
export { ProfileScreen } from '../../views/people/ProfileScreen';
export { saveSetting } from './saveSetting';

/** What the profile needs from the app. */
export interface ProfileWiring extends PushWiring {
  /** Continues the session with a new token (DECISIONS P10). */
  renewToken(token: string): void;
  /** The username of the member who is signed in, or null. */
  username(): string | null;
  /** What the login screen says if the server refuses this session's next call; '' for the usual words. */
  explainEnd(reason: string): void;
}

/** Change Password with its port. */
export const providePassword = (gateways: Gateways, { renewToken, username, explainEnd }: ProfileWiring) =>
  passwordMachine.provide({
    actors: {
      // The session needs the new token even if the member has left the page.
      changePassword: evenIfLeft<unknown, PasswordRequest>(gateways, (input) => ({
        name: 'Change Password',
        call: async () => {
          const { api } = gateways;
          const isStillCaller = whileSameMember(gateways);
          const goOn = (token: string | null | undefined) => {
            // Nothing is stored after a log-out: the token would let anybody in who uses this device.
            if (token && isStillCaller()) renewToken(token);
          };
          let words: string | null = null;
          const change = async () => {
            try {
              goOn((await api.call(profileEndpoints.changePassword, { body: input })).token);
            } catch (error) {
              words = error instanceof CallFailure ? error.serverMessage : null;
              throw error;
            }
          };
          // Until the answer is there, a refusal of another call may be the first sign that the password has changed.
          explainEnd(PASSWORD_MAYBE_CHANGED);
          try {
            // The lost answer had the only token that is still valid. The new password gets another one, if it has become the password.
            await orMade(gateways, change, async (signal) => {
              const body = { username: username() ?? '', password: input.newPassword };
              try {
                const answer = await api.call(sessionEndpoints.login, { body, signal });
                if ('token' in answer) goOn(answer.token);
                return 'token' in answer;
              } catch (error) {
                return statusOf(error) === 401 && new CallFailure('refused', 401, words);
              }
            });
            explainEnd('');
          } catch (error) {
            if (!mayBeMade(error)) explainEnd('');
            throw error;
          }
        },
        doneNotice: () => successNotice(PASSWORD_UPDATED),
        failureText: passwordFailureText,
      })),
    },
  });

/** The profile with its ports and those of its child charts. */
export function provideProfile(gateways: Gateways, wiring: ProfileWiring) {
  return profileMachine.provide({
    actors: {
      password: providePassword(gateways, wiring),
      profileLocation: profileLocationMachine.provide({
        actors: {
          locate: fromPromise(({ signal }) => locateWithAccuracy(signal)),
          saveLocation: evenIfLeft(gateways, ({ place }) => ({
            call: () => gateways.api.call(profileEndpoints.setProfileLocation, { body: place }),
            failureText: () => LOCATION_NOT_UPDATED,
          })),
        },
      }),
      push: providePush(gateways, wiring),
    },
  });
}
