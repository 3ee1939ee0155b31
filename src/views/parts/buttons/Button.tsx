import type { ComponentProps, MouseEvent } from 'react';
import { classes } from '../classes';
import { useReason } from '../forms/useReason';
import { Spinner } from '../Spinner';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The class names of a button, for links that look like one: `<Link className={buttonLook('primary')}>`. */
export const buttonLook = (variant: ButtonVariant = 'secondary', className?: string) =>
  classes(styles.button, styles[variant], className);

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  /** Its action is running: the button ignores presses, shows a spinner, and keeps its width and the focus. */
  busy?: boolean | undefined;
  /** The same for a button whose label already tells the result: the label stays visible, and there is no spinner. */
  pending?: boolean | undefined;
  /** Why it is disabled. It is shown above the button when somebody presses it in spite of that. */
  reason?: string | undefined;
}

/** A button with a label and an optional icon before it. At least 44 px high. */
export function Button({
  variant,
  busy = false,
  pending = false,
  className,
  disabled,
  reason,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isRunning = busy || pending;
  const { reasonProps, shownReason } = useReason(disabled && !isRunning ? reason : undefined);
  return (
    <button
      type="button"
      {...rest}
      className={buttonLook(variant, className)}
      disabled={disabled && !isRunning}
      aria-disabled={isRunning || undefined}
      aria-busy={busy || undefined}
      onClick={isRunning ? ignore : onClick}
      {...reasonProps}
    >
      <span className={classes(styles.content, busy && styles.hushed)}>{children}</span>
      {busy && <Spinner className={styles.spinner} />}
      {shownReason}
    </button>
  );
}

/** Prevents the form's submission, too: Enter in a field of a form clicks its button. */
const ignore = (event: MouseEvent) => event.preventDefault();

/** What a control says that does not work without a network (DECISIONS 186). */
export const NEEDS_NETWORK = 'needs the network';

/** The same as a line below the label of a button. */
export const NeedsNetwork = () => <span className={styles.needs}>{NEEDS_NETWORK}</span>;
