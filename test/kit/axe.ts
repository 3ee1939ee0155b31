import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a part of a page: each broken rule with the first place. With `rules` it checks only these. */
async function faultsOf(page: Page, within: string, rules?: readonly string[]): Promise<string[]> {
  // Evaluated through the debugger, because the page's security policy does not allow other scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([part, only]) => (window as unknown as { axe: typeof axe }).axe.run(part, only ? { runOnly: [...only] } : {}),
    [within, rules] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`);
}

/**
 * All that axe finds wrong with a page at desktop and phone size, light and dark, and whether the page is too wide. In dark mode only
 * the contrast is checked, because only the colours differ.
 * @param within the selector of the part that axe checks
 */
export async function everyFaultOf(page: Page, within = 'html'): Promise<string[]> {
  const found: string[] = [];
  for (const [name, width] of [
    ['desk', 1280],
    ['phone', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      found.push(`${name}: too wide`);
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await faultsOf(page, within, ['color-contrast'])).map((fault) => `${name}, dark: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
    found.push(...(await faultsOf(page, within)).map((fault) => `${name}, light: ${fault}`));
  }
  return found;
}

/**
 * All that axe finds wrong with what a test has left on the screen of a page, light and dark. A page that has crashed, is closed or
 * shows something else than the app has no faults.
 */
export async function faultsLeft(page: Page): Promise<string[]> {
  const showsApp = page.evaluate(() => document.getElementById('root')?.hasChildNodes() ?? false);
  if (page.isClosed() || !(await showsApp.catch(() => false))) return [];
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Text that is half faded in has too little contrast.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
    );
    found.push(...(await faultsOf(page, 'html')).map((fault) => `${page.url()}, ${colorScheme}: ${fault}`));
  }
  return found;
}
