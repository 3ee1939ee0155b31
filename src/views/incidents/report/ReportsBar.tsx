import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Clock } from 'lucide-react';
import type { ReportingRef } from '../../../machines/incidents/reporting.machine';
import { selectQueue } from '../../../machines/incidents/reporting.select';
import type { ReportQueueRef, ReportQueueSnapshot } from '../../../machines/incidents/reportQueue.machine';
import { selectReports } from '../../../machines/incidents/reportQueue.select';
import { buttonLook } from '../../parts/Button';
import { StatusLabel, statusLook } from '../../parts/StatusLabel';

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
    <Link to="/report" className={buttonLook('quiet', statusLook)}>
      <StatusLabel
        Icon={Clock}
        count={count}
        words={`${count} ${count === 1 ? 'report' : 'reports'} waiting to be sent`}
      />
    </Link>
  );
}
