import { useSelector } from '@xstate/react';
import { Pin } from 'lucide-react';
import { selectPinned } from '../../machines/chat/pin.machine';
import { selectRevisions } from '../../machines/chat/revisions.machine';
import { revised } from '../../rules/chat/messageChanges';
import { snippetOf } from '../../rules/chat/messages';
import { useChat } from './chat';
import styles from './LeadLines.module.css';

/** The message that a captain has pinned for all in the chat, in one line (DECISIONS 165). A press scrolls to the message. */
export function PinnedBar() {
  const { history, pin, revisions } = useChat();
  const pinned = useSelector(pin, selectPinned);
  const changes = useSelector(revisions, selectRevisions);
  const message = pinned && revised(pinned, changes);
  if (!message || message.deletedAt) return null;
  return (
    <button
      type="button"
      className={styles.line}
      onClick={() => history.send({ type: 'original.seek', messageId: message.id })}
    >
      <Pin size={18} aria-hidden />
      <span className="visually-hidden">Pinned message: </span>
      <span className={styles.words} dir="auto">
        <bdi className={styles.sender}>{message.sender.firstName}</bdi> {snippetOf(message)}
      </span>
    </button>
  );
}
