import { type CSSProperties, type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from 'virtua';
import { PressableRows } from './PressableRows';
import styles from './VirtualRows.module.css';

/** The minimum width of a card and the gap between two cards, in px. The styles have the same values in rem. */
const CARD = 288;
const GAP = 12;

/** The layout of a grid: its number of columns, its distance from the top of the scrolled content, in px, and the scrolling element. */
export interface Grid {
  readonly columns: number;
  readonly top: number;
  readonly scroller: RefObject<HTMLElement>;
}

/** The element that scrolls around a list: the whole screen, including the heading, the pane of the list, or a part of the screen. */
const scrollerOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main, [data-pane], [data-scroller]') ?? null;

/** Measures the grid inside an element; null until it is measured. */
export function useGrid(element: RefObject<HTMLElement | null>): Grid | null {
  const [grid, setGrid] = useState<Grid | null>(null);
  useLayoutEffect(() => {
    const [measured, screen] = [element.current, scrollerOf(element.current)];
    if (!measured || !screen) return;
    const scroller = { current: screen };
    const measure = () => {
      const columns = Math.max(1, Math.floor((measured.clientWidth + GAP) / (CARD + GAP)));
      const top = measured.getBoundingClientRect().top - screen.getBoundingClientRect().top + screen.scrollTop;
      setGrid((known) => (known?.columns === columns && known.top === top ? known : { columns, top, scroller }));
    };
    measure();
    const resizes = new ResizeObserver(measure);
    resizes.observe(measured);
    return () => resizes.disconnect();
  }, [element]);
  return grid;
}

/**
 * The heights of the rows of lists that were left. A list that is opened again is as high as before at once, so that a member who goes
 * back finds the same cards at the same place (DECISIONS 258).
 */
const leftHeights = new Map<string, CacheSnapshot>();

/**
 * Puts the cards of a grid into rows, for `VirtualRows`. In one column a row moves with its card, so that the card stays the same
 * element. In several a new card moves the others to the next place, which for most of them is in the same row.
 */
export function rowsOf(cards: readonly ReactElement[], columns: number): ReactElement[] {
  const firsts = Array.from({ length: Math.ceil(cards.length / columns) }, (_, row) => row * columns);
  return firsts.map((first) => (
    <div
      key={columns === 1 ? cards[first]?.key : first}
      className={styles.row}
      style={{ '--columns': columns } as CSSProperties}
    >
      {cards.slice(first, first + columns)}
    </div>
  ));
}

interface VirtualRowsProps {
  /** Tells this list from others when it is opened again. */
  name: string;
  grid: Grid;
  /** The estimated height of a row, in px, until virtua has measured one. */
  usualHeight: number;
  /** For reading and changing what is in view. */
  list?: RefObject<VirtualizerHandle | null>;
  /** Whether rows were added or removed above the view since the last time, so that the view stays where it is. */
  shift?: boolean;
  children: ReactElement[];
}

/**
 * The rows of a long list on a screen. Heights that were measured before are estimates until the rows are measured again. Only those near
 * the viewport are in the document (virtua).
 */
export function VirtualRows({ name, grid, usualHeight, list, shift = false, children }: VirtualRowsProps) {
  const ownList = useRef<VirtualizerHandle>(null);
  const rows = list ?? ownList;
  const key = `${name} ${grid.columns}`;
  const [cache] = useState(() => leftHeights.get(key));
  useLayoutEffect(() => {
    const shown = rows.current;
    return () => {
      if (shown) leftHeights.set(key, shown.cache);
    };
  }, [rows, key]);
  return (
    <Virtualizer
      ref={rows}
      as={PressableRows}
      scrollRef={grid.scroller}
      startMargin={grid.top}
      itemSize={usualHeight}
      bufferSize={400}
      shift={shift}
      {...(cache && { cache })}
    >
      {children}
    </Virtualizer>
  );
}
