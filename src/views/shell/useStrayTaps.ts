import { useEffect } from 'react';

/** How long after a tap another one still belongs to the same double tap, in milliseconds. */
const DOUBLE_TAP = 400;
/** How far apart the two taps of a double tap are at most, in CSS pixels. */
const SAME_PLACE = 30;

const CONTROLS =
  'a, button, input, select, textarea, summary, label, [role="button"], [role="menuitem"], [role="option"]';

interface Press {
  readonly event: MouseEvent;
  readonly control: Element | null;
}

/**
 * Ignores the second press of a double tap or double click if another control is under the finger by then: the first press may have
 * removed a card, and the next one has moved up. Without this, two taps on 'Authorize' let two people in. A second press of the same
 * control counts. DECISIONS 211
 */
export function useStrayTaps(): void {
  useEffect(() => {
    let last: Press | null = null;
    const press = (event: MouseEvent) => {
      // The keyboard, and code, click without counting.
      if (event.detail === 0) return;
      const control = controlOf(event.target);
      if (last && isSecond(event, last.event) && control && control !== last.control) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else {
        last = { event, control };
      }
    };
    document.addEventListener('click', press, { capture: true });
    return () => document.removeEventListener('click', press, { capture: true });
  }, []);
}

function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  // A click on a label is followed by one on its field.
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** The system counts the clicks of a mouse. Not all browsers count taps. */
function isSecond(event: MouseEvent, first: MouseEvent): boolean {
  const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
  if (isMouse) return event.detail > 1;
  const distance = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
  return event.timeStamp - first.timeStamp < DOUBLE_TAP && distance < SAME_PLACE;
}
