import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { selectIsFollowing } from '../../../machines/chat/viewport.select';
import type { Timeline } from '../../../rules/timeline';
import { useChat } from '../chat';

/** How far above and below the viewport rows are drawn, in px. */
export const DRAWN_BEYOND = 200;

/**
 * Keeps the newest message in view while the chart follows it (S1 §4: within 50 px of the bottom), whatever grows: the list, a
 * row, the composer below. Answers with what to call when something was resized, and when the list was scrolled.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  timeline: Timeline,
) {
  const { viewport } = useChat();
  const isFollowing = useSelector(viewport, selectIsFollowing);
  /** The lowest that the list has stood since it was brought to its end: what it stands above that, its reader has scrolled. */
  const lowest = useRef(0);
  /** Nothing is left to scroll to: the list has just been opened, at its end, or its reader has scrolled there. */
  const isThereAlready = useRef(true);

  const stick = useCallback(() => {
    const box = scroller.current;
    if (!box || !selectIsFollowing(viewport.getSnapshot())) return;
    box.scrollTop = box.scrollHeight;
    lowest.current = box.scrollTop;
    // The event comes with the next frame. Where the rows drawn beyond the viewport do not reach as far, virtua must know in
    // this one, or it shows where they end.
    if (Math.abs(lowest.current - (list.current?.scrollOffset ?? 0)) > DRAWN_BEYOND / 2)
      box.dispatchEvent(new Event('scroll'));
  }, [scroller, list, viewport]);

  const reportScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const wasFollowing = selectIsFollowing(viewport.getSnapshot());
    lowest.current = wasFollowing ? Math.max(lowest.current, box.scrollTop) : box.scrollTop;
    const climbed = lowest.current - box.scrollTop;
    if (wasFollowing && climbed === 0) return;
    // What has grown below the viewport was not scrolled away from, and a row that turns out lower than it was thought to be
    // moves all of them up by some px: sticking is about to bring the end into view.
    const distance = wasFollowing ? Math.min(climbed, distanceToBottom(box)) : distanceToBottom(box);
    const scrolled = { type: 'list.scrolled', distance } as const;
    if (!viewport.getSnapshot().can(scrolled)) return;
    viewport.send(scrolled);
    isThereAlready.current = !wasFollowing && selectIsFollowing(viewport.getSnapshot());
  }, [scroller, viewport]);

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller]);

  useLayoutEffect(() => {
    if (!isFollowing) return;
    // At once: a smooth scroll goes on to where the end was, and takes back what sticks to the messages that come meanwhile.
    if (!isThereAlready.current) stick();
    isThereAlready.current = false;
  }, [isFollowing, stick]);

  // What goes from the list takes its end upwards, and the browser the list with it: with what comes next below, that would look like
  // scrolled away from.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && timeline.length > 0) lowest.current = Math.min(lowest.current, box.scrollHeight - box.clientHeight);
  }, [scroller, timeline]);

  return { stick, reportScroll };
}

const distanceToBottom = (box: HTMLElement) => Math.max(0, box.scrollHeight - box.scrollTop - box.clientHeight);
