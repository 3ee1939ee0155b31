import { useSelector } from '@xstate/react';
import { type appVersionMachine, selectIsOffered, selectIsTaking } from '../../machines/session/appVersion.machine';
import { type ScreenProps, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { Supervised } from '../parts/Supervised';

/** Offers a new version of the app. */
export function AppVersion({ machine }: ScreenProps<typeof appVersionMachine>) {
  const version = useScreen(machine, undefined);
  const isOffered = useSelector(version, selectIsOffered);
  const isTaking = useSelector(version, selectIsTaking);
  return (
    <>
      <Supervised actor={version} />
      {(isOffered || isTaking) && (
        <Banner floating onClose={isTaking ? undefined : () => version.send({ type: 'version.dismiss' })}>
          <Button variant="quiet" busy={isTaking} onClick={() => version.send({ type: 'version.take' })}>
            New version: reload
          </Button>
        </Banner>
      )}
    </>
  );
}
