import { type RefObject, useEffect, useRef } from 'react';

/**
 * Says when an element at the end of a list comes near the viewport, and again with each other `length` of the list while it stays there.
 */
export function useEndReached(end: RefObject<HTMLElement | null>, length: number, reached: () => void): void {
  const latest = useRef(reached);
  useEffect(() => {
    latest.current = reached;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer that begins anew says whether the end is in view.
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
