import { type RefObject, useLayoutEffect, useState } from 'react';

/** The minimum width of a card and the gap between two cards, in px. The styles have the same values in rem. */
const CARD = 288;
const GAP = 12;

/** The layout of a grid: its number of columns, and its distance from the top of the scrolled content, in px. */
interface Grid {
  readonly columns: number;
  readonly top: number;
}

/** The element that scrolls: the whole screen, including the heading. */
export const scroller = {
  get current() {
    return document.querySelector('main');
  },
};

/** Measures the grid inside an element; null until it is measured. */
export function useGrid(element: RefObject<HTMLElement | null>): Grid | null {
  const [grid, setGrid] = useState<Grid | null>(null);
  useLayoutEffect(() => {
    const [measured, screen] = [element.current, scroller.current];
    if (!measured || !screen) return;
    const measure = () => {
      const columns = Math.max(1, Math.floor((measured.clientWidth + GAP) / (CARD + GAP)));
      const top = measured.getBoundingClientRect().top - screen.getBoundingClientRect().top + screen.scrollTop;
      setGrid((known) => (known?.columns === columns && known.top === top ? known : { columns, top }));
    };
    measure();
    const resizes = new ResizeObserver(measure);
    resizes.observe(measured);
    return () => resizes.disconnect();
  }, [element]);
  return grid;
}
