import type { Message } from '../../../contract/chats';
import { snippetOf } from '../../../rules/chat/messages';
import { useChat, useMessage } from '../chat';
import styles from './ReplySnippet.module.css';
import { SenderName } from './SenderName';

interface ReplySnippetProps {
  parentMessageId: string;
  /** The original as the server sent it with the reply; a server of the specification does not. */
  quoted: Message['quoted'];
  isCurrent: boolean;
}

/** The message that a reply refers to. Tapping it scrolls to the original, which is fetched if it is not loaded (S1 §2). */
export function ReplySnippet({ parentMessageId, quoted, isCurrent }: ReplySnippetProps) {
  const { history } = useChat();
  const original = useMessage(parentMessageId) ?? quoted;
  return (
    <button
      type="button"
      className={styles.reply}
      tabIndex={isCurrent ? 0 : -1}
      data-quote
      onClick={() => history.send({ type: 'original.seek', messageId: parentMessageId })}
    >
      <span className="visually-hidden">In reply to </span>
      {original ? <SenderName name={original.sender.firstName} /> : null}
      <span className={styles.snippet} dir="auto">
        {original ? snippetOf(original) : 'An earlier message'}
      </span>
    </button>
  );
}
