import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import { launchChromium } from '../../kit/chromium';
import { costOf } from '../mainThread';
import { median, type Row } from '../row';

const COUNT = 10_000;
/** Of the list that a page opens first. */
const FEW = 50;
const APPENDS = 100;
const RUNS = 7;
/** How often each page opens the long list before the browser has compiled all that this takes for good, and how often after. */
const WARM_UPS = 6;
const OPENINGS = 9;
/** Ours may take so many times what the floor takes. */
const LIMIT = 1.5;
const pages = { floor: 'floor.html', list: 'ours.html', chat: 'ours.html#chat' };
type Page = keyof typeof pages;

/**
 * Milliseconds of a page's main thread: until its first list is on the screen, most of which is compiling the code; until 10,000
 * messages are, in a page that has compiled it; and per appended message of script and of all work to its paint.
 */
interface Figures {
  readonly first: number;
  readonly opening: number;
  readonly script: number;
  readonly paint: number;
}

/** Our list of 10,000 messages, alone and in its chat, beside a list of plain virtua rows, in real Chromium. */
export async function measureList(): Promise<Row[]> {
  const root = resolve('test/bench/list');
  const outDir = resolve('.cache/bench/list');
  const input = ['floor.html', 'ours.html'].map((page) => resolve(root, page));
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
          // React renders in a turn of its own, which may come after the first of these frames.
          await window.bench.nextFrame();
          await window.bench.nextFrame();
        }
      }, times);
    await append(20);
    const cost = await costOf(cdp, () => append(APPENDS));
    await page.evaluate(() => window.bench.settled());
    // Whatever fails is logged with its stack: that took a tenth of a list's time, and no member's page would have spent it.
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
