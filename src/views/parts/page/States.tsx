import { Link } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../Banner';
import { Button, buttonLook } from '../buttons/Button';
import { classes } from '../classes';
import { useRetryButton, useRetryOnReturn } from '../retries';
import { Spinner } from '../Spinner';
import styles from './States.module.css';

/** Shows and reads out that something is loading. It appears after 150 ms, so that it does not flicker if the answer is quick. */
export function LoadingState({ label }: { label: string }) {
  return (
    <div className={`${styles.state} ${styles.delayed}`} role="status">
      <Spinner className={styles.big} />
      <p>{label}</p>
    </div>
  );
}

interface EmptyStateProps {
  /** Omitted if the screen's heading says the same. */
  title?: string | undefined;
  /** A decorative icon, 32 px. */
  icon?: ReactNode;
  /** What would be shown here, and how it gets here. */
  children?: ReactNode;
  /** The next step: a link with `buttonLook`, or a `Button`. */
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

interface ErrorStateProps {
  /** The text of the error catalogue. */
  message: string;
  /** S1 §2: chats put an 'Error' header above the message. */
  title?: string | undefined;
  /** Omitted if trying again cannot help. */
  onRetry?: (() => void) | undefined;
  /** Only the member tries again. Otherwise it is also tried when the network returns. */
  onlyByHand?: boolean;
}

/** A screen or a part of it could not be loaded. Read out when it appears. */
export function ErrorState({ message, title, onRetry, onlyByHand = false }: ErrorStateProps) {
  const again = useRetryButton(onRetry);
  useRetryOnReturn(onlyByHand ? undefined : onRetry);
  return (
    <div className={styles.state} role="alert">
      <div className={classes(styles.medallion, styles.bad)}>
        <CloudOff size={32} aria-hidden />
      </div>
      {title && <h2>{title}</h2>}
      <p className={styles.badText}>{message}</p>
      {onRetry && <Button {...again}>Try again</Button>}
    </div>
  );
}

/** There is nothing to show yet because the member is not on any rescue team. */
export const NoCases = (props: Pick<EmptyStateProps, 'title' | 'icon' | 'children'>) => (
  <EmptyState
    {...props}
    action={
      <Link to="/live" className={buttonLook('primary')}>
        View Live Incidents
      </Link>
    }
  />
);

/** Says how many entries are missing from a list because the server's data for them could not be read. */
export function Unreadable({ count, of: [one, several] }: { count: number; of: readonly [string, string] }) {
  if (count === 0) return null;
  return (
    <Banner tone="warn">
      {count} {count === 1 ? one : several} could not be shown.
    </Banner>
  );
}
