import { LocateFixed } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../parts/buttons/Button';
import styles from './LocationButton.module.css';

interface LocationButtonProps {
  isLocating: boolean;
  /** The text shown after the location was found, or null. */
  found?: string | null;
  /** Why the device's location could not be found, or null. */
  failure: string | null;
  disabled: boolean;
  onLocate: () => void;
  onCancel: () => void;
}

/** Fills latitude and longitude with the device's location. The member can cancel it (S1 §2, §8, S2 §5). */
export function LocationButton({
  isLocating,
  found = null,
  failure,
  disabled,
  onLocate,
  onCancel,
}: LocationButtonProps) {
  const locate = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const result = failure ?? found;
  // On a phone the result is often below what can be seen. The focus stays where it is.
  useEffect(() => {
    if (result) whole.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={whole} className={styles.locating}>
      <div className={styles.ways}>
        <Button ref={locate} disabled={disabled} busy={isLocating} onClick={onLocate}>
          <LocateFixed size={18} aria-hidden />
          Use my location
        </Button>
        <p className={styles.stage} role="status">
          {isLocating ? 'Finding your location…' : found}
        </p>
        {isLocating && (
          <Button
            variant="quiet"
            onClick={() => {
              // This button is about to be removed, so the focus moves to the other one.
              locate.current?.focus();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
      <p className={styles.error} role="alert">
        {failure}
      </p>
    </div>
  );
}
