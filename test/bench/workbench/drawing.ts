import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from '../../kit/built';
import { startServerProcess } from '../../kit/process';
import { drawn } from '../../kit/workbench';
import { median, type Row } from '../row';

const RUNS = 7;
/** How long a chart may take until it is painted, in milliseconds. */
const GOAL = 1000;
const FRAMES = 240;

/** The chart with the most transitions, and a small one. */
function chartsBySize(): { readonly largest: string; readonly small: string } {
  const charts = readdirSync(join('docs', 'charts')).map(
    (file) => JSON.parse(readFileSync(join('docs', 'charts', file), 'utf8')) as { chart: string; transitions: [] },
  );
  const sorted = charts.toSorted((a, b) => b.transitions.length - a.transitions.length);
  return { largest: sorted[0]?.chart ?? '', small: sorted.at(-1)?.chart ?? '' };
}

/**
 * Measures the largest chart: until it is painted, when the workbench opens with it and when the reviewer goes to it, and how many
 * frames there are while the drawing is moved, beside an empty page of the same size that is moved in the same way.
 */
export async function measureDrawing(browser: Browser): Promise<Row[]> {
  build('App');
  const { largest, small } = chartsBySize();
  const server = await startServerProcess();
  try {
    const opened: number[] = [];
    const chosen: number[] = [];
    const frames: { readonly ours: number; readonly floor: number }[] = [];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
      // tsx names the functions in what a page evaluates with this helper, which is not in the page.
      await context.addInitScript({ content: 'globalThis.__name = (it) => it;' });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(error));
      await page.goto(`${server.base}/inspector.html#/${small}`);
      await drawn(page).waitFor();
      chosen.push(await goTo(page, largest));
      frames.push({ ours: await pan(page, 'the chart'), floor: await pan(page, 'nothing') });
      await page.goto('about:blank');
      await page.addInitScript(notePainted);
      await page.goto(`${server.base}/inspector.html#/${largest}`, { waitUntil: 'commit' });
      await drawn(page).waitFor();
      opened.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted));
      await context.close();
    }
    const goal = (name: string, values: readonly number[]): Row => ({
      ...{ name, unit: 'ms', ours: median(values), floor: GOAL },
      ...{ limit: 1, better: 'less' },
    });
    return [
      goal(`Largest chart (${largest}) chosen to painted; goal`, chosen),
      goal('Workbench opened with it to painted; goal', opened),
      {
        name: 'Moving it, frames a second; floor: an empty page',
        unit: 'frames',
        ours: median(frames.map(({ ours }) => ours)),
        floor: median(frames.map(({ floor }) => floor)),
        limit: 0.97,
        better: 'more',
      },
    ];
  } finally {
    await server.discard();
  }
}

/** Notes when the frame with the drawing was painted, in milliseconds since the page was asked for. Runs in the page. */
function notePainted(): void {
  const isDrawn = () => document.querySelector('section[aria-label="Drawing of the chart"] svg') !== null;
  const painted = new Promise<number>((resolve) => {
    // The frame in which it appears is painted when the next one begins.
    const look = () => requestAnimationFrame(isDrawn() ? () => resolve(performance.now()) : look);
    requestAnimationFrame(look);
  });
  Object.assign(window, { painted });
}

/** Goes to a chart as a link does. @returns how long it took until the frame with it was painted, in milliseconds */
const goTo = (page: Page, chart: string): Promise<number> =>
  page.evaluate(async (name) => {
    const start = performance.now();
    const before = document.querySelector('section[aria-label="Drawing of the chart"] svg');
    location.hash = `#/${name}`;
    const nextFrame = () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done();
          port2.postMessage(null);
        }),
      );
    const isThere = () => {
      const svg = document.querySelector('section[aria-label="Drawing of the chart"] svg');
      return svg !== null && svg !== before && document.querySelector('h2')?.textContent !== '';
    };
    do await nextFrame();
    while (!isThere());
    return performance.now() - start;
  }, chart);

/**
 * Moves the drawing at its own size to and fro, a step with each frame, and counts frames.
 * @param what the chart, or an empty picture of the same size in its place
 * @returns the frames a second
 */
async function pan(page: Page, what: 'the chart' | 'nothing'): Promise<number> {
  if (what === 'the chart') {
    const size = page.getByLabel('Size');
    const larger = page.getByRole('button', { name: 'Larger' });
    while (Number.parseFloat(await size.innerText()) < 100 || (await size.innerText()) === 'page') await larger.click();
  }
  return page.evaluate(
    async ({ count, isEmpty }) => {
      const frame = document.querySelector<HTMLElement>('section[aria-label="Drawing of the chart"]');
      const svg = frame?.querySelector('svg');
      if (!frame || !svg) throw new Error('There is no drawing.');
      if (isEmpty) {
        const { width, height } = svg.getBoundingClientRect();
        const empty = document.createElement('div');
        Object.assign(empty.style, { inlineSize: `${width}px`, blockSize: `${height}px` });
        frame.replaceChildren(empty);
      }
      const room = { x: frame.scrollWidth - frame.clientWidth, y: frame.scrollHeight - frame.clientHeight };
      if (room.y < 200) throw new Error('The drawing does not scroll.');
      const at = () => new Promise<number>((done) => requestAnimationFrame(done));
      const there = (place: number, most: number) => Math.abs(((place + most) % (2 * most || 1)) - most);
      const start = await at();
      let end = start;
      for (let step = 0; step < count; step++) {
        frame.scrollTo(there(step * 24, room.x), there(step * 24, room.y));
        end = await at();
      }
      return (count * 1000) / (end - start);
    },
    { count: FRAMES, isEmpty: what === 'nothing' },
  );
}
