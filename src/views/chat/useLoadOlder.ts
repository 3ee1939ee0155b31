import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect } from 'react';
import { selectCanFetchOlder } from '../../machines/chat/history.select';
import type { Timeline } from '../../rules/timeline';
import { useChat } from './chat';

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
