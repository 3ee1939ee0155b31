import type { Item } from '../../../rules/submissions/queue';
import { stageTexts } from '../../../rules/submissions/texts';
import { Button } from '../../parts/buttons/Button';
import styles from './Report.module.css';

interface SendingProps {
  item: Item;
  /** Absent as long as this browser is storing the report. */
  onDefer: (() => void) | undefined;
}

/** The progress of sending a report: the uploaded percentage, then 'Processing...' (S1 §2). */
export function Sending({ item: { head, fraction }, onDefer }: SendingProps) {
  const percent = Math.floor(fraction * 100);
  return (
    <div className={styles.sending}>
      <p className={styles.stage}>
        <span aria-live="polite">{head === 'checking' || head === 'confirming' ? stageTexts[head] : 'Uploading…'}</span>
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
      {onDefer && (
        <Button variant="quiet" onClick={onDefer}>
          Send later
        </Button>
      )}
    </div>
  );
}
