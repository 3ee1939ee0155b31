import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Clock } from 'lucide-react';
import type { ReportQueueRef } from '../../../machines/incidents/reportQueue.machine';
import { selectReports } from '../../../machines/incidents/reportQueue.select';
import { buttonLook } from '../../parts/Button';
import { StatusLabel, statusLook } from '../../parts/StatusLabel';

/** Shown above all screens while reports of the member wait to be sent; a link to them. */
export function ReportsBar({ queue }: { queue: ReportQueueRef }) {
  const count = useSelector(queue, selectReports).length;
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
