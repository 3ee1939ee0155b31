import { X } from 'lucide-react';
import type { Message } from '../../../contract/chats';
import { snippetOf } from '../../../rules/chat/messages';
import { IconButton } from '../../parts/buttons/IconButton';
import { useChat, useMessage } from '../chat';
import styles from './Composer.module.css';

interface ReplyBarProps {
  message: Message;
  /** The message is the member's own and is being edited; otherwise it is being replied to. */
  isEdit: boolean;
}

/** The message that is replied to (S1 §2) or edited, with a button that cancels. */
export function ReplyBar({ message, isEdit }: ReplyBarProps) {
  const { composer } = useChat();
  // It may be changed or deleted meanwhile.
  const current = useMessage(message.id) ?? message;
  return (
    <div className={styles.reply} data-unsent={isEdit || undefined}>
      <div className={styles.words}>
        <div className={styles.to}>
          {isEdit ? (
            'Editing your message'
          ) : (
            <>
              Replying to <bdi>{current.sender.firstName}</bdi>
            </>
          )}
        </div>
        <div className={styles.snippet} dir="auto">
          {snippetOf(current)}
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
