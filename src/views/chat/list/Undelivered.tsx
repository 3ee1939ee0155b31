import { useSelector } from '@xstate/react';
import type { Message } from '../../../contract/chats';
import { selectIsLive } from '../../../machines/chat/realtime.select';
import { selectItem, selectRefusal, selectTrouble } from '../../../machines/submissions/queue.select';
import { isTemp } from '../../../rules/chat/messages';
import { withoutRefusedFile } from '../../../rules/chat/outgoing';
import { hasRetry } from '../../../rules/submissions/cases';
import { canBecomeNote } from '../../../rules/submissions/note';
import { notSentText } from '../../../rules/submissions/texts';
import { useApp } from '../../app';
import { lazyPart } from '../../lazyPart';
import { useDeletion } from '../../submissions/useSubmissions';
import { useChat } from '../chat';
import styles from './Undelivered.module.css';

/** Few members ever see one. */
const MessageAsNote = lazyPart(async () => (await import('./MessageAsNote')).MessageAsNote);

/** Why an own message is not sent, or what it waits for; null while it is being sent, and for any other message. */
export function useUndelivered(message: Message): string | null {
  const { queue, realtime } = useChat();
  const id = isTemp(message) ? message.clientMessageId : null;
  const refusal = useSelector(queue, selectRefusal(id));
  const trouble = useSelector(queue, selectTrouble(id));
  // A sent message is not drawn again when the connection changes.
  const isLive = useSelector(realtime, (now) => id === null || selectIsLive(now));
  if (refusal === undefined) return null;
  if (refusal !== null) return notSentText(refusal);
  return trouble ?? (isLive ? null : 'Waiting for the connection');
}

interface UndeliveredProps {
  message: Message;
  reason: string;
  isCurrent: boolean;
}

/**
 * Below an own message that the server refused, or that waits for the connection or for a server in trouble: the reason, with Delete,
 * and with Retry if it is not tried again by itself (DECISIONS 41). If the file is refused for good, the text can go alone; if the chat is
 * closed, the message can become a note. The row may be unmounted by scrolling, so the tray, not this, reads out a refusal.
 */
export function Undelivered({ message: { clientMessageId }, reason, isCurrent }: UndeliveredProps) {
  const { queue } = useChat();
  const { can } = useApp();
  const askToDelete = useDeletion(queue);
  const submission = useSelector(queue, (now) => selectItem(clientMessageId)(now)?.submission);
  if (clientMessageId === null) return null;
  const isRefused = submission?.status === 'refused';
  const without = submission && withoutRefusedFile(submission);
  const way = (label: string, onClick: () => unknown) => (
    <button type="button" tabIndex={isCurrent ? 0 : -1} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <div className={styles.undelivered}>
      <span className={isRefused ? undefined : styles.waits}>{reason}</span>
      <span className={styles.ways}>
        {submission &&
          hasRetry(submission) &&
          way('Retry', () => queue.send({ type: 'submission.retry', id: clientMessageId }))}
        {without && way('Send only the text', () => queue.send({ type: 'submission.change', submission: without }))}
        {submission && canBecomeNote(submission) && can('notes') && (
          <MessageAsNote submission={submission} isCurrent={isCurrent} />
        )}
        {way('Delete', () => askToDelete(clientMessageId))}
      </span>
    </div>
  );
}
