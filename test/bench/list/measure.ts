import { resolve } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import { build, preview } from 'vite';
import { launchChromium } from '../../kit/chromium';
import { least, type Row } from '../row';

const COUNT = 10_000;
/** Of the chat that is opened first. */
const FEW = 50;
const APPENDS = 100;
const RUNS = 7;
/** How often each page opens the long list. What is shown is shown with a frame of the screen, so single figures are a frame apart. */
const OPENINGS = 5;
/** Ours may take so many times what the floor takes. */
const LIMIT = 1.5;
const pages = ['floor', 'ours'] as const;

/**
 * Milliseconds: until the page's first list is on the screen, most of which the browser takes to compile the code; until 10,000
 * messages are, in a page that has compiled it; and per appended message of script and of all work to its paint.
 */
interface Figures {
  readonly first: number;
  readonly mount: number;
  readonly script: number;
  readonly paint: number;
}

/** Our conversation with 10,000 messages beside a list of plain virtua rows, in real Chromium. */
export async function measureList(): Promise<Row[]> {
  const root = resolve('test/bench/list');
  const outDir = resolve('.cache/bench');
  const input = pages.map((page) => resolve(root, `${page}.html`));
  await build({
    root,
    // As the app itself is built, with the same plugins.
    configFile: resolve('vite.config.ts'),
    publicDir: resolve('public'),
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const base = server.resolvedUrls?.local[0];
  const browser = await launchChromium();
  const figures: Record<(typeof pages)[number], Figures[]> = { floor: [], ours: [] };
  try {
    for (let run = 0; run < RUNS; run++) {
      for (const page of pages) figures[page].push(await measurePage(browser, `${base}${page}.html`));
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const row = (name: string, of: keyof Figures, limit: number | null = LIMIT): Row => ({
    name,
    unit: 'ms',
    ours: least(figures.ours.map((figure) => figure[of])),
    floor: least(figures.floor.map((figure) => figure[of])),
    limit,
    better: 'less',
  });
  return [
    row(`A page's first ${FEW} messages, until they are shown`, 'first', null),
    row(`${COUNT} messages, until they are shown`, 'mount'),
    row('An appended message, script', 'script'),
    row('An appended message, all work to its paint', 'paint'),
  ];
}

async function measurePage(browser: Browser, address: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
  try {
    await page.goto(address);
    const cdp = await page.context().newCDPSession(page);
    // The thread's own time: what other programs take of the machine meanwhile is nobody's work here.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const mount = (count: number) => page.evaluate((most) => window.bench.mount(most), count);
    const first = await mount(FEW);
    const openings: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) openings.push(await mount(COUNT));
    const append = (times: number) =>
      page.evaluate(async (count) => {
        for (let time = 0; time < count; time++) {
          window.bench.append();
          // React renders in a turn of its own, which may come after the first of these frames.
          await window.bench.nextFrame();
          await window.bench.nextFrame();
        }
      }, times);
    await append(20);
    const before = await metricsOf(cdp);
    await append(APPENDS);
    const after = await metricsOf(cdp);
    await page.evaluate(() => window.bench.settled());
    const per = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / APPENDS;
    return { first, mount: least(openings), script: per('ScriptDuration'), paint: per('TaskDuration') };
  } finally {
    await page.close();
  }
}

/** Chromium's own account of what the page's main thread has done, in seconds by kind of work. */
async function metricsOf(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
