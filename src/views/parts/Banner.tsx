import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { Button } from './buttons/Button';
import { IconButton } from './buttons/IconButton';
import { classes } from './classes';
import { useRetryButton, useRetryOnReturn } from './retries';

export type Tone = 'info' | 'success' | 'warn' | 'danger';

interface BannerProps {
  tone?: Tone | undefined;
  /** Fetches again what the banner says is missing or old. Shows a 'Try again' button. */
  onRetry?: (() => void) | undefined;
  /** Only the member tries again. Otherwise it is also tried when the network returns. */
  onlyByHand?: boolean | undefined;
  /** Shows a close button. */
  onClose?: (() => void) | undefined;
  /** Overlaps other content, so it casts a shadow. */
  floating?: boolean | undefined;
  /** It is inside a live region, which reads it out already. */
  silent?: boolean | undefined;
  children: ReactNode;
}

const icons = { info: Info, success: CircleCheck, warn: CircleAlert, danger: CircleAlert };

/** A bar with a message. Danger is read out at once (assertive), the rest politely. */
export function Banner({ tone = 'info', onRetry, onlyByHand, onClose, floating, silent, children }: BannerProps) {
  const Icon = icons[tone];
  const again = useRetryButton(onRetry);
  useRetryOnReturn(onlyByHand ? undefined : onRetry);
  return (
    <div
      className={classes(styles.banner, styles[tone], floating && styles.floating)}
      role={silent ? undefined : tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon size={20} aria-hidden />
      <div className={styles.text}>
        <div>{children}</div>
        {onRetry && (
          <Button variant="quiet" {...again}>
            Try again
          </Button>
        )}
      </div>
      {onClose && (
        <IconButton label="Dismiss" className={styles.close} onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
