import { useSelector } from '@xstate/react';
import type { ReportSubmission } from '../../../contract/submissions';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { selectItems } from '../../../machines/submissions/queue.select';
import { goesOut } from '../../../rules/submissions/queue';
import { useMember } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { KeepingNotice } from '../../submissions/Tray';
import styles from './Report.module.css';
import { WaitingReport } from './WaitingReport';

/** The id of the heading of the waiting reports. */
export const WAITING_REPORTS = 'waiting-reports';

interface WaitingReportsProps {
  queue: QueueRef;
  /** The id of the report that the form shows, or null. */
  shown: string | null;
  /** Fills the form with a report; absent while the form is busy. */
  onEdit?: ((report: ReportSubmission) => void) | undefined;
}

/** The waiting reports. Each can be edited, sent now or deleted; a possible duplicate asks its question here. */
export function WaitingReports({ queue, shown, onEdit }: WaitingReportsProps) {
  const { tray } = useMember();
  const items = useSelector(queue, selectItems).filter(
    ({ submission: { kind, id } }) => kind === 'report' && id !== shown,
  );
  if (items.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby={WAITING_REPORTS}>
      <h2 id={WAITING_REPORTS} tabIndex={-1}>
        Waiting to send
      </h2>
      <KeepingNotice queue={queue} />
      {items.some(goesOut) && <Button onClick={() => queue.send({ type: 'queue.send' })}>Send now</Button>}
      <ul role="list" className={styles.list}>
        {items.map((item) => (
          <WaitingReport key={item.submission.id} item={item} queue={queue} tray={tray} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}
