import { useLayoutEffect, useRef } from 'react';
import type { Timeline } from '../../../rules/timeline';
import { rowKey } from '../../../rules/timeline';

/**
 * Whether this rendering puts older messages before those that were there, so that the list keeps what is in view in its place.
 *
 * virtua then counts from the end of the list until scrolling has ended. What that leaves: where older ones come in the very frame in
 * which a jump to the top has ended (150 ms after it), the rows just below the view are drawn for the first time in that frame, too,
 * and what they differ from `USUAL_HEIGHT` moves the list once, by some 50 px. virtua has no option for it.
 */
export function useIsPrepended(timeline: Timeline): boolean {
  const first = timeline[0] && rowKey(timeline[0]);
  const shown = useRef(first);
  useLayoutEffect(() => {
    shown.current = first;
  }, [first]);
  return first !== shown.current && timeline.findIndex((message) => rowKey(message) === shown.current) > 0;
}
