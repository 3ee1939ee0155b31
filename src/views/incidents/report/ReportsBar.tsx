import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Clock } from 'lucide-react';
import type { ReportingRef } from '../../../machines/incidents/reporting.machine';
import { selectQueue } from '../../../machines/incidents/reporting.select';
import type { ReportQueueRef, ReportQueueSnapshot } from '../../../machines/incidents/reportQueue.machine';
import { selectReports } from '../../../machines/incidents/reportQueue.select';
import styles from '../../chat/outbox/Outbox.module.css';
import { buttonLook } from '../../parts/Button';

const countOf = (snapshot?: ReportQueueSnapshot) => (snapshot ? selectReports(snapshot).length : 0);

/** Says over all screens that reports of the member's wait to be sent, and leads to them. */
export function ReportsBar({ reporting }: { reporting: ReportingRef }) {
  const queue = useSelector(reporting, selectQueue);
  return queue ? <Bar queue={queue} /> : null;
}

function Bar({ queue }: { queue: ReportQueueRef }) {
  const count = useSelector(queue, countOf);
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <Link to="/report" className={buttonLook('quiet', styles.open)}>
        <Clock size={16} aria-hidden />
        {count} {count === 1 ? 'report' : 'reports'} waiting to be sent
      </Link>
    </div>
  );
}
