import { useSelector } from '@xstate/react';
import {
  type ReportDeliveryRef,
  type ReportDeliverySnapshot,
  selectIsLookingUp,
  selectIsProcessing,
  selectPercent,
} from '../../../machines/incidents/reportDelivery.machine';
import { Button } from '../../parts/Button';
import styles from './Report.module.css';

/** The step of a report that is being sent, in words (S1 §2). */
const stageOf = (snapshot: ReportDeliverySnapshot) => {
  if (selectIsLookingUp(snapshot)) return 'Looking for similar incidents…';
  return selectIsProcessing(snapshot) ? 'Processing...' : 'Uploading…';
};

interface SendingProps {
  delivery: ReportDeliveryRef;
  onDefer?: (() => void) | undefined;
}

/** The progress of a report: the upload in percent, and 'Processing...' at 100 (S1 §2). */
export function Sending({ delivery, onDefer }: SendingProps) {
  const stage = useSelector(delivery, stageOf);
  const percent = useSelector(delivery, selectPercent);
  return (
    <div className={styles.sending}>
      <p className={styles.stage}>
        <span aria-live="polite">{stage}</span>
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
