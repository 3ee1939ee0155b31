import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How long a list ignores presses after its entries have moved, in milliseconds: who has begun to press cannot stop sooner. */
const SETTLING = 500;

/**
 * Makes a list ignore presses for a moment after an entry has moved, because another person's act or a finished call has removed or
 * added one before it: the press was meant for what was there. For lists whose buttons do what cannot be undone. The keyboard is
 * not affected. DECISIONS 211
 * @param ids the ids of the entries, in the order in which they are shown
 */
export function useSteadyList(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const shown = useRef(ids);
  useLayoutEffect(() => {
    const haveMoved = shown.current.some((id, place) => ids[place] !== id && ids.includes(id));
    shown.current = ids;
    // An animation ends by itself, and needs no further rendering.
    if (haveMoved) list.current?.animate({ pointerEvents: ['none', 'none'] }, SETTLING);
  }, [list, ids]);
}
