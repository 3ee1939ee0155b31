import type { ComponentProps } from 'react';
import { classes } from '../classes';
import { useReason } from '../forms/useReason';
import styles from './IconButton.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for screen readers. Also the hover text unless `title` is set. */
  label: string;
  /** Filled with the brand colour: the main action of a row, such as Send. */
  strong?: boolean | undefined;
  /** Why it is disabled. It is shown above the button when somebody presses it in spite of that. */
  reason?: string | undefined;
}

/** The class names of an icon button, for a link that is only an icon. Such a link needs an `aria-label`. */
export const iconButtonLook = (className?: string) => classes(styles.button, className);

/** A round 44 px button with an icon (24 px, decorative) as its child. */
export function IconButton({ label, strong = false, className, disabled, reason, children, ...rest }: IconButtonProps) {
  const { reasonProps, shownReason, told } = useReason(disabled ? reason : undefined);
  return (
    <button
      type="button"
      aria-label={told === null ? label : `${label}: ${told}`}
      title={label}
      {...rest}
      disabled={disabled}
      {...reasonProps}
      className={classes(styles.button, strong && styles.strong, className)}
    >
      {children}
      {shownReason}
    </button>
  );
}
