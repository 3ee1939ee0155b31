import { useSelector } from '@xstate/react';
import { type ReactElement, useCallback, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Message } from '../../../contract/chats';
import { selectIsCase } from '../../../machines/chat/conversation.select';
import { selectMessage, selectTimeline } from '../../../machines/chat/history.select';
import { selectRevisions } from '../../../machines/chat/revisions.machine';
import { selectHighlighted, selectUnread } from '../../../machines/chat/viewport.select';
import { revised } from '../../../rules/chat/messageChanges';
import { isSameDay, isSameGroup } from '../../../rules/chat/messages';
import { looksSame, rowKey } from '../../../rules/chat/timeline';
import { PressableRows } from '../../parts/lists/PressableRows';
import { MOUSE } from '../../parts/mediaQueries';
import { useMediaQuery } from '../../parts/useMediaQuery';
import { useChat } from '../chat';
import { OlderMessages } from './ListEnds';
import styles from './MessageList.module.css';
import { MessageRow } from './MessageRow';
import { OLDER_HEIGHT, useJumpToOriginal, useLoadOlder, useShown } from './scrolling';
import { usePointerGestures } from './usePointerGestures';
import { useRovingRows } from './useRovingRows';
import { DRAWN_BEYOND, useStickToBottom } from './useStickToBottom';
import { useVisibility } from './useVisibility';

/** The usual height of a row, in px. Without it virtua assumes 40 px and renders twice as many rows as it needs when a chat opens. */
const USUAL_HEIGHT = 64;

/**
 * So many of the newest rows always stay in the document. Otherwise virtua would remove the rows above the view at each new message and
 * render them again 150 ms later, which costs more than the message.
 */
const ALWAYS_DRAWN = 12;

/**
 * The messages of a chat. Only the rows near the viewport are in the document (virtua). A row is rendered again only when its props
 * change. It does not get its neighbours, which read receipts change often, but flags that are derived from them.
 */
export function MessageList() {
  const { me, conversation, history, viewport, receipts, revisions } = useChat();
  const all = useSelector(history, selectTimeline, (shown, next) => looksSame(shown, next, me.id));
  const { timeline, isPrepended, rest } = useShown(all);
  const changes = useSelector(revisions, selectRevisions);
  const highlighted = useSelector(viewport, selectHighlighted);
  const unread = useSelector(viewport, selectUnread);
  // S1 §2: the last message of a group shows the time. In a case's chat, which is the log of the case, each message shows it if there is
  // a mouse. Otherwise the time of the others is beside the message under the mouse, and in the menu.
  const hasMouse = useMediaQuery(MOUSE);
  const isCase = useSelector(conversation, selectIsCase);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);

  const messageAt = useCallback(
    (element: Element) => {
      const row = element.closest<HTMLElement>('[data-message]');
      return selectMessage(row?.dataset.message ?? null)(history.getSnapshot());
    },
    [history],
  );
  const watch = useVisibility(
    scroller,
    (row) => {
      const message = messageAt(row);
      if (message) receipts.send({ type: 'message.viewed', message });
    },
    () => history.send({ type: 'reader.returned' }),
  );
  const { stick, reportScroll } = useStickToBottom(scroller, list, timeline);
  const loadOlder = useLoadOlder(list, timeline);
  useJumpToOriginal(scroller, list, reportScroll);
  const gestures = usePointerGestures(messageAt);
  const roving = useRovingRows(scroller, timeline, messageAt);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="log"
      // A log would read out every row that scrolling adds. Announcer reads out the new messages instead.
      aria-live="off"
      aria-label="Messages"
      {...gestures}
      {...roving.handlers}
    >
      <OlderMessages />
      <Virtualizer
        ref={list}
        as={PressableRows}
        data={timeline}
        shift={isPrepended}
        startMargin={OLDER_HEIGHT}
        itemSize={USUAL_HEIGHT}
        bufferSize={DRAWN_BEYOND}
        keepMounted={[...roving.keepMounted, ...lastOf(timeline.length)]}
        onResize={stick}
        onScroll={() => {
          reportScroll();
          loadOlder();
        }}
        onScrollEnd={rest}
      >
        {drawnOnce((message, index) => (
          <MessageRow
            key={rowKey(message)}
            message={revised(message, changes)}
            startsDay={!isSameDay(timeline[index - 1], message)}
            startsUnread={message.id === unread}
            startsGroup={message.id === unread || !isSameGroup(timeline[index - 1], message)}
            alwaysShowsTime={hasMouse && isCase}
            alwaysHasMenu={!hasMouse}
            endsGroup={!isSameGroup(message, timeline[index + 1])}
            isCurrent={index === roving.current}
            isFocused={rowKey(message) === roving.focused}
            isHighlighted={message.id === highlighted}
            watch={watch}
          />
        ))}
      </Virtualizer>
    </div>
  );
}

/** The indices of the newest rows. The first one moves only with every eighth message, so that most new messages remove no row. */
function lastOf(length: number): number[] {
  const first = Math.max(0, length - (length % 8) - ALWAYS_DRAWN);
  return Array.from({ length: length - first }, (_, place) => first + place);
}

/**
 * virtua asks for all rows near the viewport again whenever it scrolls or has measured a row. It gets the same elements then, so that
 * React skips these rows.
 */
function drawnOnce(draw: (message: Message, index: number) => ReactElement) {
  const drawn = new Map<Message, ReactElement>();
  return (message: Message, index: number): ReactElement => {
    const row = drawn.get(message) ?? draw(message, index);
    drawn.set(message, row);
    return row;
  };
}
