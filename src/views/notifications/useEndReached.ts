import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `reached` when an element at the end of a list is within 600 px of the viewport, and again after each change of `length` while it
 * still is.
 */
export function useEndReached(end: RefObject<HTMLElement | null>, length: number, reached: () => void): void {
  const latest = useRef(reached);
  useEffect(() => {
    latest.current = reached;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports at once whether the end is in view.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, length]);
}
