import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';
import type { Message } from '../../../contract/chats';
import { selectTakesRelease } from '../../../machines/chat/gesture.machine';
import { useChat } from '../chat';

/** Sends the movements of finger, pen or mouse on messages to the gesture chart, which decides what they mean (S1 §4). */
export function usePointerGestures(messageAt: (element: Element) => Message | undefined) {
  const { gesture, overlay } = useChat();
  /** Whether the end of the last press belongs to a gesture. */
  const isTaken = useRef(false);

  // A press may end outside the list, for example over the menu that it has opened.
  useEffect(() => {
    const released = () => {
      isTaken.current = selectTakesRelease(gesture.getSnapshot());
      gesture.send({ type: 'pointer.released' });
    };
    const cancelled = () => gesture.send({ type: 'pointer.cancelled' });
    addEventListener('pointerup', released);
    addEventListener('pointercancel', cancelled);
    return () => {
      removeEventListener('pointerup', released);
      removeEventListener('pointercancel', cancelled);
    };
  }, [gesture]);

  return {
    onPointerDown(event: PointerEvent) {
      isTaken.current = false;
      const { target, isPrimary, button, pointerType, clientX, clientY } = event;
      if (!isPrimary || button !== 0 || isOnlyFor(target, pointerType, clientY)) return;
      const message = messageAt(target as Element);
      if (!message) return;
      gesture.send({
        type: 'pointer.pressed',
        message,
        x: clientX,
        y: clientY,
        byMouse: pointerType === 'mouse',
        onPicture: isIn(target, '[data-tappable]'),
        onControl: isIn(target, CONTROLS),
      });
    },
    onPointerMove({ isPrimary, buttons, clientX, clientY }: PointerEvent) {
      if (isPrimary && buttons !== 0) gesture.send({ type: 'pointer.moved', x: clientX, y: clientY });
    },
    /** A finger that has made a gesture must not also play, follow or open what is under it. The browser does nothing more then. */
    onTouchEnd(event: TouchEvent) {
      if (isTaken.current) event.preventDefault();
    },
    /** The browser would pick up a link that is held. */
    onDragStart(event: MouseEvent) {
      if (gesture.getSnapshot().matches('held')) event.preventDefault();
    },
    /** A double click reacts with a heart and must not select a word. */
    onMouseDown(event: MouseEvent) {
      if (event.detail > 1 && !isIn(event.target, `${CONTROLS}, ${OWN}`)) event.preventDefault();
    },
    /**
     * The right button, a finger that stays, or the menu key on a focused message. If text is selected, the browser's own menu opens, to
     * copy it.
     */
    onContextMenu(event: MouseEvent<Element, globalThis.MouseEvent & { pointerType?: string }>) {
      if (getSelection()?.isCollapsed === false) return;
      const { target, clientX, clientY, nativeEvent } = event;
      const message = isOnlyFor(target, nativeEvent.pointerType, clientY) ? undefined : messageAt(target as Element);
      if (!message) return;
      event.preventDefault();
      overlay.send({ type: 'menu.open', message, x: clientX, y: clientY });
    },
  };
}

/**
 * What acts on taps and drags itself. A picture does not: the gesture chart decides what a press on it means. A quote only handles taps:
 * a long press or a swipe on it is one on its message.
 */
const CONTROLS = 'button:not([data-tappable], [data-quote]), [role=slider]';
/** What has uses of its own for a mouse, and for a finger only taps. */
const OWN = 'a, video';

/** The height in px of the strip at the lower edge of a video where browsers have their buttons and the slider of the time. */
const STRIP = 72;

const isIn = (target: EventTarget, selector: string) => target instanceof Element && target.closest(selector) !== null;

/** Whether a press is none on the message. For a mouse the menu's button is beside the message; a finger has only the message itself. */
function isOnlyFor(target: EventTarget, pointerType: string | undefined, y: number) {
  if (pointerType !== 'touch') return isIn(target, `${CONTROLS}, ${OWN}`);
  return target instanceof HTMLVideoElement && y > target.getBoundingClientRect().bottom - STRIP;
}
