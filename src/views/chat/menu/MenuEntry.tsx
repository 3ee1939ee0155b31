import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../parts/classes';
import { useReason } from '../../parts/forms/useReason';
import styles from './MessageMenu.module.css';

interface MenuEntryProps extends ComponentProps<'button'> {
  Icon: LucideIcon;
  /** Why it cannot be chosen now. It is shown above the entry when somebody presses it in spite of that. */
  reason?: string | null | undefined;
}

/** An action in the menu of a message, below the reactions. */
export function MenuEntry({ Icon, reason, children, ...rest }: MenuEntryProps) {
  const { reasonProps, shownReason } = useReason(reason);
  return (
    <button type="button" className={classes(styles.choice, styles.reply)} {...rest} {...reasonProps}>
      <Icon size={20} aria-hidden />
      {children}
      {shownReason}
    </button>
  );
}
