import type { Page } from 'playwright-core';

/**
 * Does something, and waits until a text has been on the screen, however briefly. The page looks for the text in each frame, and begins
 * before the act. A locator would begin after the act and look every 500 ms. On a slow machine the text may be gone by then.
 * @param within a selector of the elements in which the text counts
 */
export async function shows(page: Page, text: string, act: () => Promise<unknown>, within = 'body'): Promise<void> {
  const isShown = ([words, where]: readonly [string, string]) =>
    [...document.querySelectorAll<HTMLElement>(where)].some((part) => part.innerText.includes(words));
  await Promise.all([page.waitForFunction(isShown, [text, within] as const), act()]);
}

/** Watches from now on whether a text comes onto the screen, however briefly. @returns whether it has */
export async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  const noted = await page.evaluateHandle((words) => {
    const found = { isSaid: false };
    new MutationObserver(() => {
      found.isSaid ||= document.body.innerText.includes(words);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return found;
  }, text);
  return async () => (await noted.jsonValue()).isSaid;
}
