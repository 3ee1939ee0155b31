import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo } from 'react';

/** The share of a message that must be visible before it counts as read (S1 §9). */
const SHARE = 0.7;
/** Steps of 2 %: enough to notice when a message several times as tall as the viewport fills 70 % of the viewport. */
const thresholds = Array.from({ length: 51 }, (_, step) => step / 50);

/**
 * Calls `onSeen` for each watched row that has been seen: at least 70 % of the row is in view, or the row fills at least 70 % of the
 * viewport (DECISIONS 35). Only while the page is visible. One observer serves the whole list. Calls `onReturn` when the page is
 * visible again, before anything in view counts as seen.
 * Returns the ref callback for rows to watch.
 */
export function useVisibility(
  scroller: RefObject<HTMLElement | null>,
  onSeen: (row: Element) => void,
  onReturn: () => void,
) {
  const seen = useEffectEvent(onSeen);
  const returned = useEffectEvent(onReturn);
  const watcher = useMemo(
    () =>
      createWatcher(
        scroller,
        (row) => seen(row),
        () => returned(),
      ),
    [scroller],
  );

  useEffect(() => {
    document.addEventListener('visibilitychange', watcher.lookAgain);
    return () => document.removeEventListener('visibilitychange', watcher.lookAgain);
  }, [watcher]);

  return useCallback((row: Element | null) => (row ? watcher.watch(row) : undefined), [watcher]);
}

function createWatcher(scroller: RefObject<HTMLElement | null>, onSeen: (row: Element) => void, onReturn: () => void) {
  const rows = new Set<Element>();
  let observer: IntersectionObserver | null = null;

  const look = (entries: IntersectionObserverEntry[]) => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of entries) if (isSeen(entry)) onSeen(entry.target);
  };
  // Created with the first row, because the scroller, its root, is in the document by then.
  const observe = (row: Element) => {
    observer ??= new IntersectionObserver(look, { root: scroller.current, threshold: thresholds });
    observer.observe(row);
  };
  return {
    watch(row: Element) {
      rows.add(row);
      observe(row);
      return () => {
        rows.delete(row);
        observer?.unobserve(row);
      };
    },
    /** An observer reports only changes. A new one reports every row once. */
    lookAgain() {
      if (document.visibilityState === 'visible') onReturn();
      observer?.disconnect();
      rows.forEach(observe);
    },
  };
}

const isSeen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= SHARE || (rootBounds !== null && intersectionRect.height >= SHARE * rootBounds.height);
