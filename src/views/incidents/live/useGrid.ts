import { type RefObject, useLayoutEffect, useState } from 'react';

/** The least width of a card and the space between two, in px, as the styles have them in rem. */
const CARD = 288;
const GAP = 12;

/** Of a grid: how many cards stand beside each other, and how far below the beginning of what scrolls it begins, in px. */
interface Grid {
  readonly columns: number;
  readonly top: number;
}

/** What scrolls is the screen as a whole, with its heading. */
export const scroller = {
  get current() {
    return document.querySelector('main');
  },
};

/** How the grid inside an element is laid out; null until it has been measured. */
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
