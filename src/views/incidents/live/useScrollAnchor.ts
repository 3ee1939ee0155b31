import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { rowsMoved } from '../../../rules/incidents/rowsMoved';
import type { Grid } from '../../parts/lists/VirtualRows';

interface ScrollAnchor {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly shift: boolean;
}

/**
 * Keeps what is in view in its place when cards come or go above it: nobody should open another incident than the one they were about
 * to press. At the top of the list new cards come into view.
 * @param ids the ids of the cards, in their order; a new array when they change
 * @returns props for the rows
 */
export function useScrollAnchor(grid: Grid | null, ids: readonly string[]): ScrollAnchor {
  const list = useRef<VirtualizerHandle>(null);
  const columns = grid?.columns ?? 1;
  // `anchor` is the place of the card that stays in the first visible row. If the first one were chosen again each time, the cards would
  // move on by a row after as many new ones as there are columns.
  const shown = useRef({ ids, columns, anchor: 0 });

  const rows = list.current;
  const before = shown.current;
  const first = rows?.findItemIndex(rows.scrollOffset) ?? 0;
  const rowOf = (place: number) => Math.floor(place / columns);
  let anchor = rowOf(before.anchor) === first ? before.anchor : first * columns;
  if (rows && first > 0 && before.ids !== ids && before.columns === columns) {
    const end = (rows.findItemIndex(rows.scrollOffset + rows.viewportSize) + 1) * columns;
    anchor += rowsMoved(before.ids.slice(anchor, end), anchor, ids);
  }
  const moved = before.columns === columns ? rowOf(anchor) - first : 0;
  const added = Math.ceil(ids.length / columns) - Math.ceil(before.ids.length / columns);
  const shift = moved !== 0 && moved === added;

  useLayoutEffect(() => {
    // virtua only knows of rows that come or go. If as many come as go, or if some go elsewhere, the list is scrolled here.
    if (grid && list.current && moved !== 0 && !shift) {
      grid.scroller.current.scrollTop += list.current.getItemOffset(first + moved) - list.current.getItemOffset(first);
    }
    shown.current = { ids, columns, anchor };
  });
  return { list, shift };
}
