import { fromPromise } from 'xstate';
import { profileEndpoints } from '../contract/endpoints/profile';
import { settingMachine } from '../machines/people/setting.machine';
import { settingsMachine } from '../machines/people/settings.machine';
import { fieldsOf, type Setting, type SettingValue } from '../rules/settings';
import type { Api } from '../services/api';

const saveThrough = (api: Api): Readonly<Record<Setting, (value: SettingValue) => Promise<unknown>>> => ({
  availability: (value) => api.call(profileEndpoints.setAvailability, { body: fieldsOf.availability(value) }),
  medicineBox: (value) => api.call(profileEndpoints.setMedicineBox, { body: fieldsOf.medicineBox(value) }),
  vehicle: (value) => api.call(profileEndpoints.setVehicle, { body: fieldsOf.vehicle(value) }),
  shelter: (value) => api.call(profileEndpoints.setShelter, { body: fieldsOf.shelter(value) }),
});

/** The settings of the profile with their port. */
export function provideSettings(api: Api) {
  const save = saveThrough(api);
  const setting = settingMachine.provide({
    actors: {
      // Without the signal: what has gone out is not called back when the session ends.
      saveSetting: fromPromise(({ input }) => save[input.setting](input.value)),
    },
  });
  return settingsMachine.provide({
    actors: { availability: setting, medicineBox: setting, vehicle: setting, shelter: setting },
  });
}
