import type { ComponentProps } from 'react';
import { classes } from '../classes';
import { useFieldAttributes } from './Field';
import field from './Field.module.css';
import styles from './Select.module.css';

interface SelectProps extends ComponentProps<'select'> {
  /** Each option is either a string, which is both label and value, or a value with its label. */
  options: readonly (string | { readonly value: string; readonly label: string })[];
  /** Keeps its value and the focus, as `readOnly` does for an input. HTML has no such attribute for a `<select>`. */
  readOnly?: boolean;
}

/** The dropdown of every form (S1 §2), inside a `Field`: a native `<select>`, styled where the browser supports it (DECISIONS 100). */
export function Select({ options, readOnly = false, onChange, className, ...rest }: SelectProps) {
  return (
    <select
      {...useFieldAttributes()}
      {...rest}
      aria-disabled={readOnly || undefined}
      // React then shows the value as it was.
      onChange={readOnly ? ignore : onChange}
      className={classes(field.control, styles.select, className)}
    >
      {options.map((option) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </select>
  );
}

const ignore = () => {};
