import { useLayoutEffect, useRef } from 'react';
import { rowKey } from '../../rules/messages';
import type { Timeline } from '../../rules/timeline';

/** Whether this rendering puts older messages before those that were there, so that the list keeps what is in view in its place. */
export function useIsPrepended(timeline: Timeline): boolean {
  const first = timeline[0] && rowKey(timeline[0]);
  const shown = useRef(first);
  useLayoutEffect(() => {
    shown.current = first;
  }, [first]);
  return first !== shown.current && timeline.findIndex((message) => rowKey(message) === shown.current) > 0;
}
