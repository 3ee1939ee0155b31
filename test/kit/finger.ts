import type { Locator, Page } from 'playwright-core';

/** A finger on a touch screen, or two for a pinch; the browser context must have `hasTouch`. */
export interface Finger {
  /** Puts it down in the middle of something, and leaves it there. */
  press(on: Locator): Promise<void>;
  lift(): Promise<void>;
  tap(on: Locator): Promise<void>;
  doubleTap(on: Locator): Promise<void>;
  /** Swipes an element by a distance in px, to the right, or to the left if it is negative. */
  swipe(on: Locator, by: number): Promise<void>;
  /** Moves two fingers around the middle of an element from one distance to another, in px. */
  pinch(on: Locator, from: number, to: number): Promise<void>;
}

/** A finger on a page. It sends touches to the browser, which makes pointer events of them as on a phone. */
export async function fingerOn(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id?: number }[]
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
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
    async tap(on) {
      const at = await middleOf(on);
      await Promise.all([touch('touchStart', at), touch('touchEnd')]);
    },
    // The events are sent without waiting for each answer: on a busy machine a quick movement would become a slow one.
    async doubleTap(on) {
      const at = await middleOf(on);
      await Promise.all([touch('touchStart', at), touch('touchEnd'), touch('touchStart', at), touch('touchEnd')]);
    },
    async swipe(on, by) {
      const { x, y } = await middleOf(on);
      const steps = Math.ceil(Math.abs(by) / 5);
      const way = Array.from({ length: steps }, (_, step) => x + (by * (step + 1)) / steps);
      await Promise.all([
        touch('touchStart', { x, y }),
        ...way.map((reached) => touch('touchMove', { x: reached, y })),
        touch('touchEnd'),
      ]);
    },
    async pinch(on, from, to) {
      const { x, y } = await middleOf(on);
      const apart = (distance: number) => [
        { x: x - distance / 2, y, id: 0 },
        { x: x + distance / 2, y, id: 1 },
      ];
      const steps = Array.from({ length: 10 }, (_, step) => from + ((to - from) * (step + 1)) / 10);
      await Promise.all([
        touch('touchStart', ...apart(from)),
        ...steps.map((distance) => touch('touchMove', ...apart(distance))),
        touch('touchEnd'),
      ]);
    },
  };
}

/** A place on a page in px, from its upper left corner. */
type Place = { x: number; y: number };

/**
 * Drags the mouse from one place to another with its left button pressed. The events are sent without waiting for each answer:
 * if a busy machine let 350 ms pass between the press and the movement, it would be a long press, which opens a menu.
 */
export async function dragMouse(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  const devtools = await page.context().newCDPSession(page);
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Place) =>
    devtools.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: 1, clickCount: 1 });
  const steps = [1, 2, 3, 4, 5].map((step) => ({
    x: from.x + ((to.x - from.x) * step) / 5,
    y: from.y + ((to.y - from.y) * step) / 5,
  }));
  await Promise.all([
    mouse('mousePressed', from),
    ...steps.map((at) => mouse('mouseMoved', at)),
    mouse('mouseReleased', to),
  ]);
  await devtools.detach();
}

/**
 * Scrolls the content of a page by a few pixels, and looks before the scrolling counts as over.
 * @returns whether a press in the middle of the content would reach a card
 */
export const reachesCardWhileScrolling = (page: Page): Promise<boolean> =>
  page.getByRole('main').evaluate(async (main) => {
    const scrolled = new Promise((resolve) => main.addEventListener('scroll', resolve, { once: true }));
    main.scrollBy(0, 40);
    await scrolled;
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, width, top, height } = main.getBoundingClientRect();
    // Not in the middle, where two columns have a gap; and a press between two rows would reach neither.
    return [0, 20].some((lower) =>
      Boolean(document.elementFromPoint(left + width / 3, top + height / 2 + lower)?.closest('article')),
    );
  });
