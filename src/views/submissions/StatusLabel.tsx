import type { LucideIcon } from 'lucide-react';
import styles from './StatusLabel.module.css';

interface StatusLabelProps {
  Icon: LucideIcon;
  /** How many submissions wait. On a narrow screen, while the connection's status is shown beside it, only this number is visible. */
  count: number;
  /** The sentence that says what waits. Screen readers read it even where only the number is visible. */
  words: string;
}

/** The class name of the button or link in the layout's header that says what waits to be sent. */
export const statusLook = styles.status;

/** The contents of that button or link. */
export function StatusLabel({ Icon, count, words }: StatusLabelProps) {
  return (
    <>
      <Icon size={16} aria-hidden />
      <span className={styles.count} aria-hidden>
        {count}
      </span>
      <span className={styles.words}>{words}</span>
    </>
  );
}
