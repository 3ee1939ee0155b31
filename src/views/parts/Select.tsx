import type { ComponentProps } from 'react';
import { classes } from './classes';
import { useFieldWiring } from './Field';
import field from './Field.module.css';
import styles from './Select.module.css';

interface SelectProps extends ComponentProps<'select'> {
  /** Each option is either a string, which is both label and value, or a value with its label. */
  options: readonly (string | { readonly value: string; readonly label: string })[];
}

/** The dropdown of every form (S1 §2), inside a `Field`: a native `<select>`, styled where the browser supports it (DECISIONS 100). */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <select {...useFieldWiring()} {...rest} className={classes(field.control, styles.select, className)}>
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
