import { X } from 'lucide-react';
import type { Message } from '../../../contract/chats';
import { snippetOf } from '../../../rules/messages';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import styles from './Composer.module.css';

interface ReplyBarProps {
  message: Message;
  /** It is an own message that gets another text, not one that is answered. */
  isEdit: boolean;
}

/** The message that the next one answers (S1 §2), or the one that is being edited; with a way to give that up. */
export function ReplyBar({ message, isEdit }: ReplyBarProps) {
  const { composer } = useChat();
  return (
    <div className={styles.reply}>
      <div className={styles.words}>
        <div className={styles.to}>
          {isEdit ? (
            'Editing your message'
          ) : (
            <>
              Replying to <bdi>{message.sender.firstName}</bdi>
            </>
          )}
        </div>
        <div className={styles.snippet} dir="auto">
          {snippetOf(message)}
        </div>
      </div>
      <IconButton
        label={isEdit ? 'Cancel edit' : 'Cancel reply'}
        onClick={() => composer.send({ type: isEdit ? 'edit.cancel' : 'reply.cancel' })}
      >
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
