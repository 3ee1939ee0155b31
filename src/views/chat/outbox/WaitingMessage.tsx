import { useSelector } from '@xstate/react';
import type { OutboxRef } from '../../../machines/chat/outbox.machine';
import { selectProgress } from '../../../machines/chat/outbox.select';
import { snippetOf, timeLabel } from '../../../rules/messages';
import { type Outgoing, toTempMessage } from '../../../rules/outgoing';
import { Button } from '../../parts/Button';
import styles from './Outbox.module.css';

interface WaitingMessageProps {
  outgoing: Outgoing;
  outbox: OutboxRef;
}

/** One message that waits or has failed: where it goes, what it says, how far it is, and the ways out. */
export function WaitingMessage({ outgoing, outbox }: WaitingMessageProps) {
  const { body, chatName, refusal } = outgoing;
  const { clientMessageId } = body;
  const progress = useSelector(outbox, selectProgress(clientMessageId));
  const message = toTempMessage(outgoing, { id: '', firstName: '', lastName: '' });
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.chat} dir="auto">
          {chatName}
        </p>
        <p className={styles.snippet} dir="auto">
          {snippetOf(message)}
        </p>
        <p className={styles.state} data-failed={refusal !== null}>
          <time dateTime={message.timestamp}>{timeLabel(message.timestamp)}</time> · {stateOf(refusal, progress)}
        </p>
        {progress !== undefined && <progress className={styles.progress} value={progress} aria-label="Uploaded" />}
      </div>
      <div className={styles.ways}>
        {refusal !== null && (
          <Button onClick={() => outbox.send({ type: 'message.retry', clientMessageId })}>Retry</Button>
        )}
        <Button variant="quiet" onClick={() => outbox.send({ type: 'message.withdraw', clientMessageId })}>
          Delete
        </Button>
      </div>
    </li>
  );
}

function stateOf(refusal: string | null, progress: number | undefined) {
  if (refusal !== null) return `Not sent. ${refusal}`;
  return progress === undefined ? 'Waiting' : `Uploading, ${Math.round(progress * 100)}%`;
}
