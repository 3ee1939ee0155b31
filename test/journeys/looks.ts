import type { Locator } from 'playwright-core';

/**
 * The labels of the buttons, and links that look like one, that have the look of the main button. Without the hidden end of those on the
 * card of a case: 'incident #12'.
 */
export async function mainButtons(within: Locator) {
  // A button under the mouse has another look.
  await within.page().mouse.move(0, 0);
  return within.locator('button, a').evaluateAll((all) => {
    const ground = (of: Element) => getComputedStyle(of).backgroundColor;
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.backgroundColor = 'var(--brand)';
    const brand = ground(sample);
    sample.remove();
    return all.filter((one) => ground(one) === brand).map((one) => one.textContent?.split(/ *incident #/)[0]?.trim());
  });
}
