import type { LucideIcon } from 'lucide-react';
import styles from './StatusLabel.module.css';

interface StatusLabelProps {
  Icon: LucideIcon;
  /** How many things wait: all that is shown where the connection needs the room for its own words. */
  count: number;
  /** The sentence that says what waits. It is read out in any case. */
  words: string;
}

/** The look of a button or link in the head of the layout that says what waits to be sent. */
export const statusLook = styles.status;

/** Its contents: a sentence, or a number where the connection is told beside it. */
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
