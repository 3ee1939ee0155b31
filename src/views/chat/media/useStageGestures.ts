import { type MouseEvent, type PointerEvent, useRef, type WheelEvent } from 'react';
import type { Message } from '../../../contract/chats';
import { useChat } from '../chat';

/** The pictures before and after the one that is shown. */
interface Beside {
  previous: Message | undefined;
  next: Message | undefined;
}

/**
 * Turns pointers and wheel into events of the viewer's chart: one pointer drags, two pinch, a double click zooms in and out.
 * The positions of the pointers are kept here, because they are facts of the DOM.
 */
export function useStageGestures(beside: Beside) {
  const { viewer } = useChat();
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef({ x: 0, y: 0 });

  /** Converts a point or a movement to fractions of the viewer's width and height; a point is measured from its centre. */
  const onStage = ({ currentTarget }: { currentTarget: Element }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return {
      point: (x: number, y: number) => ({ x: (x - left) / width - 0.5, y: (y - top) / height - 0.5 }),
      movement: (x: number, y: number) => ({ x: x / width, y: y / height }),
    };
  };

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const by = { x: now.x - before.x, y: now.y - before.y };
    pointers.current.set(event.pointerId, now);
    const stage = onStage(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      travelled.current = { x: travelled.current.x + by.x, y: travelled.current.y + by.y };
      viewer.send({ type: 'picture.pan', ...stage.movement(by.x, by.y) });
      return;
    }
    travelled.current = { x: 0, y: 0 };
    const factor =
      Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    viewer.send({ type: 'zoom.change', factor, ...stage.point((now.x + other.x) / 2, (now.y + other.y) / 2) });
    viewer.send({ type: 'picture.pan', ...stage.movement(by.x / 2, by.y / 2) });
  }

  function release(event: PointerEvent) {
    if (!pointers.current.delete(event.pointerId)) return;
    if (pointers.current.size > 0 || event.type !== 'pointerup') return;
    viewer.send({ type: 'pointer.released', ...travelled.current, ...beside });
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) travelled.current = { x: 0, y: 0 };
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onDoubleClick: (event: MouseEvent) =>
      viewer.send({ type: 'zoom.toggle', ...onStage(event).point(event.clientX, event.clientY) }),
    onWheel: (event: WheelEvent) =>
      viewer.send({
        type: 'zoom.change',
        factor: Math.exp(-event.deltaY / 500),
        ...onStage(event).point(event.clientX, event.clientY),
      }),
  };
}
