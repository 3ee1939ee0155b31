import { useSelector } from '@xstate/react';
import { type CSSProperties, type PointerEvent, useCallback, useLayoutEffect, useRef } from 'react';
import type { WorkbenchRef } from '../workbench.machine';

/** The smallest size at which a drawing is shown at first, because its texts are as small as can be read then. */
const SMALLEST = 0.8;
/** How much larger or smaller a press makes the drawing. */
const STEP = 1.25;
/** How far the mouse may move, in pixels, before a press becomes a drag. */
const STILL = 4;
/** The factor by which the wheel changes the size, per pixel of its turn. A usual wheel turns by 100 pixels at a time. */
const PER_PIXEL = 1.002;

/** A point of the drawing, as parts of its width and height, and where it has to be on the screen. */
interface Held {
  readonly across: number;
  readonly down: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The size of the drawing in its frame, and the movement of the frame. What is under the pointer stays there while the wheel turns with
 * Ctrl (or two fingers spread on a touchpad); otherwise the middle of the frame stays. A drag with the mouse moves the drawing; fingers
 * scroll the frame by themselves.
 */
export function useSize(actor: WorkbenchRef) {
  const drawing = useSelector(actor, ({ context }) => context.drawing);
  const zoom = useSelector(actor, ({ context }) => context.zoom);
  const frame = useRef<HTMLElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<Held | null>(null);

  /** @param at where on the screen the drawing must not move */
  const zoomBy = useCallback(
    (factor: number, at: { readonly x: number; readonly y: number }) => {
      const place = svg.current?.getBoundingClientRect();
      const { drawing, zoom } = actor.getSnapshot().context;
      if (!place || !drawing) return;
      const { x, y } = at;
      held.current = { across: (x - place.left) / place.width, down: (y - place.top) / place.height, x, y };
      // Until the reviewer changes it, the size follows from the width of the page.
      actor.send({ type: 'zoom.set', zoom: (zoom ?? place.width / drawing.width) * factor });
      // It is as large or small as it can be already, so nothing moves now, and the next change is not about this point.
      if (actor.getSnapshot().context.zoom === zoom) held.current = null;
    },
    [actor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another size moves the point
  useLayoutEffect(() => {
    const place = svg.current?.getBoundingClientRect();
    const point = held.current;
    held.current = null;
    if (!place || !point) return;
    frame.current?.scrollBy(
      place.left + point.across * place.width - point.x,
      place.top + point.down * place.height - point.y,
    );
  }, [zoom]);

  /** The listener for the wheel is added by hand, because with React's own one the browser would zoom the page, too. */
  const attachFrame = useCallback(
    (element: HTMLElement | null) => {
      frame.current = element;
      const turn = (event: WheelEvent) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        zoomBy(PER_PIXEL ** -event.deltaY, { x: event.clientX, y: event.clientY });
      };
      element?.addEventListener('wheel', turn, { passive: false });
      return () => {
        frame.current = null;
        element?.removeEventListener('wheel', turn);
      };
    },
    [zoomBy],
  );
  const fromMiddle = (factor: number) => {
    const { left = 0, right = 0, top = 0, bottom = 0 } = frame.current?.getBoundingClientRect() ?? {};
    zoomBy(factor, { x: (left + right) / 2, y: (top + bottom) / 2 });
  };

  /** Starts a drag. A press without a movement is left alone, so that it still reaches the link below the pointer. */
  const drag = ({ pointerType, button, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = frame.current;
    if (pointerType !== 'mouse' || button !== 0 || !box) return;
    const [left, top] = [box.scrollLeft, box.scrollTop];
    let isDragged = false;
    const end = new AbortController();
    const { signal } = end;
    const move = (event: globalThis.PointerEvent) => {
      // The button was let go outside the frame.
      if (event.buttons === 0) return stop();
      const [across, down] = [event.clientX - clientX, event.clientY - clientY];
      if (!isDragged && Math.hypot(across, down) < STILL) return;
      // From here on the frame gets the click, so a drag that begins on a name chooses nothing.
      if (!isDragged) box.setPointerCapture(pointerId);
      isDragged = true;
      box.dataset.dragged = '';
      box.scrollTo(left - across, top - down);
    };
    const stop = () => {
      end.abort();
      delete box.dataset.dragged;
    };
    box.addEventListener('pointermove', move, { signal });
    box.addEventListener('pointerup', stop, { signal });
    box.addEventListener('pointercancel', stop, { signal });
  };

  return {
    frame: attachFrame,
    svg,
    zoom,
    drag,
    /** The frame's style: its drawing has this width. It is not the drawing's own, so that a turn of the wheel draws nothing again. */
    style: {
      '--drawing-size':
        drawing &&
        (zoom === null
          ? `clamp(${drawing.width * SMALLEST}px, 100%, ${drawing.width}px)`
          : `${drawing.width * zoom}px`),
    } as CSSProperties,
    larger: () => fromMiddle(STEP),
    smaller: () => fromMiddle(1 / STEP),
    fit: () => {
      const { clientWidth = 1, clientHeight = 1 } = frame.current ?? {};
      if (drawing)
        actor.send({
          type: 'zoom.set',
          zoom: Math.min((clientWidth - 8) / drawing.width, (clientHeight - 8) / drawing.height),
        });
    },
  };
}
