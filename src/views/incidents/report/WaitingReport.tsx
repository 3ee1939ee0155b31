import { Paperclip } from 'lucide-react';
import type { ReportDeliveryRef } from '../../../machines/incidents/reportDelivery.machine';
import { relativeTime } from '../../../rules/relativeTime';
import type { OutgoingReport } from '../../../rules/reports';
import { Button } from '../../parts/Button';
import { useNow } from '../live/useNow';
import { AnimalLabel } from '../parts/Labels';
import styles from './Report.module.css';
import { Sending } from './Sending';
import { SimilarIncidents } from './SimilarIncidents';

interface WaitingReportProps {
  report: OutgoingReport;
  /** Its delivery, while this tab is sending it. */
  delivery: ReportDeliveryRef | undefined;
  onEdit: (() => void) | undefined;
  onRetry: () => void;
  onConfirm: () => void;
  onDelete: () => void;
}

/** A waiting report: its content, its status, and its actions. */
export function WaitingReport({ report, delivery, onEdit, onRetry, onConfirm, onDelete }: WaitingReportProps) {
  const { details, files, queuedAt, refusal, similar } = report;
  const now = useNow();
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.animal}>
          <AnimalLabel animalType={details.animalType} />
        </span>
        <span className={styles.hint}>
          {files.length > 0 && (
            <span className={styles.count}>
              <Paperclip size={14} aria-hidden />
              {files.length} {files.length === 1 ? 'file' : 'files'}
            </span>
          )}
          <time dateTime={new Date(queuedAt).toISOString()}>{relativeTime(queuedAt, now)}</time>
        </span>
      </div>
      <p className={styles.place} dir="auto">
        {details.location}
      </p>
      {refusal !== null && <p className={styles.error}>Not sent. {refusal}</p>}
      {similar.length > 0 && (
        <>
          <p className={styles.question}>Is it one of these?</p>
          <SimilarIncidents incidents={similar} />
        </>
      )}
      {delivery && <Sending delivery={delivery} />}
      <div className={styles.ways}>
        {similar.length > 0 && (
          <Button variant="primary" onClick={onConfirm}>
            No, report it anyway
          </Button>
        )}
        {refusal !== null && (
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        )}
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        <Button variant="quiet" onClick={onDelete}>
          {similar.length > 0 ? 'Yes, discard my report' : 'Delete'}
        </Button>
      </div>
    </li>
  );
}
