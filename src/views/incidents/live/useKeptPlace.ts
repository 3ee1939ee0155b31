import { useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { scroller } from './useGrid';

/** Where the list was left last: at which entry of the browser's history, and how far scrolled, in px. */
let left: { readonly entry: string; readonly top: number } | null = null;

/**
 * Whoever comes back to the list finds it where they have left it; whoever comes anew begins at its top.
 * @param isLaidOut whether the rows stand, so that there is something to scroll
 */
export function useKeptPlace(isLaidOut: boolean): void {
  const entry = useRouterState({
    // Of another screen only while this one is taken from the document.
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
