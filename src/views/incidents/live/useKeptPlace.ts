import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { LiveFilter } from '../../../rules/liveFilter';

/** The last position of the list: the key of its entry in the browser's history, its filter, and the scroll distance in px. */
let left: { readonly entry: string; readonly filter: LiveFilter; readonly top: number } | null = null;

/**
 * Restores the scroll position when the member goes back to the list; a new visit starts at the top.
 * @param filter the filter of the list. When another is chosen, the address changes before the list does, so the address alone does not
 *     tell whose position it is.
 * @param scroller the scrolling element, once the rows are laid out
 */
export function useKeptPlace(filter: LiveFilter, scroller: RefObject<HTMLElement> | undefined): void {
  const entry = useRouterState({
    // While this screen is being removed, the address is already that of the next screen.
    select: ({ location }) => (location.pathname === '/live' ? location.state.__TSR_key : undefined),
  });
  const [top] = useState(() => (entry !== undefined && left?.entry === entry && left.filter === filter ? left.top : 0));
  const current = useRef(entry);
  useLayoutEffect(() => {
    if (entry) current.current = entry;
  }, [entry]);
  useLayoutEffect(() => {
    if (!scroller) return;
    const screen = scroller.current;
    screen.scrollTop = top;
    return () => {
      left = current.current === undefined ? null : { entry: current.current, filter, top: screen.scrollTop };
    };
  }, [top, filter, scroller]);
}
