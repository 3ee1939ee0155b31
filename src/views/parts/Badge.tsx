import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import type { Tone } from './Banner';
import { classes } from './classes';

interface BadgeProps {
  tone?: Tone | 'plain' | 'assigned' | 'inProgress' | 'ongoing' | undefined;
  children: ReactNode;
}

/** A word or number beside something: a status, a count. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}

/** The unread dot (S1 §2), with a word for screen readers. */
export function UnreadDot({ label = 'Unread messages' }: { label?: string | undefined }) {
  return <span className={styles.dot} role="img" aria-label={label} title={label} />;
}
