import type { Locator, Page } from 'playwright-core';

/** One finger on the glass; the context must have `hasTouch`. */
export interface Finger {
  /** Puts it down in the middle of something. */
  press(on: Locator): Promise<void>;
  /** Draws it so far to the right, in px, in small steps. */
  drag(by: number): Promise<void>;
  lift(): Promise<void>;
}

/** A finger for a page. The browser itself makes pointer events of it, as it does on a telephone. */
export async function fingerOn(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
  return {
    async press(on) {
      const box = await on.boundingBox();
      if (!box) throw new Error('There is nothing to put a finger on.');
      at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await touch('touchStart');
    },
    async drag(by) {
      const from = at.x;
      for (let way = 5; way < by; way += 5) {
        at = { ...at, x: from + way };
        await touch('touchMove');
      }
      at = { ...at, x: from + by };
      await touch('touchMove');
    },
    lift: () => touch('touchEnd').then(() => {}),
  };
}
