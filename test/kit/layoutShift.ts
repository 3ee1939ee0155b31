import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The largest cumulative layout shift that a screen may have. */
export const SHIFT_LIMIT = 0.02;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The layout shifts of a page since it was loaded, without those after a press: their sum and the elements. */
export const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    const shifts = await new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(list.getEntries() as Shift[]);
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // Nothing is reported if nothing has shifted, so it is given up after ten frames.
      const wait = (frames: number) =>
        requestAnimationFrame(() => (frames > 0 ? wait(frames - 1) : resolve(observer.takeRecords() as Shift[])));
      wait(10);
    });
    const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    return {
      sum: unasked.reduce((sum, { value }) => sum + value, 0),
      moved: unasked.map(({ value, sources }) => {
        const names = sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : '?'));
        return `${value.toFixed(3)} ${names.join(', ')}`;
      }),
    };
  });

/** Checks that nothing has moved, once the screen has settled. */
export async function standsStill(page: Page) {
  await page.waitForLoadState('networkidle');
  const { sum, moved } = await shiftsOf(page);
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(SHIFT_LIMIT);
}
