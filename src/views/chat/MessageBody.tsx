import type { Message } from '../../contract/chats';
import { timeLabel } from '../../rules/messages';
import { useChat } from './chat';
import styles from './MessageRow.module.css';
import { MessageText } from './MessageText';
import { MessageMedia } from './media/MessageMedia';
import { ReplySnippet } from './ReplySnippet';
import { Tick } from './Tick';

interface MessageBodyProps {
  message: Message;
  isOwn: boolean;
  showsTime: boolean;
  isCurrent: boolean;
}

/** What a message says: what it answers, its media, its text, and at the end its time and tick. */
export function MessageBody({ message, isOwn, showsTime, isCurrent }: MessageBodyProps) {
  const { knownNames } = useChat();
  return (
    <>
      {message.parentMessageId !== null && (
        <ReplySnippet parentMessageId={message.parentMessageId} isCurrent={isCurrent} />
      )}
      {message.mediaUrl !== null && <MessageMedia message={message} isCurrent={isCurrent} />}
      <div className={styles.text} dir="auto" data-bare={!message.text}>
        {message.text && <MessageText text={message.text} knownNames={knownNames} />}
        {(showsTime || isOwn) && (
          <span className={styles.meta}>
            {showsTime && <time dateTime={message.timestamp}>{timeLabel(message.timestamp)}</time>}
            {isOwn && <Tick message={message} />}
          </span>
        )}
      </div>
    </>
  );
}
