import { useSelector } from '@xstate/react';
import { selectMessage } from '../../machines/chat/history.select';
import { selectListedMessage } from '../../machines/chat/overlay.select';
import { Modal } from '../parts/Modal';
import { Names } from '../parts/Names';
import { useChat } from './chat';
import styles from './ReactionsModal.module.css';

/** Each emoji on a message with the first names of those who reacted (S1 §2), as they are now. */
export function ReactionsModal() {
  const { overlay, history } = useChat();
  const listed = useSelector(overlay, selectListedMessage);
  const current = useSelector(history, selectMessage(listed?.id ?? null));
  const message = current ?? listed;
  if (!message) return null;
  const reactions = Object.entries(message.reactions).filter(([, users]) => users.length > 0);
  return (
    <Modal title="Reactions" onClose={() => overlay.send({ type: 'overlay.close' })}>
      {reactions.length === 0 && <p>Nobody reacts to this message any more.</p>}
      <ul className={styles.list}>
        {reactions.map(([emoji, users]) => (
          <li key={emoji}>
            <span className={styles.emoji}>{emoji}</span>
            <span>
              <Names names={users.map(({ firstName }) => firstName)} />
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
