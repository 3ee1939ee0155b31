import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Press {
  target: EventTarget;
  currentTarget: HTMLElement;
  clientX: number;
  clientY: number;
}

/** Whether a press on an open `<dialog>` hit its overlay: its target is the dialog itself, but the pointer is outside its box. */
export function isOnOverlay({ target, currentTarget, clientX, clientY }: Press) {
  const box = currentTarget.getBoundingClientRect();
  const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  return target === currentTarget && !isInside;
}

/**
 * Handlers that close a `<dialog>` when its overlay is clicked. The press must begin on the overlay, too: a text selection that
 * begins inside the dialog and ends on the overlay ends with a click whose target is the dialog.
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
