import { fromPromise } from 'xstate';
import { profileEndpoints } from '../contract/endpoints/profile';
import { sessionEndpoints } from '../contract/endpoints/session';
import { passwordMachine } from '../machines/people/password.machine';
import { profileMachine } from '../machines/people/profile.machine';
import { profileLocationMachine } from '../machines/people/profileLocation.machine';
import { fieldsOf, type Setting, type SettingValue, settingOf } from '../rules/settings';
import type { Api } from '../services/api';
import { locate } from '../services/location';
import type { Gateways } from './gateways';
import { orMade } from './orMade';
import { type PushWiring, providePush } from './pushSetting';

export { NewPasswordScreen } from '../views/people/NewPasswordScreen';
export { ProfileScreen } from '../views/people/ProfileScreen';

/** What the profile needs from the app. */
export interface ProfileWiring extends PushWiring {
  /** Continues the session with a new token (DECISIONS P10). */
  renewToken(token: string): void;
}

/** A setting and its new value. */
interface Changed {
  readonly setting: Setting;
  readonly value: SettingValue;
}

/** Makes the call that changes a setting (S2 §7). If its answer is lost, the profile tells whether it is changed. */
export const saveSetting = (api: Api, changed: Changed): Promise<unknown> =>
  orMade(
    () => sendSetting(api, changed),
    async (signal) =>
      settingOf(await api.call(sessionEndpoints.profile, { signal }), changed.setting) === changed.value,
  );

function sendSetting(api: Api, { setting, value }: Changed): Promise<unknown> {
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
