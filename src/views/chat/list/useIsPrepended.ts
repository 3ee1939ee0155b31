import { useLayoutEffect, useRef } from 'react';
import type { Timeline } from '../../../rules/timeline';
import { rowKey } from '../../../rules/timeline';

/**
 * Whether this render puts older messages before the existing ones, so that virtua keeps the visible rows in their place.
 *
 * virtua then measures from the end of the list until scrolling has ended. One case remains: if older messages arrive in the same frame
 * in which a jump to the top ends (150 ms after the last scroll), the rows just below the view are rendered for the first time in that
 * frame. Their difference from `USUAL_HEIGHT` moves the list once, by about 50 px. virtua has no option that prevents it.
 */
export function useIsPrepended(timeline: Timeline): boolean {
  const first = timeline[0] && rowKey(timeline[0]);
  const shown = useRef(first);
  useLayoutEffect(() => {
    shown.current = first;
  }, [first]);
  return first !== shown.current && timeline.findIndex((message) => rowKey(message) === shown.current) > 0;
}
