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
