import type { Locator } from 'playwright-core';

/**
 * Whether an element is in view as a whole: neither the edge of the window nor that of anything that scrolls or clips cuts it off. False
 * if there is no such element.
 */
export const isInView = (element: Locator): Promise<boolean> =>
  element.evaluateAll((all) => {
    /** Half a pixel may be lost by rounding. */
    const isInside = (inner: DOMRect, left: number, top: number, right: number, bottom: number) =>
      inner.left >= left - 1 && inner.top >= top - 1 && inner.right <= right + 1 && inner.bottom <= bottom + 1;
    return (
      all.length > 0 &&
      all.every((one) => {
        const inner = one.getBoundingClientRect();
        if (!isInside(inner, 0, 0, innerWidth, innerHeight)) return false;
        for (let outer = one.parentElement; outer; outer = outer.parentElement) {
          if (getComputedStyle(outer).overflow === 'visible') continue;
          const { left, top, right, bottom } = outer.getBoundingClientRect();
          if (!isInside(inner, left, top, right, bottom)) return false;
        }
        return true;
      })
    );
  });
