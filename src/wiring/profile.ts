import { fromPromise } from 'xstate';
import { profileEndpoints } from '../contract/endpoints/profile';
import { passwordMachine } from '../machines/people/password.machine';
import { profileMachine } from '../machines/people/profile.machine';
import { profileLocationMachine } from '../machines/people/profileLocation.machine';
import { pushMachine } from '../machines/people/push.machine';
import { fieldsOf, type Setting, type SettingValue } from '../rules/settings';
import type { Api } from '../services/api';
import { locate } from '../services/location';
import { askPermission, lookAtPush, subscribe, unsubscribe } from '../services/push';
import type { Gateways } from './gateways';
import { fetchPushKey, tellThrough, untellThrough } from './push';

export { NewPasswordScreen } from '../views/people/NewPasswordScreen';
export { ProfileScreen } from '../views/people/ProfileScreen';

/** What the profile needs of the whole app. */
export interface ProfileWiring {
  /** The public key of web push that is configured; empty where there is none. */
  readonly vapidPublicKey: string;
  /** When the session expires, in milliseconds since 1970. */
  expiresAt(): number;
  /** The session goes on with a fresh token (DECISIONS P10). */
  renewToken(token: string): void;
}

/** One of the calls that change a setting (S2 §7). */
export function saveSetting(api: Api, { setting, value }: { setting: Setting; value: SettingValue }): Promise<unknown> {
  switch (setting) {
    case 'availability':
      return api.call(profileEndpoints.setAvailability, { body: fieldsOf.availability(value) });
    case 'medicineBox':
      return api.call(profileEndpoints.setMedicineBox, { body: fieldsOf.medicineBox(value) });
    case 'vehicle':
      return api.call(profileEndpoints.setVehicle, { body: fieldsOf.vehicle(value) });
    case 'shelter':
      return api.call(profileEndpoints.setShelter, { body: fieldsOf.shelter(value) });
  }
}

/** Change Password with its port. */
export const providePassword = ({ api }: Gateways, { renewToken }: ProfileWiring) =>
  passwordMachine.provide({
    actors: {
      // Without the signal: the new password counts, and its token is the session's, also when the member has left the page.
      changePassword: fromPromise(async ({ input }) => {
        const { token } = await api.call(profileEndpoints.changePassword, { body: input });
        if (token) renewToken(token);
      }),
    },
  });

/** The profile with its ports, and those of the charts it is made of. */
export function provideProfile(gateways: Gateways, wiring: ProfileWiring) {
  const { api, calls } = gateways;
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
      push: pushMachine.provide({
        actors: {
          lookAtPush: fromPromise(({ input }) => lookAtPush(input.userId)),
          askPermission: fromPromise(askPermission),
          fetchPushKey: fromPromise(() => fetchPushKey(api, wiring.vapidPublicKey)),
          subscribe: fromPromise(({ input: { key, userId } }) =>
            subscribe({ memberId: userId, expiresAt: wiring.expiresAt() }, key, tellThrough(api)),
          ),
          unsubscribe: fromPromise(() => unsubscribe(untellThrough(calls, api))),
        },
      }),
    },
  });
}
