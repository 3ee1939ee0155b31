import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './classes';
import { Spinner } from './Spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The looks of a button for something else that is pressed, a link mostly: `<Link className={buttonLook('primary')}>`. */
export const buttonLook = (variant: ButtonVariant = 'secondary', className?: string) =>
  classes(styles.button, styles[variant], className);

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  /** What it started is still under way: it cannot be pressed, shows a spinner, and keeps its width. */
  busy?: boolean | undefined;
}

/** A button with words on it, an icon before them if need be. At least 44 px high. */
export function Button({ variant, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonLook(variant, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      <span className={classes(styles.content, busy && styles.hushed)}>{children}</span>
      {busy && <Spinner className={styles.spinner} />}
    </button>
  );
}
