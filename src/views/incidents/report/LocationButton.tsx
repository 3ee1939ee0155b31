import { useSelector } from '@xstate/react';
import { LocateFixed } from 'lucide-react';
import type { ReportFormRef } from '../../../machines/incidents/reportForm.machine';
import { selectIsLocating, selectLocationFailure } from '../../../machines/incidents/reportForm.select';
import { Button } from '../../parts/Button';
import { Spinner } from '../../parts/Spinner';
import styles from './Report.module.css';

/** Fills latitude and longitude with the place of the device (S1 §2, §8). */
export function LocationButton({ form, disabled }: { form: ReportFormRef; disabled: boolean }) {
  const isLocating = useSelector(form, selectIsLocating);
  const failure = useSelector(form, selectLocationFailure);
  return (
    <div className={styles.locating}>
      {isLocating ? (
        <p className={styles.busy} role="status">
          <Spinner /> Finding your location…
          <Button variant="quiet" onClick={() => form.send({ type: 'location.cancel' })}>
            Cancel
          </Button>
        </p>
      ) : (
        <Button disabled={disabled} onClick={() => form.send({ type: 'location.use' })}>
          <LocateFixed size={18} aria-hidden />
          Use my location
        </Button>
      )}
      <p className={styles.error} role="alert">
        {failure}
      </p>
    </div>
  );
}
