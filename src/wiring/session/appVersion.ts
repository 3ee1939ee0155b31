import { fromPromise } from 'xstate';
import { appVersionMachine } from '../../machines/session/appVersion.machine';
import { fromStream } from '../../machines/supervision';
import { followVersions, takeVersion } from '../../services/device/versions';

export { AppVersion } from '../../views/shell/AppVersion';

/** The version of the app with its ports. */
export const provideAppVersion = () =>
  appVersionMachine.provide({
    actors: {
      versions: fromStream(({ sendBack }) => followVersions(() => sendBack({ type: 'version.found' }))),
      takeVersion: fromPromise(() => takeVersion()),
    },
  });
