import { useSelector } from '@xstate/react';
import { selectMessage } from '../../../machines/chat/history.select';
import { selectListedMessage, selectMessageOfReaders } from '../../../machines/chat/overlay.machine';
import { Avatar } from '../../parts/Avatar';
import { Modal } from '../../parts/dialogs/Modal';
import { Names } from '../../parts/Names';
import { useChat } from '../chat';
import styles from './ReactionsModal.module.css';

/** Each emoji on a message with the first names of the members who chose it (S1 §2). It follows changes while it is open. */
export function ReactionsModal() {
  const { overlay, history } = useChat();
  const listed = useSelector(overlay, selectListedMessage);
  const current = useSelector(history, selectMessage(listed?.id ?? null));
  const message = current ?? listed;
  if (!message) return null;
  const reactions = Object.entries(message.reactions).filter(([, users]) => users.length > 0);
  return (
    <Modal title="Reactions" isReadOnly onClose={() => overlay.send({ type: 'overlay.close' })}>
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

/** The first names of the members who have seen a message, without its sender. It follows changes while it is open. */
export function SeenByModal() {
  const { overlay, history } = useChat();
  const asked = useSelector(overlay, selectMessageOfReaders);
  const current = useSelector(history, selectMessage(asked?.id ?? null));
  const message = current ?? asked;
  if (!message) return null;
  const readers = message.seenBy.filter(({ id }) => id !== message.sender.id);
  return (
    <Modal title="Seen by" isReadOnly onClose={() => overlay.send({ type: 'overlay.close' })}>
      {readers.length === 0 && <p>Nobody has seen this message yet.</p>}
      <ul className={styles.list}>
        {readers.map(({ id, firstName }, index) => (
          <li key={id ?? index} className={styles.reader}>
            <Avatar userId={id ?? ''} name={firstName} size={36} />
            <span dir="auto">{firstName || 'A member'}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
