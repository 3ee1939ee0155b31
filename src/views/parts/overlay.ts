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
 * Handlers for an open `<dialog>` that its overlay closes. A click counts only if its press began on the overlay, too: one that ends a
 * selection of text out there has the dialog for its target as well.
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
