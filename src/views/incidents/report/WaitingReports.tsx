import { useSelector } from '@xstate/react';
import type { ReportQueueRef } from '../../../machines/incidents/reportQueue.machine';
import {
  selectDelivery,
  selectIsDeleting,
  selectReports,
  selectSending,
  selectTrouble,
  selectUnkept,
} from '../../../machines/incidents/reportQueue.select';
import type { OutgoingReport } from '../../../rules/reports';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/Button';
import { Modal } from '../../parts/Modal';
import styles from './Report.module.css';
import { WaitingReport } from './WaitingReport';

interface WaitingReportsProps {
  queue: ReportQueueRef;
  /** Takes a report into the form; absent while the form is busy. */
  onEdit?: ((report: OutgoingReport) => void) | undefined;
}

/** The waiting reports. Each can be edited or deleted, a refused one retried, and a possible duplicate confirmed. */
export function WaitingReports({ queue, onEdit }: WaitingReportsProps) {
  const reports = useSelector(queue, selectReports);
  const unkept = useSelector(queue, selectUnkept);
  const sending = useSelector(queue, selectSending);
  const delivery = useSelector(queue, selectDelivery);
  const trouble = useSelector(queue, selectTrouble);
  const isDeleting = useSelector(queue, selectIsDeleting);
  if (reports.length === 0) return null;

  return (
    <section className={styles.waiting} aria-labelledby="waiting-reports">
      <h2 id="waiting-reports">Waiting to send</h2>
      {trouble !== null && (
        <Banner tone="warn">
          <div className={styles.trouble}>
            <span>{trouble}</span>
            <Button variant="quiet" onClick={() => queue.send({ type: 'queue.retry' })}>
              Try now
            </Button>
          </div>
        </Banner>
      )}
      {unkept.length > 0 && (
        <Banner tone="warn">This browser cannot keep reports: leave this page open until they are sent.</Banner>
      )}
      <ul className={styles.list}>
        {reports.map((report) => (
          <WaitingReport
            key={report.id}
            report={report}
            delivery={report.id === sending ? delivery : undefined}
            onEdit={onEdit && (() => onEdit(report))}
            onRetry={() => queue.send({ type: 'report.retry', id: report.id })}
            onConfirm={() => queue.send({ type: 'report.confirm', id: report.id })}
            onDelete={() => queue.send({ type: 'deletion.ask', id: report.id })}
          />
        ))}
      </ul>
      {isDeleting && (
        <Modal
          title="Delete this report?"
          onClose={() => queue.send({ type: 'dialog.close' })}
          actions={
            <>
              <Button type="submit">Keep it</Button>
              <Button variant="danger" onClick={() => queue.send({ type: 'deletion.confirm' })}>
                Delete
              </Button>
            </>
          }
        >
          It is not sent, and it is deleted from this device with its photos.
        </Modal>
      )}
    </section>
  );
}
