import { Link } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import type { ReportSubmission } from '../../contract/submissions';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { selectProgressOf, stageOf } from '../../machines/submissions/queue.select';
import type { TrayRef } from '../../machines/submissions/tray.machine';
import { timeLabel } from '../../rules/messages';
import type { Item } from '../../rules/submissions/queue';
import { fileCountOf, gistOf, headingOf } from '../../rules/submissions/texts';
import { SimilarIncidents } from '../incidents/report/SimilarIncidents';
import { Button, buttonLook } from '../parts/Button';
import styles from './Tray.module.css';

interface WaitingSubmissionProps {
  item: Item;
  queue: QueueRef;
  tray: TrayRef;
  /** Takes a report into the form of the page. Elsewhere a link leads there. */
  onEdit?: ((report: ReportSubmission) => void) | undefined;
  /** Called when a link leads away from the list. */
  onLeave?: (() => void) | undefined;
}

/** One thing that waits, asks or has failed: where it goes, what it says, how far it is, and the ways out. */
export function WaitingSubmission({ item, queue, tray, onEdit, onLeave }: WaitingSubmissionProps) {
  const { submission } = item;
  const { id, kind, queuedAt, status } = submission;
  const progress = selectProgressOf(item);
  const files = fileCountOf(submission);
  const at = new Date(queuedAt).toISOString();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.chat} dir="auto">
          {headingOf(submission)}
        </p>
        <p className={styles.snippet} dir="auto">
          {gistOf(submission)}
        </p>
        <p className={styles.state} data-failed={status === 'refused'}>
          {files > 0 && (
            <>
              <Paperclip size={14} aria-hidden /> {files} {files === 1 ? 'file' : 'files'} ·{' '}
            </>
          )}
          <time dateTime={at}>{timeLabel(at)}</time> · <span>{stageOf(item)}</span>
        </p>
        {progress !== null && <progress className={styles.progress} value={progress} aria-label="Uploaded" />}
      </div>
      {kind === 'report' && status === 'asking' && <Question report={submission} />}
      <div className={styles.ways}>
        {status === 'refused' && (
          <Button variant="primary" onClick={() => queue.send({ type: 'submission.retry', id })}>
            Retry
          </Button>
        )}
        {kind === 'report' && status === 'asking' && (
          <Button
            variant="primary"
            onClick={() => queue.send({ type: 'submission.change', submission: sentAnyway(submission) })}
          >
            {submission.content.similar.length > 0 ? 'No, report it anyway' : 'Send again'}
          </Button>
        )}
        {kind === 'report' && onEdit && <Button onClick={() => onEdit(submission)}>Edit</Button>}
        {kind === 'report' && !onEdit && (
          <Link to="/report" className={buttonLook('secondary')} onClick={onLeave}>
            Edit
          </Link>
        )}
        <Button
          variant="quiet"
          onClick={() =>
            kind === 'message'
              ? queue.send({ type: 'submission.withdraw', id })
              : tray.send({ type: 'deletion.ask', id })
          }
        >
          {kind === 'report' && submission.content.similar.length > 0 ? 'Yes, discard my report' : 'Delete'}
        </Button>
      </div>
    </li>
  );
}

/** What the member has to say about a report before it goes out. */
function Question({ report }: { report: ReportSubmission }) {
  if (report.content.similar.length === 0)
    return (
      <p className={styles.question}>
        We could not see whether it arrived. Look in <Link to="/live">Live Incidents</Link> before sending it again.
      </p>
    );
  return (
    <div className={styles.question}>
      <p>Is it one of these?</p>
      <SimilarIncidents incidents={report.content.similar} />
    </div>
  );
}

const sentAnyway = (report: ReportSubmission): ReportSubmission => ({
  ...report,
  wasTried: false,
  content: { ...report.content, isNew: true, similar: [] },
});
