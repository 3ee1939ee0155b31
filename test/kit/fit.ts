import type { Page } from 'playwright-core';

/**
 * Lists what cannot be read or reached on a page: a page that is wider than the window, a page that scrolls although a part of it is meant
 * to, words that are cut off or broken in the middle, and controls that are outside of the window or covered. What people have written may
 * end in an ellipsis; the app's own words may not.
 */
export const misfitsOf = (page: Page): Promise<string[]> => page.evaluate(findMisfits);

/** Runs in the page. */
function findMisfits(): string[] {
  const found = new Set<string>();
  /** How far something may reach beyond an edge and still count as within it, in px. */
  const slack = 1.5;
  const width = document.documentElement.clientWidth;
  /** A modal dialog makes the page behind it inert. */
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const named = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `<${element.localName}> '${words.trim().slice(0, 40)}'`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('.visually-hidden, [inert]');
  const isClipped = (value: string) => value === 'hidden' || value === 'clip';
  /** Whether it is only for screen readers. */
  const isHiddenByClip = (element: Element) => {
    for (let it: Element | null = element; it; it = it.parentElement)
      if (getComputedStyle(it).clipPath.startsWith('inset')) return true;
    return false;
  };
  /** The button that is above the window until it has the focus. */
  const isSkip = (element: Element) => element.textContent === 'Skip to content';
  const isShortened = (element: Element) => {
    const style = getComputedStyle(element);
    return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  };
  const isWritten = (element: Element) =>
    Boolean(element.closest('[dir="auto"]')) || Boolean(element.querySelector('[dir="auto"]'));
  const isScrolledSideways = (element: Element) => {
    for (let it: Element | null = element.parentElement; it && it !== document.body; it = it.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1) return it;
    return null;
  };

  /**
   * The element around a word that cuts it off, 'shortened' if that puts an ellipsis into what people have written, or null.
   * @param boxes where the word is
   */
  const cutIn = (element: Element, boxes: readonly DOMRect[]): Element | 'shortened' | null => {
    let [sideways, upwards] = [true, true];
    for (let it: Element | null = element; it && it !== document.documentElement; it = it.parentElement) {
      const style = getComputedStyle(it);
      // What is outside of a part that scrolls can be scrolled to.
      if (/auto|scroll/.test(style.overflowX)) sideways = false;
      if (/auto|scroll/.test(style.overflowY)) upwards = false;
      const edge = it.getBoundingClientRect();
      const isOut =
        (sideways &&
          isClipped(style.overflowX) &&
          boxes.some((box) => box.left < edge.left - slack || box.right > edge.right + slack)) ||
        (upwards &&
          isClipped(style.overflowY) &&
          boxes.some((box) => box.top < edge.top - slack - 2 || box.bottom > edge.bottom + slack + 2));
      if (isOut) return isShortened(it) && isWritten(it) ? 'shortened' : it;
      if (style.position === 'fixed') return null;
    }
    return null;
  };

  if (document.documentElement.scrollWidth > width + slack)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  const main = document.querySelector('main');
  const { scrollHeight, clientHeight } = document.documentElement;
  if (main && getComputedStyle(main).overflowY === 'auto' && scrollHeight > clientHeight + slack)
    found.add(`the page behind what scrolls is ${scrollHeight} px high`);
  for (const element of scope.querySelectorAll('*')) {
    if (!isShown(element)) continue;
    const { overflowX } = getComputedStyle(element);
    if (['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + slack)
      found.add(`scrolls sideways: ${element.className} ${named(element)}`);
  }

  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element || !text.trim() || !isShown(element) || isHiddenByClip(element) || isSkip(element)) continue;
    if (element.closest('.leaflet-tile-pane')) continue;
    if (['OPTION', 'TEXTAREA', 'SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    const range = document.createRange();
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}'’.,!?#:…]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      const first = boxes[0];
      if (!first) continue;
      if (boxes.some((box) => Math.abs(box.top - first.top) > first.height / 2))
        found.add(`broken: '${word}' of ${named(element)}`);
      const cut = cutIn(element, boxes);
      if (cut === 'shortened') continue;
      if (cut) found.add(`cut: '${word}' of ${named(element)} by ${cut.className}`);
      if (!isScrolledSideways(element) && boxes.some((box) => box.left < -slack || box.right > width + slack))
        found.add(`outside: '${word}' of ${named(element)}`);
    }
  }

  for (const control of scope.querySelectorAll('a, button, input, textarea, select, summary, [role="slider"]')) {
    if (!isShown(control) || isHiddenByClip(control) || isSkip(control)) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    if (box.left < -slack || box.right > width + slack) found.add(`outside: ${named(control)}`);
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const label = control.closest('label') ?? (control as HTMLInputElement).labels?.[0];
    if (!hit || !(control.contains(hit) || hit.contains(control) || label?.contains(hit)))
      found.add(`covered: ${named(control)} by ${hit ? `${hit.className} ${named(hit)}` : 'nothing'}`);
  }
  return [...found];
}

/** Gives a page text of twice the usual size, as people can set it in their browser. */
export const enlargeText = (page: Page): Promise<void> => setText(page, 32);
/** Gives a page text of the usual size again. */
export const normalText = (page: Page): Promise<void> => setText(page, 16);

async function setText(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
  // The session stays open: without it the text would have its own size again.
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).fontSize === `${wanted}px`, size);
}

/** The controls of the topmost dialog, or else of the page, whose focus ring is cut off. */
export async function cutRingsOf(page: Page): Promise<string[]> {
  // A ring is shown only to those who use the keyboard.
  await page.keyboard.press('Shift');
  return page.evaluate(findCutRings);
}

/** Runs in the page. */
function findCutRings(): string[] {
  const found: string[] = [];
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (const control of scope.querySelectorAll<HTMLElement>(
    'a, button, input, textarea, select, summary, [tabindex="0"]',
  )) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || control.closest('[inert]'))
      continue;
    control.focus();
    if (document.activeElement !== control) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
    const reach = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = control.getBoundingClientRect();
    for (let it = control.parentElement; it && reach > 0; it = it.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(it);
      const edge = it.getBoundingClientRect();
      const [left, top] = [edge.left + it.clientLeft, edge.top + it.clientTop];
      const [right, bottom] = [left + it.clientWidth, top + it.clientHeight];
      // A control that does not fit is scrolled in here to be read, as text is, so nothing farther out can cut it off.
      const isTall = overflowY !== 'visible' && box.height >= bottom - top;
      const isCut =
        (overflowX !== 'visible' && (box.left - reach < left - 0.5 || box.right + reach > right + 0.5)) ||
        (overflowY !== 'visible' && !isTall && (box.top - reach < top - 0.5 || box.bottom + reach > bottom + 0.5));
      if (isCut) {
        const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
        found.push(`${control.localName} '${name.slice(0, 40)}' by ${it.localName}.${it.className}`);
        break;
      }
      if (isTall || position === 'fixed') break;
    }
  }
  return found;
}
