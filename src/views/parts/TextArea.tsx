import type { ComponentProps } from 'react';
import { classes } from './classes';
import { useFieldWiring } from './Field';
import styles from './Field.module.css';

/** A multi-line text input inside a `Field`; grows with its text. Accepts the props of `<textarea>`. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={3} {...useFieldWiring()} {...rest} className={classes(styles.control, styles.area, className)} />
  );
}
