import { useSelector } from '@xstate/react';
import { type RefObject, useLayoutEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { selectTimeline } from '../../machines/chat/history.select';
import { selectOriginal } from '../../machines/chat/viewport.select';
import { useChat } from './chat';
import { OLDER_HEIGHT, scrollsSmoothly } from './scrolling';

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
