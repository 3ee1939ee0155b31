import type { ComponentProps } from 'react';
import { classes } from './classes';
import { useFieldWiring } from './Field';
import styles from './Field.module.css';

/** One line of text, inside a `Field`. Takes what `<input>` takes. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={classes(styles.control, className)} />;
}
