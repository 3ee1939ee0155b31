import type { Page } from 'playwright-core';

/**
 * Does something, and waits until a text has been on the screen, however briefly. A locator looks only after the act and then every 500 ms,
 * so a machine that stands still for a moment misses a text that is shown for two seconds. Here the page itself looks at each frame.
 */
export async function shows(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const isShown = (words: string) => document.body.innerText.includes(words);
  await Promise.all([page.waitForFunction(isShown, text), act()]);
}
