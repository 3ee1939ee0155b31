import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { selectCanFetchOlder, selectTimeline } from '../../../machines/chat/history.select';
import { selectOriginal } from '../../../machines/chat/viewport.select';
import type { Timeline } from '../../../rules/timeline';
import { useChat } from '../chat';

/** Smooth for a short way, at once for a long one: rows that were never drawn have to be measured on the way. */
const scrollsSmoothly = (box: HTMLElement, distance: number): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && distance < 2 * box.clientHeight;

/** Height of the top of the list, in px, whatever it shows: what is in view must not move when that changes. The same as in MessageList.module.css. */
export const OLDER_HEIGHT = 64;

/** Of the day that stays at the top while scrolling, with what is around it, in px. The same as in MessageList.module.css. */
export const TOP_HEIGHT = 44;

/** Where that day begins below the upper edge, in px: a day of the list that passes behind it is hidden by it. */
export const TOP_INSET = 8;

/** Below the last row, in px. The same as in MessageList.module.css. */
export const END_MARGIN = 12;

/** Brings the original of a tapped reply snippet into view (S1 §2), unless it is there already. */
export function useJumpToOriginal(
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  reportScroll: () => void,
): void {
  const { history, viewport } = useChat();
  const original = useSelector(viewport, selectOriginal);

  useLayoutEffect(() => {
    const [box, rows] = [scroller.current, list.current];
    if (!original || !box || !rows) return;
    const index = selectTimeline(history.getSnapshot()).findLastIndex(({ id }) => id === original.messageId);
    const top = OLDER_HEIGHT + rows.getItemOffset(index);
    const isInView = top >= box.scrollTop && top + rows.getItemSize(index) <= box.scrollTop + box.clientHeight;
    if (isInView) reportScroll();
    else {
      const distance = Math.abs(top - box.scrollTop);
      rows.scrollToIndex(index, { align: 'center', smooth: scrollsSmoothly(box, distance) });
    }
  }, [original, scroller, list, history, reportScroll]);
}

/** Asks for older messages when the top of the list comes near. Answers with what to call when the list was scrolled. */
export function useLoadOlder(scroller: RefObject<HTMLDivElement | null>, timeline: Timeline): () => void {
  const { history } = useChat();
  const canFetchOlder = useSelector(history, selectCanFetchOlder);

  const loadOlder = useCallback(() => {
    const box = scroller.current;
    if (box && canFetchOlder && box.scrollTop < 2 * box.clientHeight) history.send({ type: 'older.fetch' });
  }, [scroller, history, canFetchOlder]);

  // A page too short to fill the viewport never scrolls, so it asks by itself, after the list has taken its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come may be too short again.
  useEffect(() => {
    if (!canFetchOlder) return;
    const frame = requestAnimationFrame(loadOlder);
    return () => cancelAnimationFrame(frame);
  }, [loadOlder, canFetchOlder, timeline]);

  return loadOlder;
}
