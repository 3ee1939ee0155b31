import type { Locator } from 'playwright-core';

/**
 * Whether a member can press something now: it is there, enabled, and no modal and nothing else lies over it. Of several it is the
 * last one, which is the one on top.
 */
export const canPress = (control: Locator): Promise<boolean> =>
  control.evaluateAll((elements) => {
    const element = elements.at(-1);
    if (!element?.checkVisibility() || element.closest(':disabled, [inert], [aria-disabled=true]')) return false;
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
