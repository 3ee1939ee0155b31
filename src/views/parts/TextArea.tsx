import type { ComponentProps } from 'react';
import { classes } from './classes';
import { useFieldWiring } from './Field';
import styles from './Field.module.css';

/** Several lines of text, inside a `Field`; grows with what is written. Takes what `<textarea>` takes. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={3} {...useFieldWiring()} {...rest} className={classes(styles.control, styles.area, className)} />
  );
}
