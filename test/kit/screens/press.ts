import type { Locator } from 'playwright-core';

/**
 * Whether a member can press a control now: it is visible and enabled, and neither a modal nor anything else covers it. If there are
 * several, the last one counts, which is on top.
 */
export const canPress = (control: Locator): Promise<boolean> =>
  control.evaluateAll((elements) => {
    const element = elements.at(-1);
    if (!element?.checkVisibility() || element.closest(':disabled, [inert], [aria-disabled=true]')) return false;
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
