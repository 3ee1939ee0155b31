import { useSelector } from '@xstate/react';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Message } from '../../../contract/chats';
import { selectRefusal } from '../../../machines/submissions/queue.select';
import { tickOf, timeLabel } from '../../../rules/messages';
import { useChat } from '../chat';
import { MessageMedia } from '../media/MessageMedia';
import styles from './MessageRow.module.css';
import { MessageText } from './MessageText';
import { ReplySnippet } from './ReplySnippet';

interface MessageBodyProps {
  message: Message;
  isOwn: boolean;
  showsTime: boolean;
  alwaysShowsTime: boolean;
  isCurrent: boolean;
}

/** The content of a message: the reply snippet, its media, its text, and at the end its time and tick. */
export function MessageBody({ message, isOwn, showsTime, alwaysShowsTime, isCurrent }: MessageBodyProps) {
  const { knownNames } = useChat();
  const isEdited = Boolean(message.editedAt && !message.deletedAt);
  return (
    <>
      {message.parentMessageId !== null && (
        <ReplySnippet parentMessageId={message.parentMessageId} isCurrent={isCurrent} />
      )}
      {message.mediaUrl !== null && <MessageMedia message={message} isCurrent={isCurrent} />}
      <div className={styles.text} dir="auto" data-bare={!message.text} data-deleted={Boolean(message.deletedAt)}>
        {message.text && <MessageText text={message.text} knownNames={knownNames} />}
        {(showsTime || alwaysShowsTime || isOwn || isEdited) && (
          <span className={styles.meta}>
            {isEdited && <span>edited</span>}
            {showsTime && <time dateTime={message.timestamp}>{timeLabel(message.timestamp)}</time>}
            {alwaysShowsTime && !showsTime && <span>{timeLabel(message.timestamp)}</span>}
            {isOwn && <Tick message={message} />}
          </span>
        )}
      </div>
    </>
  );
}

const looks = {
  clock: { label: 'Sending', Icon: Clock },
  sent: { label: 'Sent', Icon: Check },
  read: { label: 'Read', Icon: CheckCheck },
};

/** The status of an own message: clock, sent tick, read tick (S1 §4), or that it failed. */
function Tick({ message }: { message: Message }) {
  const { me } = useChat();
  const tick = tickOf(message, me.id);
  if (tick === null) return null;
  return tick === 'clock' ? <Unsent clientMessageId={message.clientMessageId} /> : <Mark {...looks[tick]} />;
}

function Unsent({ clientMessageId }: { clientMessageId: string | null }) {
  const refusal = useSelector(useChat().queue, selectRefusal(clientMessageId));
  return <Mark {...(refusal ? { label: 'Not sent', Icon: CircleAlert } : looks.clock)} />;
}

function Mark({ label, Icon }: { label: string; Icon: typeof Check }) {
  return (
    <span className={styles.tick} role="img" aria-label={label} data-tick={label}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
