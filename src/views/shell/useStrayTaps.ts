import { useEffect } from 'react';

/** How long after a tap another one still belongs to the same double tap, in milliseconds. */
const DOUBLE_TAP = 400;
/** How far apart the two taps of a double tap are at most, in CSS pixels. */
const SAME_PLACE = 30;
/** No system counts clicks with more time between them as a double click, in milliseconds. */
const DOUBLE_CLICK = 1_000;

const CONTROLS = 'a, button, input, select, textarea, summary, label';

/**
 * Ignores the second press of a double tap or double click if what was pressed first is no longer there: the first press may have
 * removed a card, so that the next one has moved up, or opened a dialog. Without this, two taps on 'Authorize' let two people in. A
 * second press of the same control counts. DECISIONS 211
 */
export function useStrayTaps(): void {
  useEffect(() => {
    let last: { readonly event: MouseEvent; readonly control: Element | null } | null = null;
    const press = (event: MouseEvent) => {
      // Clicks by the keyboard or by code have the detail 0.
      if (event.detail === 0) return;
      const control = controlOf(event.target);
      if (last && isSecond(event, last.event) && control && control !== last.control && isGone(last)) {
        event.preventDefault();
        event.stopPropagation();
        // A third tap belongs to the second one as that one to the first.
        last = { event, control: last.control };
      } else {
        last = { event, control };
      }
    };
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, []);
}

function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  // A click on a label is followed by one on its field.
  return (control as Partial<HTMLLabelElement> | null)?.control ?? control;
}

/** Whether something else is now where a press was. */
const isGone = ({ event, control }: { readonly event: MouseEvent; readonly control: Element | null }) =>
  controlOf(document.elementFromPoint(event.clientX, event.clientY)) !== control;

/** The system counts the clicks of a mouse. Not all browsers count taps. */
function isSecond(event: MouseEvent, first: MouseEvent): boolean {
  const time = event.timeStamp - first.timeStamp;
  const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
  if (isMouse) return event.detail > 1 && time < DOUBLE_CLICK;
  return time < DOUBLE_TAP && Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE;
}
