import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Axe without its comments and long names: it is sent to each page that is checked, and so is less than half as much. */
const AXE = readFileSync(join('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** How long axe may take for one page, in milliseconds. */
const AXE_TIMEOUT = 60_000;

/**
 * Text over pictures. Axe cannot compute its contrast, so it was computed by hand for the worst picture (DECISIONS 207). Any other text
 * over a picture is a fault.
 */
const DECIDED_BY_HAND = [
  // The bar and the caption over a zoomed photo: light on 70 % black. Over a white photo 4.9:1 for the time, 6.7:1 for other text.
  'dialog[aria-label="Photo"] *',
  // The texts of the workbench's drawings, for which the drawing itself counts as a picture. They have the colours of other text, on
  // boxes that are filled with the colour of the page: 14:1 or more.
  'section[aria-label="Drawing of the chart"] svg *',
  'svg[role="img"] *',
].join();

/** Checks a part of a page for all rules, or for only these. Returns each broken rule with the first place. */
type Check = (within: string, rules?: readonly string[]) => Promise<string[]>;

/**
 * Puts axe into a JavaScript world of its own in the page. The page's security policy does not apply there, and neither does the page's
 * clock, which a test may have stopped.
 */
async function putAxeInto(page: Page): Promise<Check> {
  const devtools = await page.context().newCDPSession(page);
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(`${AXE}; ${violationsOf}; ${listsWithoutMarkers}; ${isAtRest}; null`);
  return async (within, rules) => {
    const options = JSON.stringify([within, rules ?? null, DECIDED_BY_HAND]);
    return (await evaluate(`violationsOf(axe, ...${options})`)) as string[];
  };
}

/** Runs in the page, beside axe. */
async function violationsOf(
  { run }: typeof axe,
  within: string,
  rules: string[] | null,
  decidedByHand: string,
): Promise<string[]> {
  // The app's gradients are hairlines and shadows at edges. With any gradient below a text, axe does not compute its contrast.
  const plain = new CSSStyleSheet();
  plain.replaceSync('*, ::before, ::after { background-image: none !important }');
  document.adoptedStyleSheets.push(plain);
  while (!isAtRest()) await new Promise((resolve) => setTimeout(resolve, 20));
  const { violations, incomplete } = await run(within, {
    ...(rules && { runOnly: rules }),
    // Both take time, and nothing uses them: the style sheets fetched once more, and a selector for each element.
    preload: false,
    elementRef: true,
    selectors: false,
  });
  document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(plain), 1);
  const overPictures = incomplete.flatMap(({ nodes }) =>
    nodes.filter(
      ({ any, element }) =>
        any.some(({ data }) => ['bgImage', 'imgNode'].includes(data?.messageKey)) && !element?.matches(decidedByHand),
    ),
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`),
    ...listsWithoutMarkers().map((html) => `list that VoiceOver does not count: ${html}`),
    ...overPictures.map(({ html }) => `text over a picture, not in DECIDED_BY_HAND: ${html.slice(0, 200)}`),
  ];
}

/**
 * Runs in the page. The lists that WebKit does not tell to screen readers: outside a navigation, without `role=list`, and without an entry
 * that is displayed as one and has a marker. A marker of no text counts (DECISIONS 302).
 */
function listsWithoutMarkers(): string[] {
  const isCounted = (entry: Element) => {
    const { display, listStyleType } = getComputedStyle(entry);
    return display === 'list-item' && listStyleType !== 'none';
  };
  return [...document.querySelectorAll(':is(ul, ol):not([role], nav *):has(> li)')]
    .filter((list) => list.checkVisibility() && ![...list.children].some(isCounted))
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

/**
 * Runs in the page. Text that is half faded in has too little contrast, and a long list that has just been opened has its height one frame
 * before its rows.
 */
function isAtRest(): boolean {
  const isMoving = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  const isFadingIn = ({ style }: HTMLElement) => style.opacity !== '' && style.opacity !== '1';
  return (
    !document.querySelector('[role=feed] > :empty') &&
    !document.getAnimations().some(isMoving) &&
    ![...document.querySelectorAll<HTMLElement>('.leaflet-tile')].some(isFadingIn)
  );
}

/**
 * All that axe finds wrong with a page at desktop and phone size, light and dark, and whether the page is too wide. In dark mode only
 * the contrast is checked, because only the colours differ.
 * @param within the selector of the part that axe checks
 */
export async function everyFaultOf(page: Page, within = 'html'): Promise<string[]> {
  const check = await putAxeInto(page);
  const found: string[] = [];
  for (const [name, width] of [
    ['desk', 1280],
    ['phone', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      found.push(`${name}: too wide`);
    found.push(...(await faultsInBothSchemes(page, check, within)).map((fault) => `${name}, ${fault}`));
  }
  return found;
}

async function faultsInBothSchemes(page: Page, check: Check, within: string): Promise<string[]> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = (await check(within, ['color-contrast'])).map((fault) => `dark: ${fault}`);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' });
  return [...dark, ...(await check(within)).map((fault) => `light: ${fault}`)];
}

/**
 * All that axe finds wrong with what a test has left on the screen of a page, light and dark. A page that has crashed, is closed or
 * shows something else than the app has no faults.
 * @param marks a folder of this run. A screen with the same dialogs is checked once in it; with AXE=1 each is checked
 */
export async function faultsLeft(page: Page, marks: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([`axe does not come to an end within ${AXE_TIMEOUT / 1000} s`]), AXE_TIMEOUT);
  });
  const checking = faultsOf(page, marks).catch((error: unknown) => [`axe fails: ${error}`]);
  const faults = await Promise.race([checking, late]);
  clearTimeout(timer);
  return faults.map((fault) => `${page.url()}, ${fault}`);
}

async function faultsOf(page: Page, marks: string): Promise<string[]> {
  const screen = await screenLeft(page);
  if (screen === null || (!process.env.AXE && !isFirst(join(marks, screen)))) return [];
  return faultsInBothSchemes(page, await putAxeInto(page), 'html');
}

/** The route of the page without its ids, and the names of the open dialogs, as a file name; null if it does not show the app. */
async function screenLeft(page: Page): Promise<string | null> {
  if (page.isClosed()) return null;
  const shown = await page
    .evaluate(() => {
      if (!document.getElementById('root')?.hasChildNodes()) return null;
      const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].map((dialog) => {
        const by = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
        return dialog.getAttribute('aria-label') ?? by?.textContent ?? '';
      });
      return [location.hash.replace(/\?.*/, ''), ...dialogs].join(' ');
    })
    .catch(() => null);
  return shown && encodeURIComponent(shown.replace(/\d+/g, 'n')).slice(0, 200);
}

/** Whether nobody else in this run has made this folder. */
function isFirst(mark: string): boolean {
  mkdirSync(dirname(mark), { recursive: true });
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
