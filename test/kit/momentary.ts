import type { Page } from 'playwright-core';

/**
 * Does something, and waits until a text has been on the screen, however briefly. A locator that is awaited after the act may come too
 * late on a machine that stands still for a moment, and its looks are up to 500 ms apart, so it can miss a text that is shown for two
 * seconds. Here the page itself looks at each frame.
 * @param within a selector of the elements in which the text counts
 */
export async function shows(page: Page, text: string, act: () => Promise<unknown>, within = 'body'): Promise<void> {
  const isShown = ([words, where]: readonly [string, string]) =>
    [...document.querySelectorAll<HTMLElement>(where)].some((part) => part.innerText.includes(words));
  await Promise.all([page.waitForFunction(isShown, [text, within] as const), act()]);
}
