import { type MouseEvent, type PointerEvent, useEffect } from 'react';
import type { Message } from '../../../contract/chats';
import { useChat } from '../chat';

/** Sends the movements of finger, pen or mouse on messages to the gesture chart, which decides what they mean (S1 §4). */
export function usePointerGestures(messageAt: (element: Element) => Message | undefined) {
  const { gesture, overlay } = useChat();

  // A press may end outside the list, for example over the menu that it has opened.
  useEffect(() => {
    const released = () => gesture.send({ type: 'pointer.released' });
    const cancelled = () => gesture.send({ type: 'pointer.cancelled' });
    addEventListener('pointerup', released);
    addEventListener('pointercancel', cancelled);
    return () => {
      removeEventListener('pointerup', released);
      removeEventListener('pointercancel', cancelled);
    };
  }, [gesture]);

  return {
    onPointerDown({ target, isPrimary, button, pointerType, clientX, clientY }: PointerEvent) {
      if (!isPrimary || button !== 0 || isControl(target)) return;
      const message = messageAt(target as Element);
      if (!message) return;
      gesture.send({
        type: 'pointer.pressed',
        message,
        x: clientX,
        y: clientY,
        byMouse: pointerType === 'mouse',
        onPicture: (target as Element).closest('[data-tappable]') !== null,
      });
    },
    onPointerMove({ isPrimary, buttons, clientX, clientY }: PointerEvent) {
      if (isPrimary && buttons !== 0) gesture.send({ type: 'pointer.moved', x: clientX, y: clientY });
    },
    /** A double click reacts with a heart and must not select a word. */
    onMouseDown(event: MouseEvent) {
      if (event.detail > 1 && !isControl(event.target)) event.preventDefault();
    },
    /** The right button, or the menu key on a focused message. If text is selected, the browser's own menu opens, to copy it. */
    onContextMenu(event: MouseEvent) {
      if (getSelection()?.isCollapsed === false) return;
      const message = isControl(event.target) ? undefined : messageAt(event.target as Element);
      if (!message) return;
      event.preventDefault();
      overlay.send({ type: 'menu.open', message, x: event.clientX, y: event.clientY });
    },
  };
}

/**
 * Whether an element handles presses itself. A picture does not: the gesture chart decides what a press on it means. A quote only
 * handles taps: a long press or a swipe on it is one on its message.
 */
const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('button:not([data-tappable], [data-quote]), a, video, [role=slider]') !== null;
