import type { ReactNode } from 'react';
import styles from './States.module.css';

interface EmptyStateProps {
  /** Omitted if the screen's heading says it already. */
  title?: string | undefined;
  /** A decorative icon, 32 px. */
  icon?: ReactNode;
  /** What would be here, and how it gets here. */
  children?: ReactNode;
  /** What to do next: a link with `buttonLook`, or a `Button`. */
  action?: ReactNode;
}

/** There is nothing to show yet. */
export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <div className={styles.medallion}>{icon}</div>}
      {title && <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
