import { X } from 'lucide-react';
import type { Message } from '../../../contract/chats';
import { snippetOf } from '../../../rules/messages';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import styles from './Composer.module.css';

interface ReplyBarProps {
  message: Message;
  /** The message is the member's own and is being edited; otherwise it is being replied to. */
  isEdit: boolean;
}

/** The message that is replied to (S1 §2) or edited, with a button that cancels. */
export function ReplyBar({ message, isEdit }: ReplyBarProps) {
  const { composer } = useChat();
  return (
    <div className={styles.reply} data-unsent={isEdit || undefined}>
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
