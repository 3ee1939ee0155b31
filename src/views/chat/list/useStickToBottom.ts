import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import {
  selectIsFollowing,
  selectIsOpening,
  selectNewest,
  selectOriginal,
  selectUnread,
} from '../../../machines/chat/viewport.select';
import { isSameDay } from '../../../rules/chat/messages';
import type { Timeline } from '../../../rules/chat/timeline';
import { useChat } from '../chat';
import { DAY_HEIGHT, END_MARGIN, OLDER_HEIGHT, TOP_HEIGHT, TOP_INSET } from './scrolling';

/** How far above and below the viewport rows are rendered, in px. */
export const DRAWN_BEYOND = 200;

/**
 * Keeps the newest message in view while the chart follows it (S1 §4: within 50 px of the bottom), when the list, a row or the composer
 * grows. Returns `stick`, to call after a resize, and `reportScroll`, to call after a scroll. Positions come from virtua, because
 * reading them from the document would force a layout for each message.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  timeline: Timeline,
) {
  const { viewport } = useChat();
  const newest = useSelector(viewport, selectNewest);
  // The functions below stay the same for all messages. If they changed with each one, so would the effects that call them, and a list
  // that was once sent to a message or to its end would be sent there again by every message.
  const drawn = useRef(timeline);
  const length = useRef(timeline.length);
  useLayoutEffect(() => {
    drawn.current = timeline;
  }, [timeline]);

  /** Called after virtua has measured the rows, so that setting the position does not force another layout. */
  const stick = useCallback(() => {
    const box = scroller.current;
    const shown = viewport.getSnapshot();
    if (!box) return;
    if (selectIsOpening(shown)) {
      const place = drawn.current.findIndex(({ id }) => id === selectUnread(shown));
      box.scrollTop = OLDER_HEIGHT + (list.current?.getItemOffset(place) ?? 0) - TOP_HEIGHT;
      viewport.send({ type: 'list.placed', top: box.scrollTop });
    } else if (selectIsFollowing(shown)) {
      box.scrollTop = box.scrollHeight;
      viewport.send({ type: 'list.stuck', top: box.scrollTop });
    } else return;
    // The browser sends the scroll event with the next frame. After a move that may leave the rendered rows, virtua must know the new
    // position in this frame, or an empty area would be visible.
    if (Math.abs(box.scrollTop - (list.current?.scrollOffset ?? 0)) > DRAWN_BEYOND / 2)
      box.dispatchEvent(new Event('scroll'));
  }, [scroller, list, viewport]);

  const reportScroll = useCallback(() => {
    const [box, rows] = [scroller.current, list.current];
    if (!box || !rows) return;
    const messages = drawn.current;
    const top = rows.scrollOffset;
    const place = rows.findItemIndex(top + TOP_INSET);
    const message = top > OLDER_HEIGHT ? messages[place] : undefined;
    // `TopOfView` is not shown over the separator of the same day.
    const isBelowDay = top > OLDER_HEIGHT + rows.getItemOffset(place) + DAY_HEIGHT;
    const first = message && (isBelowDay || isSameDay(messages[place - 1], message)) ? message.id : null;
    const last = messages.length - 1;
    const end = OLDER_HEIGHT + rows.getItemOffset(last) + rows.getItemSize(last) + END_MARGIN;
    // virtua still knows the old height when the list has just got higher, which makes the browser scroll it. Asking the browser for the
    // height costs nothing here: it lays out the page before it sends scroll events.
    const distance = Math.max(0, end - box.clientHeight - top);
    viewport.send({ type: 'list.scrolled', top, distance, first });
  }, [scroller, list, viewport]);

  useLayoutEffect(() => {
    const shown = viewport.getSnapshot();
    // A list that opens at a message does not start at its end.
    if (scroller.current && !selectIsOpening(shown) && selectOriginal(shown) === null)
      scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, viewport]);

  const isOpening = useSelector(viewport, selectIsOpening);
  useLayoutEffect(() => {
    if (isOpening) stick();
  }, [isOpening, stick]);

  // Not smoothly: a smooth scroll would go on to the old end and undo the scrolling to messages that arrive meanwhile.
  useLayoutEffect(() => {
    if (newest) stick();
  }, [newest, stick]);

  // When messages are removed, the list gets shorter and the browser changes its position. That does not count as the reader's scrolling.
  useLayoutEffect(() => {
    if (timeline.length < length.current) stick();
    length.current = timeline.length;
  }, [timeline.length, stick]);

  return { stick, reportScroll };
}
