import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Drawing } from '../chart/layout';

/** Whether a part of the drawing is wholly in view in its frame. */
function isInView(part: Element, frame: Element): boolean {
  const [inner, outer] = [part.getBoundingClientRect(), frame.getBoundingClientRect()];
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/** Scrolls the frame of the drawing, but not the page, so that a part is in its middle, unless the part is wholly in view already. */
export function bringIntoView(part: Element | undefined): void {
  const frame = part?.closest('section');
  if (!part || !frame || isInView(part, frame)) return;
  const inner = part.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  // From middle to middle.
  frame.scrollBy(
    (inner.left + inner.right - outer.left - outer.right) / 2,
    (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
  );
}

/**
 * Keeps a part of the drawing in view when the size of the frame changes, as with that of the window, if it was in view before.
 * @returns a function that ends it
 */
export function keepInView(part: Element | undefined): () => void {
  const frame = part?.closest('section');
  if (!part || !frame) return () => {};
  const sizeOf = () => `${frame.clientWidth} ${frame.clientHeight}`;
  let [wasInView, size] = [isInView(part, frame), sizeOf()];
  const note = () => {
    wasInView = isInView(part, frame);
  };
  const observer = new ResizeObserver(() => {
    // The drawing alone has another size after a press on + or −, which keeps the middle in its place instead.
    if (size !== sizeOf() && wasInView) bringIntoView(part);
    size = sizeOf();
    note();
  });
  for (const observed of [frame, part.closest('svg')]) if (observed) observer.observe(observed);
  frame.addEventListener('scroll', note, { passive: true });
  return () => {
    observer.disconnect();
    frame.removeEventListener('scroll', note);
  };
}

/** The duration of the movement after a state was closed or opened, in milliseconds. */
const MOVING = 240;

/**
 * A state that is closed or opened stays where it is on the screen, if the frame can scroll that far. All other states are seen moving to
 * their new places.
 * @returns a function to call with the state's id before the drawing changes
 */
export function useKeptInPlace(svg: RefObject<SVGSVGElement | null>, drawing: Drawing) {
  const kept = useRef<{
    readonly state: string;
    readonly left: number;
    readonly top: number;
    readonly drawing: Drawing;
  } | null>(null);
  const placeOf = (state: string) => svg.current && boxIn(svg.current, state)?.getBoundingClientRect();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another drawing puts states elsewhere
  useLayoutEffect(() => {
    const was = kept.current;
    const now = was && placeOf(was.state);
    kept.current = null;
    if (!svg.current || !was || !now) return;
    svg.current.parentElement?.scrollBy(now.left - was.left, now.top - was.top);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) moveFrom(svg.current, was.drawing, drawing, was.state);
  }, [drawing]);
  return (state: string) => {
    const place = placeOf(state);
    kept.current = place ? { state, left: place.left, top: place.top, drawing } : null;
  };
}

const boxIn = (svg: SVGSVGElement, state: string) => svg.querySelector(`[data-state="${CSS.escape(state)}"] > rect`);

/** Lets each state move from its place in the earlier drawing. What was not there appears. */
function moveFrom(svg: SVGSVGElement, earlier: Drawing, drawing: Drawing, fixed: string): void {
  const placesIn = ({ boxes }: Drawing) => new Map(boxes.map((box) => [box.state.id, box]));
  const [before, after] = [placesIn(earlier), placesIn(drawing)];
  const [from, to] = [before.get(fixed), after.get(fixed)];
  if (!from || !to) return;
  const options = { duration: MOVING, easing: 'ease-out' };
  const appear = (part: Element | null) =>
    part?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], options);
  for (const [state, { x, y, width, height }] of after) {
    const rect = boxIn(svg, state);
    const group = rect?.parentElement ?? null;
    const was = before.get(state);
    if (!was) {
      appear(group);
      continue;
    }
    // The fixed state stays where it is on the screen, so places count from there.
    const start = `translate(${was.x - from.x + to.x}px, ${was.y - from.y + to.y}px)`;
    group?.animate([{ transform: start }, { transform: `translate(${x}px, ${y}px)` }], options);
    rect?.animate(
      [
        { width: `${was.width}px`, height: `${was.height}px` },
        { width: `${width}px`, height: `${height}px` },
      ],
      options,
    );
  }
  // The way of an arrow may be another one now.
  for (const arrow of svg.querySelectorAll('[data-arrow]')) appear(arrow);
}
