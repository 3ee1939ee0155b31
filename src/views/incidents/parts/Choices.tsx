import { type ReactNode, useId } from 'react';
import styles from './Choices.module.css';

interface ChoicesProps {
  /** The heading above the options. */
  label: string;
  /** Shows 'Optional' beside the label. */
  optional?: boolean;
  name: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string; readonly picture?: ReactNode }[];
  /** Keeps its choice and the focus, as `readOnly` does for an input. HTML has no such attribute for radio buttons. */
  isReadOnly?: boolean;
  onChoose: (value: string) => void;
}

/** A choice of one from a few options: radio buttons that look like chips. */
export function Choices({ label, optional = false, name, value, options, isReadOnly = false, onChoose }: ChoicesProps) {
  const id = useId();
  return (
    <div className={styles.choices} role="radiogroup" aria-labelledby={id}>
      <div className={styles.heading}>
        <span id={id}>{label}</span>
        {optional && <span className={styles.hint}>Optional</span>}
      </div>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-disabled={isReadOnly || undefined}
              onChange={() => isReadOnly || onChoose(option.value)}
            />
            {option.picture}
            {option.label}
          </label>
        ))}
      </div>
    </div>
  );
}
