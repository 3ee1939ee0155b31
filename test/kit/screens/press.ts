import type { Locator } from 'playwright-core';

/**
 * Whether a member can press a control now: it is visible and enabled, and neither a modal nor anything else covers it. If there are
 * several, the last one counts, which is on top.
 */
export const canPress = (control: Locator): Promise<boolean> => control.evaluateAll(isAnyPressable, 'last' as const);

/** Whether a member can press any of these controls now. One question to the page, however many controls there are. */
export const canPressAny = async ([first, ...others]: readonly Locator[]): Promise<boolean> =>
  first !== undefined && others.reduce((all, one) => all.or(one), first).evaluateAll(isAnyPressable, 'any' as const);

/** Presses what is disabled, and waits until it says why. */
export async function saysWhy(control: Locator, words: string): Promise<void> {
  await control.click({ force: true });
  await control.page().getByText(words, { exact: true }).filter({ visible: true }).waitFor();
}

/** Runs in the page. */
function isAnyPressable(elements: Element[], which: 'any' | 'last'): boolean {
  return (which === 'last' ? elements.slice(-1) : elements).some((element) => {
    if (!element.checkVisibility() || element.closest(':disabled, [inert], [aria-disabled=true]')) return false;
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
