import { Reply } from 'lucide-react';
import { type CSSProperties, memo, type RefCallback } from 'react';
import type { Message } from '../../../contract/chats';
import { isEmojiOnly, isTemp, shouldMarkRead, snippetOf, timeLabel } from '../../../rules/messages';
import { Avatar } from '../../parts/Avatar';
import { classes } from '../../parts/classes';
import { useChat } from '../chat';
import { MenuButton } from '../menu/MenuButton';
import { DaySeparator } from './DaySeparator';
import { MessageBody } from './MessageBody';
import styles from './MessageRow.module.css';
import { ReactionSummary } from './ReactionSummary';
import { SenderName } from './SenderName';
import { Undelivered } from './Undelivered';

interface MessageRowProps {
  message: Message;
  /** It is the first of its day: the date is above it (S1 §2). */
  startsDay: boolean;
  /** It was the first unread message when the chat was opened. */
  startsUnread: boolean;
  /** It is the first of its sender's group: it shows the avatar and the name (S1 §2). */
  startsGroup: boolean;
  /** It is the last of its group: it shows the time (S1 §2). */
  endsGroup: boolean;
  /** It shows its time even if it is not the last of its group. */
  alwaysShowsTime: boolean;
  /** The Tab key stops at this row. */
  isCurrent: boolean;
  /** The mouse or the focus is on this row: the button of its menu is beside it. */
  isPointedAt: boolean;
  /** It is the original of a reply snippet that was just tapped. */
  isHighlighted: boolean;
  /** It was just double-tapped: it shows a heart. */
  isHearted: boolean;
  /** How far a swipe has moved it to the right, in px. */
  offset: number;
  /** Watches the row until the message is marked as read. */
  watch: RefCallback<Element>;
}

/** One message in the list: own messages are on the right, others on the left (S1 §6). */
export const MessageRow = memo(function MessageRow({
  message,
  startsDay,
  startsUnread,
  startsGroup,
  endsGroup,
  alwaysShowsTime,
  isCurrent,
  isPointedAt,
  isHighlighted,
  isHearted,
  offset,
  watch,
}: MessageRowProps) {
  const { me } = useChat();
  const isOwn = message.sender.id === me.id;
  const isLarge = message.mediaUrl === null && isEmojiOnly(message.text ?? '');

  return (
    <div className={classes(styles.row, startsGroup && styles.apart)}>
      {startsDay && <DaySeparator time={message.timestamp} />}
      {startsUnread && <p className={styles.unread}>Unread messages</p>}
      <article
        ref={shouldMarkRead(message, me.id) ? watch : null}
        data-message={message.id}
        data-highlighted={isHighlighted || undefined}
        className={classes(
          styles.message,
          isOwn ? styles.own : styles.foreign,
          startsGroup && styles.starts,
          endsGroup && styles.ends,
          isLarge && styles.large,
          offset > 0 && styles.swiped,
        )}
        style={offset > 0 ? ({ '--offset': offset } as CSSProperties) : undefined}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`${isOwn ? 'You' : message.sender.firstName}, ${timeLabel(message.timestamp)}: ${snippetOf(message)}`}
      >
        {!isOwn && startsGroup && (
          <Avatar userId={message.sender.id} name={message.sender.firstName} size={32} className={styles.avatar} />
        )}
        {offset > 0 && <Reply className={styles.answer} aria-hidden />}
        <div className={styles.column}>
          <div className={styles.bubble} data-bubble>
            {!isOwn && startsGroup && <SenderName name={message.sender.firstName} />}
            <MessageBody
              message={message}
              isOwn={isOwn}
              showsTime={endsGroup}
              alwaysShowsTime={alwaysShowsTime}
              isCurrent={isCurrent}
            />
            {isHearted && <span className={styles.heart}>❤️</span>}
          </div>
          <ReactionSummary message={message} isCurrent={isCurrent} />
          {isTemp(message) && <Undelivered message={message} isCurrent={isCurrent} />}
        </div>
        {isPointedAt && !isTemp(message) && <MenuButton message={message} />}
        {isPointedAt && !endsGroup && !alwaysShowsTime && (
          <span className={styles.beside}>{timeLabel(message.timestamp)}</span>
        )}
      </article>
    </div>
  );
});
