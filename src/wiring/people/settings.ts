import { fromPromise } from 'xstate';
import { settingMachine } from '../../machines/people/setting.machine';
import { settingsMachine } from '../../machines/people/settings.machine';
import type { Gateways } from '../gateways';

/** The settings of the profile with their port. The code of the calls is loaded with the page that shows the settings. */
export function provideSettings(gateways: Pick<Gateways, 'api' | 'userId'>) {
  const setting = settingMachine.provide({
    actors: {
      // Without the signal: a call that is sent is not cancelled when the session ends.
      saveSetting: fromPromise(async ({ input }) => (await import('./profile')).saveSetting(gateways, input)),
    },
  });
  return settingsMachine.provide({
    actors: { availability: setting, medicineBox: setting, vehicle: setting, shelter: setting },
  });
}
