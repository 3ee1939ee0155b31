import { useEffect, useRef } from 'react';

/**
 * Scrolls an element into view when it says something: at the end of a form it is below what can be seen on a phone, or above its
 * keyboard, so the pressed button would seem to do nothing.
 * @param told what it says; null or '' while it says nothing
 */
export function useScrollIntoView(told: string | null) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (told) element.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);
  return element;
}
