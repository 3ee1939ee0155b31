import { useSelector } from '@xstate/react';
import type { IncidentLocationRef } from '../../../machines/incidents/incidentLocation.machine';
import {
  selectFailure,
  selectIsAsking,
  selectIsLocating,
  selectProgress,
} from '../../../machines/incidents/incidentLocation.select';
import { Button } from '../../parts/buttons/Button';
import styles from './Incident.module.css';

/**
 * The progress of Update Location, its question, or why it failed (S2 §4, §8, DECISIONS 366). The live regions are always mounted;
 * otherwise changes are not read out.
 */
export function LocationProgress({ location }: { location: IncidentLocationRef }) {
  const progress = useSelector(location, selectProgress);
  const failure = useSelector(location, selectFailure);
  const isLocating = useSelector(location, selectIsLocating);
  const isAsking = useSelector(location, selectIsAsking);
  return (
    <>
      <p className={styles.progress} role="status">
        {progress}
      </p>
      {isAsking && <Button onClick={() => location.send({ type: 'location.set' })}>Set place</Button>}
      {(isLocating || isAsking) && (
        <Button variant="quiet" onClick={() => location.send({ type: 'location.cancel' })}>
          Cancel
        </Button>
      )}
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </>
  );
}
