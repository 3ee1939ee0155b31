import { useSelector } from '@xstate/react';
import { LocateFixed } from 'lucide-react';
import {
  type ProfileLocationRef,
  selectFailure,
  selectIsBusy,
  selectIsLocating,
  selectProgress,
} from '../../machines/people/profileLocation.machine';
import { Button } from '../parts/Button';
import { NetworkButton } from '../parts/NetworkButton';
import styles from './Profile.module.css';

/** The button Update My Location, with its progress or the reason why it failed (S2 §2, §4, §8). */
export function MyLocation({ location }: { location: ProfileLocationRef }) {
  const progress = useSelector(location, selectProgress);
  const failure = useSelector(location, selectFailure);
  const isLocating = useSelector(location, selectIsLocating);
  const isBusy = useSelector(location, selectIsBusy);
  return (
    <div className={styles.act}>
      <p className={styles.hint}>
        Your place decides how near you are to an incident. Nobody sees more than the distance.
      </p>
      <div className={styles.buttons}>
        <NetworkButton busy={isBusy} onClick={() => location.send({ type: 'location.update' })}>
          <LocateFixed size={20} aria-hidden />
          Update My Location
        </NetworkButton>
        {isLocating && (
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
