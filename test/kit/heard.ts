import type { Page } from 'playwright-core';

/**
 * Notes what screen readers hear of the notices that nobody sees, as long as the page is not loaded again.
 * @returns a function that reads all sentences since then
 */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = target instanceof Element ? target.closest('[data-live-region]') : null;
        const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
        // What is behind a dialog is not heard.
        if (region && (!dialog || dialog.contains(region)))
          for (const { textContent } of addedNodes) heard.push(textContent ?? '');
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
