import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The events that end a press. */
const ends = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * A value that does not change while something in an element is pressed, so that what is pressed stays under the finger. No chart knows
 * it, because it belongs to the document.
 * @returns the value to show, and props for the element
 */
export function useHeldWhilePressed<T>(value: T) {
  const [isPressed, setIsPressed] = useState(false);
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (!isPressed) shown.current = value;
  });
  useEffect(() => {
    if (!isPressed) return;
    let frame = 0;
    // The click comes after the end of the press, on a touch screen some milliseconds later.
    const end = () => {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => setIsPressed(false));
      });
    };
    const again = () => cancelAnimationFrame(frame);
    window.addEventListener('pointerdown', again);
    for (const event of ends) window.addEventListener(event, end);
    return () => {
      again();
      window.removeEventListener('pointerdown', again);
      for (const event of ends) window.removeEventListener(event, end);
    };
  }, [isPressed]);
  return {
    held: isPressed ? shown.current : value,
    press: { onPointerDown: ({ button }: PointerEvent) => button === 0 && setIsPressed(true) },
  };
}
