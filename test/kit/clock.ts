import type { Page } from 'playwright-core';

/** How far the clock jumps when it is stopped, in milliseconds: more than passes until the page hears of it. */
const AHEAD = 1_000;

/**
 * Stops the clock of a page; `page.clock.install()` comes before the page is opened. From now on time passes only by `runFor`, so a
 * state of two seconds waits until the test has seen it, however busy the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}
