import { useSelector } from '@xstate/react';
import { LocateFixed } from 'lucide-react';
import {
  type ProfileLocationRef,
  selectFailure,
  selectIsAsking,
  selectIsBusy,
  selectIsLocating,
  selectProgress,
} from '../../machines/people/profileLocation.machine';
import { placeText } from '../../rules/people/profileTexts';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { useNow } from '../parts/useNow';
import styles from './Profile.module.css';

interface MyLocationProps {
  location: ProfileLocationRef;
  /** When the member's place was stored; null if none is, undefined if the server does not say it. */
  locatedAt: string | null | undefined;
}

/** The button Update My Location, with its progress or the reason why it failed (S2 §2, §4, §8). */
export function MyLocation({ location, locatedAt }: MyLocationProps) {
  const { world } = useApp();
  // Renders again every minute. The place is dated by the server's clock, and that of a phone may be hours off (DECISIONS 370).
  useNow();
  const progress = useSelector(location, selectProgress);
  const failure = useSelector(location, selectFailure);
  const isLocating = useSelector(location, selectIsLocating);
  const isAsking = useSelector(location, selectIsAsking);
  const isBusy = useSelector(location, selectIsBusy);
  return (
    <div className={styles.act}>
      <p className={styles.hint}>
        Your place decides how near you are to an incident. Nobody sees more than the distance, and how old it is.
        {locatedAt !== undefined && <> {placeText(locatedAt, world.serverNow())}</>}
      </p>
      <div className={styles.buttons}>
        <NetworkButton busy={isBusy} onClick={() => location.send({ type: 'location.update' })}>
          <LocateFixed size={20} aria-hidden />
          Update My Location
        </NetworkButton>
        {isAsking && <Button onClick={() => location.send({ type: 'location.set' })}>Set place</Button>}
        {(isLocating || isAsking) && (
          <Button variant="quiet" onClick={() => location.send({ type: 'location.cancel' })}>
            Cancel
          </Button>
        )}
      </div>
      <p className={styles.progress} role="status">
        {progress}
      </p>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </div>
  );
}
