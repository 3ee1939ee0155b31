import type { Locator } from 'playwright-core';

/**
 * Whether a member can press something now: it is there, enabled, and no modal and nothing else lies over it. Of several it is the
 * last one, which is the one on top.
 */
export async function canPress(control: Locator): Promise<boolean> {
  if ((await control.count()) === 0) return false;
  return control.last().evaluate((element) => {
    if (element.closest(':disabled, [inert], [aria-disabled=true]') || !element.checkVisibility()) return false;
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
