import type { Locator, Page } from 'playwright-core';

/** One finger on the glass; the context must have `hasTouch`. */
export interface Finger {
  /** Puts it down in the middle of something, and leaves it there. */
  press(on: Locator): Promise<void>;
  lift(): Promise<void>;
  doubleTap(on: Locator): Promise<void>;
  /** Draws something so far to the right, in px, and lets it go. */
  swipe(on: Locator, by: number): Promise<void>;
}

/** A finger for a page. The browser itself makes pointer events of it, as it does on a telephone. */
export async function fingerOn(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const middleOf = async (something: Locator) => {
    const box = await something.boundingBox();
    if (!box) throw new Error('There is nothing to put a finger on.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    async press(on) {
      await touch('touchStart', await middleOf(on));
    },
    async lift() {
      await touch('touchEnd');
    },
    // What must be quick is sent in one go: waiting for each answer would make a slow hand on a busy machine.
    async doubleTap(on) {
      const at = await middleOf(on);
      await Promise.all([touch('touchStart', at), touch('touchEnd'), touch('touchStart', at), touch('touchEnd')]);
    },
    async swipe(on, by) {
      const { x, y } = await middleOf(on);
      const way = Array.from({ length: Math.ceil(by / 5) }, (_, step) => x + Math.min(5 * (step + 1), by));
      await Promise.all([
        touch('touchStart', { x, y }),
        ...way.map((reached) => touch('touchMove', { x: reached, y })),
        touch('touchEnd'),
      ]);
    },
  };
}
