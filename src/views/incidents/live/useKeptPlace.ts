import { useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { scroller } from './useGrid';

/** The last position of the list: the key of its entry in the browser's history, and the scroll distance in px. */
let left: { readonly entry: string; readonly top: number } | null = null;

/**
 * Restores the scroll position when the member goes back to the list; a new visit starts at the top.
 * @param isLaidOut whether the rows are laid out, so that the list can scroll
 */
export function useKeptPlace(isLaidOut: boolean): void {
  const entry = useRouterState({
    // While this screen is being removed, the address is already that of the next screen.
    select: ({ location }) => (location.pathname === '/live' ? location.state.__TSR_key : undefined),
  });
  const [top] = useState(() => (entry !== undefined && left?.entry === entry ? left.top : 0));
  const current = useRef(entry);
  useLayoutEffect(() => {
    if (entry) current.current = entry;
  }, [entry]);
  useLayoutEffect(() => {
    const screen = scroller.current;
    if (!isLaidOut || !screen) return;
    screen.scrollTop = top;
    return () => {
      left = current.current === undefined ? null : { entry: current.current, top: screen.scrollTop };
    };
  }, [top, isLaidOut]);
}
