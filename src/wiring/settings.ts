import { fromPromise } from 'xstate';
import { settingMachine } from '../machines/people/setting.machine';
import { settingsMachine } from '../machines/people/settings.machine';
import type { Api } from '../services/api';

/** The settings of the profile with their port. The calls come with the page that has the settings. */
export function provideSettings(api: Api) {
  const setting = settingMachine.provide({
    actors: {
      // Without the signal: what has gone out is not called back when the session ends.
      saveSetting: fromPromise(async ({ input }) => (await import('./profile')).saveSetting(api, input)),
    },
  });
  return settingsMachine.provide({
    actors: { availability: setting, medicineBox: setting, vehicle: setting, shelter: setting },
  });
}
