import { useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  /** A line of help below the label. */
  hint?: string | undefined;
  isOn: boolean;
  /** Why it cannot be changed now. It is said below the label; a press changes nothing. */
  locked?: string | undefined;
  onChange: (isOn: boolean) => void;
}

/** An on/off setting that takes effect at once. The whole row is the touch target. */
export function Switch({ label, hint, isOn, locked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
        {locked && (
          <span id={`${id}-locked`} className={styles.hint}>
            {locked}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        aria-labelledby={`${id}-label`}
        aria-describedby={[hint && `${id}-hint`, locked && `${id}-locked`].filter(Boolean).join(' ') || undefined}
        aria-disabled={Boolean(locked) || undefined}
        checked={isOn}
        onChange={({ currentTarget }) => !locked && onChange(currentTarget.checked)}
      />
    </label>
  );
}
