import type { Quarantined } from '../../machines/submissions/ports';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { sinceLabel } from '../../rules/timeTexts';
import { Button } from '../parts/buttons/Button';
import { useNow } from '../parts/useNow';
import styles from './Tray.module.css';

interface QuarantinedRecordProps {
  record: Quarantined;
  queue: QueueRef;
}

/** A record of this device that cannot be read. It does not block other submissions. The member can save a copy or delete it. */
export function QuarantinedRecord({ record, queue }: QuarantinedRecordProps) {
  const { key, what, foundAt, isReadable, isUnreadable } = record;
  const now = useNow();
  const found = new Date(foundAt).toISOString();
  return (
    <>
      <div className={styles.words}>
        <p className={styles.chat}>
          {isUnreadable
            ? 'This browser does not give back what you had written'
            : `Something kept on this device cannot be read${what === null ? '' : `: ${what}`}`}
        </p>
        <p className={styles.state} data-failed>
          <time dateTime={found}>{sinceLabel(found, now)}</time> ·{' '}
          {isUnreadable ? 'What you write in its place replaces it' : 'Set aside, not sent'}
        </p>
      </div>
      <div className={styles.ways}>
        {isUnreadable && <Button onClick={() => queue.send({ type: 'quarantine.retry', key })}>Try again</Button>}
        {isReadable && <Button onClick={() => queue.send({ type: 'quarantine.copy', key })}>Save a copy</Button>}
        <Button variant="quiet" onClick={() => queue.send({ type: 'quarantine.delete', key })}>
          Delete
        </Button>
      </div>
    </>
  );
}
