import { CloudOff } from 'lucide-react';
import { Button } from './Button';
import { classes } from './classes';
import styles from './States.module.css';

interface ErrorStateProps {
  /** The text of the error catalogue. */
  message: string;
  /** S1 §2: chats put an 'Error' header above the message. */
  title?: string | undefined;
  /** Omitted if trying again cannot help. */
  onRetry?: (() => void) | undefined;
}

/** A screen or a part of it could not be loaded. Read out when it appears. */
export function ErrorState({ message, title, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <div className={classes(styles.medallion, styles.bad)}>
        <CloudOff size={32} aria-hidden />
      </div>
      {title && <h2>{title}</h2>}
      <p className={styles.badText}>{message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
