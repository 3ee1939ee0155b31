import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { selectHeldAfter } from '../../../machines/chat/arrivals.machine';
import { selectCanFetchOlder, selectTimeline } from '../../../machines/chat/history.select';
import { selectOriginal } from '../../../machines/chat/viewport.select';
import { rowKey, type Timeline, upTo } from '../../../rules/chat/timeline';
import { textIn } from '../../../rules/wording';
import { type ChatSearch, markShown, useChat } from '../chat';

/** Whether to scroll smoothly. Not over long distances, because rows that were never rendered would have to be measured on the way. */
const scrollsSmoothly = (box: HTMLElement, distance: number): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && distance < 2 * box.clientHeight;

/**
 * The height of `OlderMessages`, in px. It does not depend on its contents, so that the rows do not move when these change. The same
 * as in MessageList.module.css.
 */
export const OLDER_HEIGHT = 64;

/** The height of `TopOfView` with its insets, in px. The same as in MessageList.module.css. */
export const TOP_HEIGHT = 44;

/** The distance of `TopOfView` from the upper edge of the list, in px. The same as in MessageList.module.css. */
export const TOP_INSET = 8;

/** The height of the separator between two days, without the space below it, in px. About the same as in MessageRow.module.css. */
export const DAY_HEIGHT = 32;

/** The space below the last row, in px. The same as in MessageList.module.css. */
export const END_MARGIN = 12;

/** Scrolls to the original of a tapped reply snippet (S1 §2), unless it is in view already. */
export function useJumpToOriginal(
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  reportScroll: () => void,
): void {
  const { history, viewport } = useChat();
  const original = useSelector(viewport, selectOriginal);
  const { message }: ChatSearch = useSearch({ strict: false });

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
    viewport.send({ type: 'original.shown' });
    if (original.messageId === textIn(message)) markShown(original.messageId);
  }, [original, message, scroller, list, history, viewport, reportScroll]);
}

/** Fetches older messages when the view is within two screens of the top. Returns the function to call after each scroll. */
export function useLoadOlder(list: RefObject<VirtualizerHandle | null>, timeline: Timeline): () => void {
  const { history } = useChat();
  const canFetchOlder = useSelector(history, selectCanFetchOlder);

  const loadOlder = useCallback(() => {
    const rows = list.current;
    // Positions come from virtua, because reading them from the document would force a layout for each message.
    if (rows && canFetchOlder && rows.scrollOffset < 2 * rows.viewportSize) history.send({ type: 'older.fetch' });
  }, [list, history, canFetchOlder]);

  // If the messages do not fill the viewport, nothing scrolls. So this checks once after each page, when the list is laid out.
  const [oldest] = timeline;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come may be too short again.
  useEffect(() => {
    if (!canFetchOlder) return;
    const frame = requestAnimationFrame(loadOlder);
    return () => cancelAnimationFrame(frame);
  }, [loadOlder, canFetchOlder, oldest]);

  return loadOlder;
}

/**
 * The messages that the list shows now. `isPrepended`: this render puts older ones before them, so virtua has to keep the visible rows in
 * their place. It then measures from the end of the list until scrolling has ended; call `rest` then. What arrives meanwhile is held back.
 *
 * One case remains: if older messages arrive in the same frame in which a jump to the top ends (150 ms after the last scroll), the rows
 * just below the view are rendered for the first time in that frame. Their difference from `USUAL_HEIGHT` moves the list once, by about
 * 50 px. virtua has no option that prevents it.
 */
export function useShown(all: Timeline) {
  const { arrivals } = useChat();
  const timeline = upTo(all, useSelector(arrivals, selectHeldAfter));
  const first = timeline[0] && rowKey(timeline[0]);
  const last = timeline.at(-1);
  const shown = useRef(first);
  const isPrepended = first !== shown.current && timeline.findIndex((message) => rowKey(message) === shown.current) > 0;
  useLayoutEffect(() => {
    shown.current = first;
    if (isPrepended && last) arrivals.send({ type: 'older.shown', last: rowKey(last) });
  }, [first, isPrepended, last, arrivals]);
  const rest = useCallback(() => arrivals.send({ type: 'list.rested' }), [arrivals]);
  return { timeline, isPrepended, rest };
}
