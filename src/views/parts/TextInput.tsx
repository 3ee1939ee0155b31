import type { ComponentProps } from 'react';
import { classes } from './classes';
import { useFieldWiring } from './Field';
import styles from './Field.module.css';

/** A one-line text input inside a `Field`. Accepts the props of `<input>`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={classes(styles.control, className)} />;
}
