import { profileEndpoints } from '../../contract/endpoints/profile';
import { sessionEndpoints } from '../../contract/endpoints/session';
import { fieldsOf, type Setting, type SettingValue, settingOf } from '../../rules/people/settings';
import type { Api } from '../../services/api/api';
import type { Gateways } from '../gateways';
import { orMade } from '../lostAnswers';

/** A setting and its new value. */
interface Changed {
  readonly setting: Setting;
  readonly value: SettingValue;
}

/** Makes the call that changes a setting (S2 §7). If its answer is lost, the profile tells whether it is changed. */
export const saveSetting = (gateways: Pick<Gateways, 'api' | 'userId'>, changed: Changed): Promise<unknown> =>
  orMade(
    gateways,
    () => sendSetting(gateways.api, changed),
    async (signal) =>
      settingOf(await gateways.api.call(sessionEndpoints.profile, { signal }), changed.setting) === changed.value,
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
