import type { ComponentProps, MouseEvent } from 'react';
import styles from './Button.module.css';
import { classes } from './classes';
import { Spinner } from './Spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The class names of a button, for links that look like one: `<Link className={buttonLook('primary')}>`. */
export const buttonLook = (variant: ButtonVariant = 'secondary', className?: string) =>
  classes(styles.button, styles[variant], className);

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  /** Its action is still running: it ignores presses, shows a spinner, and keeps its width and the focus. */
  busy?: boolean | undefined;
}

/** A button with a label and an optional icon before it. At least 44 px high. */
export function Button({ variant, busy = false, className, disabled, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonLook(variant, className)}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
    >
      <span className={classes(styles.content, busy && styles.hushed)}>{children}</span>
      {busy && <Spinner className={styles.spinner} />}
    </button>
  );
}

/** Also stops the form's submission: pressing Enter in a field presses the form's button. */
const ignore = (event: MouseEvent) => event.preventDefault();
