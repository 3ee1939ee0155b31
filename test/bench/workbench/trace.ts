import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { build as bundle, type Plugin } from 'vite';
import { ChatPage } from '../../journeys/pages/chat';
import { build, compress } from '../../kit/built';
import { openRoom, type Room } from '../chat/room';
import { arrive, awaited, awaits, STREAM, stream } from '../chat/visit';
import { costOf } from '../mainThread';
import { median, type Row } from '../row';

const ROUNDS = 9;
/** Rounds that do not count, because the browser is still compiling the code. */
const WARM_UPS = 2;
const SENT = 15;
/** With the trace a message may cost this many times as much as without it. Two measurements of one build can differ as much. */
const LIMIT = 1.1;
const ATTACHED = 'const inspect = (event: InspectionEvent) => void look(event);';

/** Takes the trace out of the app: its actors get no `inspect`. */
const untraced: Plugin = {
  name: 'untraced',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/main\.tsx$/ },
    handler(code) {
      if (!code.includes(ATTACHED)) throw new Error(`src/main.tsx has no line '${ATTACHED}' any more.`);
      return code.replace(ATTACHED, 'const inspect = undefined as unknown as (event: InspectionEvent) => void;');
    },
  },
};

/** Milliseconds of the page's main thread per message. */
interface Cost {
  readonly received: number;
  readonly sent: number;
}

/** Measures the app as it is shipped, which nobody follows, beside the same app without the trace. Both work in turn. */
export async function measureTrace(browser: Browser): Promise<Row[]> {
  build('App');
  const without = resolve('.cache/bench/untraced');
  await bundle({
    configFile: resolve('vite.config.ts'),
    plugins: [untraced],
    logLevel: 'error',
    build: { outDir: without, emptyOutDir: true },
  });
  compress(without);
  const rooms = [await openRoom(process.cwd(), { STATIC_DIR: without }), await openRoom(process.cwd())];
  try {
    const measures: (() => Promise<Cost>)[] = [];
    for (const [place, room] of rooms.entries()) measures.push(await openIn(browser, room, place === 1));
    const costs: Cost[][] = [[], []];
    for (let round = -WARM_UPS; round < ROUNDS; round++)
      for (const [place, measure] of measures.entries()) {
        const cost = await measure();
        if (round >= 0) costs[place]?.push(cost);
      }
    const row = (name: string, of: keyof Cost): Row => {
      const [floor = 0, ours = 0] = costs.map((all) => median(all.map((cost) => cost[of])));
      return { name, unit: 'ms', ours, floor, limit: LIMIT, better: 'less' };
    };
    return [
      row('Trace that nobody follows: a received message', 'received'),
      row('Trace that nobody follows: a sent message', 'sent'),
    ];
  } finally {
    for (const room of rooms) await room.close();
  }
}

/** Opens the chat of a room as a member. @returns a function that receives and sends messages and measures what they cost */
async function openIn(browser: Browser, room: Room, isTraced: boolean): Promise<() => Promise<Cost>> {
  const { page, cdp } = await arrive(browser, { room, address: '#/gchat' }, 1);
  // What listens for workbenches is loaded when the page is idle.
  if (isTraced)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /trace\.channel[^/]*\.js/.test(name)),
    );
  const chat = new ChatPage(page);
  return async () => {
    await page.bringToFront();
    const received = await costOf(cdp, () => stream(page, room));
    const sent = await costOf(cdp, async () => {
      for (let time = 0; time < SENT; time++) {
        const text = room.text();
        await awaits(page, text);
        const heard = room.hears(text);
        await chat.write(text);
        await page.keyboard.press('Enter');
        await Promise.all([awaited(page), heard]);
      }
    });
    return { received: received('TaskDuration') / STREAM, sent: sent('TaskDuration') / SENT };
  };
}
