import { useSelector } from '@xstate/react';
import { Check, CheckCheck, CircleAlert, Clock, Reply, SmilePlus } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, type PointerEvent, type RefCallback, useState } from 'react';
import type { Message } from '../../../contract/chats';
import { selectHearted, selectOffset, selectSwiped } from '../../../machines/chat/gesture.machine';
import { selectMessage } from '../../../machines/chat/history.select';
import { selectToday } from '../../../machines/session/clock.machine';
import { selectRefusal } from '../../../machines/submissions/queue.select';
import { isEmojiOnly, isTemp, rowLabel, shouldMarkRead, tickLabels, tickOf } from '../../../rules/chat/messages';
import { dayLabel, timeLabel } from '../../../rules/timeTexts';
import { Avatar } from '../../parts/Avatar';
import { IconButton } from '../../parts/buttons/IconButton';
import { classes } from '../../parts/classes';
import { useChat } from '../chat';
import { MessageMedia } from '../media/MessageMedia';
import styles from './MessageRow.module.css';
import { MessageText } from './MessageText';
import { ReactionSummary } from './ReactionSummary';
import { ReplySnippet } from './ReplySnippet';
import { SenderName } from './SenderName';
import { Undelivered, useUndelivered } from './Undelivered';

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
  /** It has the button of its menu also while nothing points at it, for screen readers on touch screens. */
  alwaysHasMenu: boolean;
  /** The Tab key stops at this row. */
  isCurrent: boolean;
  /** The focus is on this row, or on its menu. */
  isFocused: boolean;
  /** It is the original of a reply snippet that was just tapped. */
  isHighlighted: boolean;
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
  alwaysHasMenu,
  isCurrent,
  isFocused,
  isHighlighted,
  watch,
}: MessageRowProps) {
  const { me, gesture, history, clock } = useChat();
  // Each row reads these for itself. If the list did, it would be drawn again with every move of a finger or of the list under the mouse.
  const offset = useSelector(gesture, (now) => (selectSwiped(now) === message.id ? selectOffset(now) : 0));
  const isHearted = useSelector(gesture, (now) => selectHearted(now) === message.id);
  const [isHovered, setHovered] = useState(false);
  const isPointedAt = isHovered || isFocused;
  const isOwn = message.sender.id === me.id;
  const undelivered = useUndelivered(message);
  const now = useSelector(clock, selectToday);
  const { parentMessageId, quoted } = message;
  const original = useSelector(history, (now) => selectMessage(parentMessageId)(now)?.sender.firstName);
  const isLarge = message.mediaUrl === null && isEmojiOnly(message.text ?? '');

  return (
    <div className={classes(styles.row, startsGroup && styles.apart)}>
      {startsDay && <DaySeparator time={message.timestamp} />}
      {startsUnread && <h2 className={styles.unread}>Unread messages</h2>}
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
        // Only a mouse that moves: under one that rests, each message that scrolls by would be drawn twice more.
        onPointerMove={({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={rowLabel(message, {
          myId: me.id,
          now,
          repliedTo: original ?? quoted?.sender.firstName ?? null,
          undelivered,
          isFirstUnread: startsUnread,
        })}
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
          {undelivered !== null && <Undelivered message={message} reason={undelivered} isCurrent={isCurrent} />}
        </div>
        {(isPointedAt || alwaysHasMenu) && !isTemp(message) && (
          <MenuButton message={message} isReachable={isPointedAt} />
        )}
        {isPointedAt && !endsGroup && !alwaysShowsTime && (
          <span className={styles.beside}>{timeLabel(message.timestamp)}</span>
        )}
      </article>
    </div>
  );
});

/** 'Today', 'Yesterday', or month and day (S1 §2). It changes at local midnight (DECISIONS 42). */
function DaySeparator({ time }: { time: string }) {
  const today = useSelector(useChat().clock, selectToday);
  return (
    <div className={styles.day}>
      <time dateTime={time}>{dayLabel(time, today)}</time>
    </div>
  );
}

interface MessageBodyProps {
  message: Message;
  isOwn: boolean;
  showsTime: boolean;
  alwaysShowsTime: boolean;
  isCurrent: boolean;
}

/** The content of a message: the reply snippet, its media, its text, and at the end its time and tick. */
function MessageBody({ message, isOwn, showsTime, alwaysShowsTime, isCurrent }: MessageBodyProps) {
  const { knownNames } = useChat();
  const isEdited = Boolean(message.editedAt && !message.deletedAt);
  return (
    <>
      {message.parentMessageId !== null && (
        <ReplySnippet parentMessageId={message.parentMessageId} quoted={message.quoted} isCurrent={isCurrent} />
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
  clock: { label: tickLabels.clock, Icon: Clock },
  sent: { label: tickLabels.sent, Icon: Check },
  read: { label: tickLabels.read, Icon: CheckCheck },
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

/**
 * Opens the menu of the message that the mouse or the focus is on. On touch screens a long press does; there the button is only for
 * screen readers, which do not pass on a long press, and for keyboards.
 * @param isReachable whether the Tab key stops at it
 */
function MenuButton({ message, isReachable }: { message: Message; isReachable: boolean }) {
  const { overlay } = useChat();

  function openMenu(event: MouseEvent<HTMLElement>) {
    const { left, width, bottom } = event.currentTarget.getBoundingClientRect();
    overlay.send({ type: 'menu.open', message, x: left + width / 2, y: bottom });
  }

  return (
    <IconButton
      label="React or reply"
      className={styles.more}
      aria-haspopup="dialog"
      tabIndex={isReachable ? 0 : -1}
      onClick={openMenu}
    >
      <SmilePlus size={18} aria-hidden />
    </IconButton>
  );
}
