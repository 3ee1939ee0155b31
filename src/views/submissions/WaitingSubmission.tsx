import { useSelector } from '@xstate/react';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { selectProgressOf, selectStage, selectSubmissions } from '../../machines/submissions/queue.select';
import type { TrayRef } from '../../machines/submissions/tray.machine';
import { hasRetry, isNeeded, isRetryUseless } from '../../rules/submissions/cases';
import type { Item } from '../../rules/submissions/queue';
import { fileCountOf, gistOf, headingOf } from '../../rules/submissions/texts';
import { sinceLabel } from '../../rules/timeTexts';
import { counted } from '../../rules/wording';
import { Button } from '../parts/buttons/Button';
import { useNow } from '../parts/useNow';
import styles from './Tray.module.css';

interface WaitingSubmissionProps {
  item: Item;
  queue: QueueRef;
  tray: TrayRef;
  /** The question that the member has to answer about it. */
  question?: ReactNode;
  /** Buttons besides Retry and Delete. */
  buttons?: ReactNode;
  /** The label of the button that deletes it. */
  deletion?: string;
}

/** One submission that waits, asks or was refused: its destination, its content, its progress, and buttons. */
export function WaitingSubmission({
  item,
  queue,
  tray,
  question,
  buttons,
  deletion = 'Delete',
}: WaitingSubmissionProps) {
  const { submission } = item;
  const now = useNow();
  const { id, queuedAt, status } = submission;
  const progress = selectProgressOf(item);
  const stage = useSelector(queue, selectStage(id));
  const files = fileCountOf(submission);
  const askToDelete = () => {
    const others = selectSubmissions(queue.getSnapshot());
    tray.send({ type: 'deletion.ask', submission, isNeeded: isNeeded(submission, others) });
  };
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
              <Paperclip size={14} aria-hidden /> {counted(files, 'file')} ·{' '}
            </>
          )}
          <time dateTime={at}>{sinceLabel(at, now)}</time> · <span>{stage}</span>
        </p>
        {progress !== null && <progress className={styles.progress} value={progress} aria-label="Uploaded" />}
      </div>
      {question}
      <div className={styles.ways}>
        {hasRetry(submission) && (
          <Button
            variant={isRetryUseless(submission) ? 'secondary' : 'primary'}
            onClick={() => queue.send({ type: 'submission.retry', id })}
          >
            Retry
          </Button>
        )}
        {buttons}
        <Button variant="quiet" onClick={askToDelete}>
          {deletion}
        </Button>
      </div>
    </li>
  );
}
