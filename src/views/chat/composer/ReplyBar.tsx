import { X } from 'lucide-react';
import type { Message } from '../../../contract/chats';
import { snippetOf } from '../../../rules/messages';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import styles from './Composer.module.css';

/** The message that the next one answers, with a way to give that up (S1 §2). */
export function ReplyBar({ message }: { message: Message }) {
  const { composer } = useChat();
  return (
    <div className={styles.reply}>
      <div className={styles.words}>
        <div className={styles.to}>
          Replying to <bdi>{message.sender.firstName}</bdi>
        </div>
        <div className={styles.snippet} dir="auto">
          {snippetOf(message)}
        </div>
      </div>
      <IconButton label="Cancel reply" onClick={() => composer.send({ type: 'reply.cancel' })}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
