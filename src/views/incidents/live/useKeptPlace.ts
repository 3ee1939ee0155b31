import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VirtualizerHandle } from 'virtua';
import { scroller } from './useGrid';

/** Where the list was left last: at which entry of the browser's history, how far scrolled, and how high its rows were. */
let left: { readonly entry: string | undefined; readonly top: number; readonly rows: CacheSnapshot } | null = null;

/**
 * Whoever comes back to the list finds it where they have left it; whoever comes anew begins at its top.
 * @param isLaidOut whether the rows stand, so that there is something to scroll
 * @returns the heights of the rows as they were
 */
export function useKeptPlace(rows: RefObject<VirtualizerHandle | null>, isLaidOut: boolean): CacheSnapshot | undefined {
  const entry = useRouterState({
    // Of another screen only while this one is taken from the document.
    select: ({ location }) => (location.pathname === '/live' ? location.state.__TSR_key : undefined),
  });
  const [kept] = useState(() => (left?.entry === entry ? left : null));
  const current = useRef(entry);
  useLayoutEffect(() => {
    if (entry) current.current = entry;
  }, [entry]);
  useLayoutEffect(() => {
    const [screen, list] = [scroller.current, rows.current];
    if (!isLaidOut || !screen || !list) return;
    if (kept) screen.scrollTop = kept.top;
    return () => {
      left = { entry: current.current, top: screen.scrollTop, rows: list.cache };
    };
  }, [kept, rows, isLaidOut]);
  return kept?.rows;
}
