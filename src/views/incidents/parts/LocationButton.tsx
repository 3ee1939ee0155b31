import { LocateFixed } from 'lucide-react';
import { Button } from '../../parts/Button';
import { Spinner } from '../../parts/Spinner';
import styles from './LocationButton.module.css';

interface LocationButtonProps {
  isLocating: boolean;
  /** Why the device's place could not be had, or null. */
  failure: string | null;
  disabled: boolean;
  onLocate: () => void;
  onCancel: () => void;
}

/** Fills latitude and longitude with the place of the device, which can be given up (S1 §2, §8, S2 §5). */
export function LocationButton({ isLocating, failure, disabled, onLocate, onCancel }: LocationButtonProps) {
  return (
    <div className={styles.locating}>
      {isLocating ? (
        <p className={styles.busy} role="status">
          <Spinner /> Finding your location…
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </p>
      ) : (
        <Button disabled={disabled} onClick={onLocate}>
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
