import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How long a list ignores presses after its entries have moved, in milliseconds: somebody already pressing cannot stop in less. */
const SETTLING = 500;

/**
 * Makes a list ignore presses for a moment after its entries have moved, because something before them has come or gone: the press
 * was meant for what was there. For lists whose buttons do what cannot be undone. The keyboard is not affected. DECISIONS 211
 * @param entries ids, from top to bottom: first of what may appear or vanish above the list and so move it, then of its entries. What is
 *   not there has no id, but a place.
 */
export function usePressGuard(list: RefObject<HTMLElement | null>, entries: readonly (string | false | null)[]): void {
  const shown = useRef(entries);
  useLayoutEffect(() => {
    const haveMoved = shown.current.some((entry, place) => entries[place] !== entry);
    shown.current = entries;
    // An animation ends by itself, and needs no further rendering.
    if (haveMoved) list.current?.animate({ pointerEvents: ['none', 'none'] }, SETTLING);
  }, [list, entries]);
}

/** Whether a list ignores presses at present. */
export const isSettling = (list: HTMLElement | null) => (list?.getAnimations().length ?? 0) > 0;
