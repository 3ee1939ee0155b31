import { useSelector } from '@xstate/react';
import type { Message } from '../../../contract/chats';
import { selectIsLive } from '../../../machines/chat/realtime.select';
import { selectRefusal, selectTrouble } from '../../../machines/submissions/queue.select';
import { useDeletion } from '../../submissions/useSubmissions';
import { useChat } from '../chat';
import styles from './Undelivered.module.css';

interface UndeliveredProps {
  message: Message;
  isCurrent: boolean;
}

/**
 * Below an own message that the server refused, or that waits for the connection or for a server in trouble: the reason, with Delete,
 * and with Retry if it is not tried again by itself (DECISIONS 41). The row may be unmounted by scrolling, so the tray, not this,
 * reads out a refusal.
 */
export function Undelivered({ message: { clientMessageId }, isCurrent }: UndeliveredProps) {
  const { queue, realtime } = useChat();
  const askToDelete = useDeletion(queue);
  const refusal = useSelector(queue, selectRefusal(clientMessageId));
  const trouble = useSelector(queue, selectTrouble(clientMessageId));
  const isLive = useSelector(realtime, selectIsLive);
  if (clientMessageId === null || refusal === undefined) return null;
  if (refusal === null && trouble === null && isLive) return null;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div className={styles.undelivered}>
      {refusal !== null ? (
        <span>Not sent. {refusal}</span>
      ) : (
        <span className={styles.waits}>{trouble ?? 'Waiting for the connection'}</span>
      )}
      <span className={styles.ways}>
        {refusal !== null && (
          <button
            type="button"
            tabIndex={tabIndex}
            onClick={() => queue.send({ type: 'submission.retry', id: clientMessageId })}
          >
            Retry
          </button>
        )}
        <button type="button" tabIndex={tabIndex} onClick={() => askToDelete(clientMessageId)}>
          Delete
        </button>
      </span>
    </div>
  );
}
