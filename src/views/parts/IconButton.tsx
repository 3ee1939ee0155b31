import type { ComponentProps } from 'react';
import { classes } from './classes';
import styles from './IconButton.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who cannot see the icon. Also the hover text, unless `title` says otherwise. */
  label: string;
  /** Filled with the brand colour: the one main action of a row, as sending is. */
  strong?: boolean | undefined;
}

/** The looks of an icon button for a link that is only an icon; such a link needs an `aria-label`. */
export const iconButtonLook = (className?: string) => classes(styles.button, className);

/** A round 44 px button with an icon (24 px, decorative) as its child. */
export function IconButton({ label, strong = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(styles.button, strong && styles.strong, className)}
    />
  );
}
