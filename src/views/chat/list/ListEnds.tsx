import { useSelector } from '@xstate/react';
import { ArrowDown, RotateCw } from 'lucide-react';
import {
  selectHasOlder,
  selectIsFetchingOlder,
  selectIsSeeking,
  selectMessage,
  selectOlderFailed,
  selectUnreadAtEnd,
} from '../../../machines/chat/history.select';
import { selectShownText, selectTimes } from '../../../machines/chat/transientText.machine';
import { selectFirstInView, selectHasNewBelow, selectIsAway } from '../../../machines/chat/viewport.select';
import { selectToday } from '../../../machines/session/clock.machine';
import { dayLabel } from '../../../rules/timeTexts';
import { Button } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { Spinner } from '../../parts/Spinner';
import { useChat } from '../chat';
import styles from './MessageList.module.css';

/** The top of the list: older messages are loading, could not be loaded, or do not exist. */
export function OlderMessages() {
  const { history } = useChat();
  const isFetching = useSelector(history, selectIsFetchingOlder);
  const hasFailed = useSelector(history, selectOlderFailed);
  const hasOlder = useSelector(history, selectHasOlder);
  return (
    <div className={styles.older}>
      {isFetching && <Spinner label="Loading older messages" />}
      {hasFailed && (
        <>
          <p role="alert">Older messages could not be loaded.</p>
          <Button variant="quiet" onClick={() => history.send({ type: 'older.retry' })}>
            <RotateCw size={16} aria-hidden />
            Try again
          </Button>
        </>
      )}
      {!hasOlder && <p>This is where the conversation begins.</p>}
    </div>
  );
}

/**
 * The day and the sender of the message at the top of the view, in case their own labels are scrolled out of it. Shown for two seconds
 * whenever another message has come to the top.
 */
export function TopOfView() {
  const { history, viewport, clock } = useChat();
  const today = useSelector(clock, selectToday);
  const first = useSelector(viewport, selectFirstInView);
  const message = useSelector(history, selectMessage(first));
  return (
    message && (
      // A new element for each message, so that its animation begins again.
      <p key={message.id} className={styles.top} aria-hidden>
        <span>{dayLabel(message.timestamp, today)}</span>
        <span dir="auto">{message.sender.firstName}</span>
      </p>
    )
  );
}

/** Says that a message is looked for that is further back. On a slow network that takes a while, and the list stays where it is. */
export function Seeking() {
  const isSeeking = useSelector(useChat().history, selectIsSeeking);
  return (
    <p className={isSeeking ? styles.seeking : undefined} role="status">
      {isSeeking && 'Looking for the message…'}
    </p>
  );
}

/** The button that scrolls to the newest message, while the list is scrolled up. It shows the number of new messages, if any (S1 §2). */
export function ToTheEnd() {
  const isAway = useSelector(useChat().viewport, selectIsAway);
  return isAway && <EndButton />;
}

function EndButton() {
  const { history, viewport, me } = useChat();
  const hasNewBelow = useSelector(viewport, selectHasNewBelow);
  const unread = useSelector(history, selectUnreadAtEnd(me.id));
  const show = () => {
    history.send({ type: 'original.forget' });
    viewport.send({ type: 'newest.show' });
  };
  if (!hasNewBelow && unread === 0)
    return (
      <IconButton label="Go to the newest message" className={styles.toTheEnd} onClick={show}>
        <ArrowDown aria-hidden />
      </IconButton>
    );
  return (
    <Button variant="primary" className={styles.newMessages} onClick={show}>
      New Messages
      {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
      <ArrowDown size={18} aria-hidden />
    </Button>
  );
}

/**
 * Reads out new messages of others. The list itself is not a live region, because it would read out every message that scrolling
 * renders, and all of them when the chat opens.
 */
export function Announcer() {
  const { announcer } = useChat();
  const text = useSelector(announcer, selectShownText);
  const times = useSelector(announcer, selectTimes);
  return (
    <p className="visually-hidden" aria-live="polite">
      <span key={times}>{text}</span>
    </p>
  );
}
