import type { Page } from 'playwright-core';

/** How far the clock jumps when it is stopped, in milliseconds. More than the time until the command reaches the page. */
const AHEAD = 1_000;

/**
 * Stops the clock of a page. `page.clock.install()` must have been called before the page was opened. From now on time passes only by
 * `runFor`, so a state that lasts two seconds stays until the test has seen it, however busy the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}
