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
import type { Timeline } from '../../../rules/timeline';
import { useChat } from '../chat';
import { END_MARGIN, OLDER_HEIGHT, TOP_HEIGHT, TOP_INSET } from './scrolling';

/** How far above and below the viewport rows are drawn, in px. */
export const DRAWN_BEYOND = 200;

/**
 * Keeps the newest message in view while the chart follows it (S1 §4: within 50 px of the bottom), whatever grows: the list, a
 * row, the composer below. Returns what to call when something was resized, and when the list was scrolled. Positions come from
 * virtua, which knows them: asking the document would lay it out once more for each message.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  timeline: Timeline,
) {
  const { viewport } = useChat();
  const newest = useSelector(viewport, selectNewest);
  const length = useRef(timeline.length);

  /** Called after a layout, when virtua has measured: setting the position costs no layout of its own. */
  const stick = useCallback(() => {
    const box = scroller.current;
    const shown = viewport.getSnapshot();
    if (!box) return;
    if (selectIsOpening(shown)) {
      const place = timeline.findIndex(({ id }) => id === selectUnread(shown));
      box.scrollTop = OLDER_HEIGHT + (list.current?.getItemOffset(place) ?? 0) - TOP_HEIGHT;
      viewport.send({ type: 'list.placed' });
    } else if (selectIsFollowing(shown)) {
      box.scrollTop = box.scrollHeight;
      viewport.send({ type: 'list.stuck', top: box.scrollTop });
    } else return;
    // The event comes with the next frame. Where the rows drawn beyond the viewport do not reach as far, virtua must know in
    // this one, or it shows where they end.
    if (Math.abs(box.scrollTop - (list.current?.scrollOffset ?? 0)) > DRAWN_BEYOND / 2)
      box.dispatchEvent(new Event('scroll'));
  }, [scroller, list, viewport, timeline]);

  const reportScroll = useCallback(() => {
    const rows = list.current;
    if (!rows) return;
    const { scrollOffset: top, viewportSize } = rows;
    const first = top > OLDER_HEIGHT ? timeline[rows.findItemIndex(top + TOP_INSET)]?.id : null;
    const last = timeline.length - 1;
    const end = OLDER_HEIGHT + rows.getItemOffset(last) + rows.getItemSize(last) + END_MARGIN;
    viewport.send({
      type: 'list.scrolled',
      top,
      distance: Math.max(0, end - viewportSize - top),
      first: first ?? null,
    });
  }, [list, viewport, timeline]);

  useLayoutEffect(() => {
    const shown = viewport.getSnapshot();
    // A list that opens at a message has never been at its end.
    if (scroller.current && !selectIsOpening(shown) && selectOriginal(shown) === null)
      scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, viewport]);

  const isOpening = useSelector(viewport, selectIsOpening);
  useLayoutEffect(() => {
    if (isOpening) stick();
  }, [isOpening, stick]);

  // At once: a smooth scroll goes on to where the end was, and takes back what sticks to the messages that come meanwhile.
  useLayoutEffect(() => {
    if (newest) stick();
  }, [newest, stick]);

  // What goes from the list takes its end upwards, and the browser the list with it: that is not its reader's scrolling.
  useLayoutEffect(() => {
    if (timeline.length < length.current) stick();
    length.current = timeline.length;
  }, [timeline.length, stick]);

  return { stick, reportScroll };
}
