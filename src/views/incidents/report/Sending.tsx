import type { Item } from '../../../rules/submissions/queue';
import { Button } from '../../parts/Button';
import styles from './Report.module.css';

interface SendingProps {
  item: Item;
  onDefer: () => void;
}

/** How far a report is: upload progress as a percent, and 'Processing...' at 100 (S1 §2). */
export function Sending({ item: { head, fraction }, onDefer }: SendingProps) {
  const percent = Math.floor(fraction * 100);
  return (
    <div className={styles.sending}>
      <p className={styles.stage}>
        <span aria-live="polite">{stages[head] ?? 'Uploading…'}</span>
        <span aria-hidden>{percent}%</span>
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Uploaded"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div style={{ inlineSize: `${percent}%` }} />
      </div>
      <Button variant="quiet" onClick={onDefer}>
        Send later
      </Button>
    </div>
  );
}

/** What a report on its way is at, in words (S1 §2). */
const stages: { readonly [head in Item['head']]?: string } = {
  checking: 'Looking for similar incidents…',
  confirming: 'Processing...',
};
