import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Press {
  target: EventTarget;
  currentTarget: HTMLElement;
  clientX: number;
  clientY: number;
}

/** Whether a press on an open `<dialog>` hit its overlay: the target is the dialog itself, the pointer outside its box. */
export function isOnOverlay({ target, currentTarget, clientX, clientY }: Press) {
  const box = currentTarget.getBoundingClientRect();
  const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  return target === currentTarget && !isInside;
}

/**
 * Handlers for an open `<dialog>` that a click on its overlay closes. The press must also begin on the overlay: a text selection
 * that begins inside and ends on the overlay has the dialog as its target, too.
 */
export function useOverlayPress(close: (dialog: HTMLDialogElement) => void) {
  const hasBegun = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      hasBegun.current = isOnOverlay(event);
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (hasBegun.current && isOnOverlay(event)) close(event.currentTarget);
    },
  };
}
