import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import { launchChromium } from '../../kit/chromium';
import { costOf } from '../mainThread';
import { median, type Row } from '../row';

const COUNT = 10_000;
/** Messages of the list that a page opens first. */
const FEW = 50;
const APPENDS = 100;
const RUNS = 7;
/** How often each page opens the long list until the browser has compiled its code, and how often this is measured afterwards. */
const WARM_UPS = 6;
const OPENINGS = 9;
/** Ours may take at most this many times as long as the floor. */
const LIMIT = 1.5;
const pages = { floor: 'floor.html', list: 'ours.html', chat: 'ours.html#chat' };
type Page = keyof typeof pages;

/** Milliseconds of a page's main thread. */
interface Figures {
  /** Until the page's first list is on the screen. Most of it is compiling the code. */
  readonly first: number;
  /** Until 10,000 messages are on the screen, in a page that has compiled the code. */
  readonly opening: number;
  /** Of script, per appended message. */
  readonly script: number;
  /** Of all work up to the paint, per appended message. */
  readonly paint: number;
}

/** Measures our list of 10,000 messages, alone and in its chat, beside a list of plain virtua rows, in real Chromium. */
export async function measureList(): Promise<Row[]> {
  const root = resolve('test/bench/list');
  const outDir = resolve('.cache/bench/list');
  const input = ['floor.html', 'ours.html'].map((page) => resolve(root, page));
  await build({
    root,
    // The same plugins as in the build of the app.
    configFile: resolve('vite.config.ts'),
    publicDir: resolve('public'),
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const base = server.resolvedUrls?.local[0];
  const browser = await launchChromium();
  const figures: Record<Page, Figures[]> = { floor: [], list: [], chat: [] };
  try {
    for (let run = 0; run < RUNS; run++) {
      for (const [page, address] of Object.entries(pages))
        figures[page as Page].push(await measurePage(browser, base + address));
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const row = (name: string, page: Page, of: keyof Figures, limit: number | null = LIMIT): Row => ({
    name,
    unit: 'ms',
    ours: median(figures[page].map((figure) => figure[of])),
    floor: median(figures.floor.map((figure) => figure[of])),
    limit,
    better: 'less',
  });
  return [
    row(`${COUNT} messages, until the list shows them`, 'list', 'opening'),
    row(`${COUNT} messages, until the chat around it does`, 'chat', 'opening', null),
    row(`A page's first chat, of ${FEW} messages`, 'chat', 'first', null),
    row('An appended message, script', 'chat', 'script'),
    row('An appended message, all work to its paint', 'chat', 'paint'),
  ];
}

async function measurePage(browser: Browser, address: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 }, serviceWorkers: 'block' });
  const complaints: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    await page.goto(address);
    const cdp = await page.context().newCDPSession(page);
    const open = async (count: number) => {
      await page.evaluate((most) => window.bench.prepare(most), count);
      return (await costOf(cdp, () => page.evaluate(() => window.bench.mount())))('TaskDuration');
    };
    const first = await open(FEW);
    for (let opening = 0; opening < WARM_UPS; opening++) await open(COUNT);
    const openings: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) openings.push(await open(COUNT));
    const append = (times: number) =>
      page.evaluate(async (count) => {
        for (let time = 0; time < count; time++) {
          window.bench.append();
          // Two frames, because React may render in a task of its own after the first one.
          await window.bench.nextFrame();
          await window.bench.nextFrame();
        }
      }, times);
    await append(20);
    const cost = await costOf(cdp, () => append(APPENDS));
    await page.evaluate(() => window.bench.settled());
    // A failure is logged with its stack, which takes up to a tenth of a list's time. A member's page does not spend that time.
    if (complaints.length > 0) throw new Error(`${address} met errors: ${complaints.join('\n')}`);
    return {
      first,
      opening: median(openings),
      script: cost('ScriptDuration') / APPENDS,
      paint: cost('TaskDuration') / APPENDS,
    };
  } finally {
    await page.close();
  }
}
