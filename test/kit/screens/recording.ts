import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TraceAnswer, TraceRecord } from '../../../src/services/trace/trace';
import { TRACE_CHANNEL } from '../../../src/services/trace/trace.channel';
import { recordFromStart } from './charts';

/** `npm run walks` records the transitions of the charts in the journeys' pages. `npm test` does not, because it takes time. */
const isRecorded = process.env.RECORD_JOURNEYS === 'yes';

/** How long a page may take to tell the rest, in milliseconds. A page that hangs or could not load its trace never does. */
const REST_WITHIN = 2_000;

/** Records what the charts in the pages of a test file do. */
export interface PageRecording {
  /** Records a page. Call it before the page is opened. */
  record(page: Page): Promise<void>;
  /** Waits until the open pages have told everything. Call it before they are closed. */
  catchUp(): Promise<void>;
  /** Writes the taken transitions to the coverage, as walked in a browser. */
  write(): Promise<void>;
}

/** What the recording adds to a page. */
interface RecordedWindow {
  recordTransitions(chart: string, actor: string, number: number, all: readonly string[]): unknown;
  noteTold(follower: string): unknown;
  /** Asks all windows of this browser for everything. */
  askAll(follower: string): void;
}

/** Listens to pages as the rules workbench does. */
export function startPageRecording(): PageRecording {
  /** By chart and actor: the transitions of each record, by its number, because the same record is told more than once. */
  const taken = new Map<string, Map<string, Map<number, readonly string[]>>>();
  const keep = (_: unknown, chart: string, actor: string, number: number, transitions: readonly string[]) => {
    const actors = taken.get(chart) ?? new Map<string, Map<number, readonly string[]>>();
    taken.set(chart, actors);
    const records = actors.get(actor) ?? new Map<number, readonly string[]>();
    actors.set(actor, records.set(number, transitions));
  };
  const pages = new Set<Page>();
  /** How many windows have told everything, by the name of the follower. */
  const told = new Map<string, number>();
  let asked = 0;

  /** What a page has not told is lost when it is closed or loaded again. */
  const catchUpWith = async (page: Page) => {
    const follower = `the rest ${asked++}`;
    const windows = page
      .context()
      .pages()
      .filter((one) => pages.has(one)).length;
    const end = Date.now() + REST_WITHIN;
    const ask = async () => {
      while ((told.get(follower) ?? 0) < windows && Date.now() < end) {
        const showsApp = await page.evaluate((name) => {
          if (!document.getElementById('root')) return false;
          (window as unknown as RecordedWindow).askAll(name);
          return true;
        }, follower);
        if (!showsApp) return;
        await pause(20);
      }
    };
    await Promise.race([ask().catch(() => {}), pause(REST_WITHIN)]);
  };

  return {
    async record(page) {
      if (!isRecorded) return;
      pages.add(page);
      page.on('close', () => pages.delete(page));
      for (const act of ['close', 'goto', 'reload'] as const) {
        const original = page[act].bind(page) as (...args: unknown[]) => Promise<unknown>;
        const late = async (...args: unknown[]) => {
          if (act !== 'goto' || documentOf(page.url()) !== documentOf(String(args[0]))) await catchUpWith(page);
          return original(...args);
        };
        Object.defineProperty(page, act, { value: late });
      }
      await page.exposeBinding('recordTransitions', keep);
      await page.exposeBinding('noteTold', (_, follower: string) => told.set(follower, (told.get(follower) ?? 0) + 1));
      await recordFromStart(page);
      await page.addInitScript((name) => {
        const charts = new Map<string, string | null>();
        const channel = new BroadcastChannel(name);
        const follower = `recording of this page ${Math.random()}`;
        const followers = new Set([follower]);
        const recorded = window as unknown as RecordedWindow;
        const ask = (by: string) => channel.postMessage({ type: 'trace.asked', follower: by });
        const tell = (shown: string, { actor, number, transitions }: TraceRecord) => {
          const chart = charts.get(actor);
          if (chart && transitions.length > 0)
            void recorded.recordTransitions(chart, `${shown}/${actor}`, number, transitions);
        };
        recorded.askAll = (by) => {
          followers.add(by);
          ask(by);
        };
        channel.onmessage = ({ data }: MessageEvent<TraceAnswer>) => {
          if (data.type === 'trace.told') {
            if (!followers.has(data.follower)) return;
            for (const { key, chart } of data.actors) charts.set(key, chart);
            for (const record of data.records) tell(data.page, record);
            void recorded.noteTold(data.follower);
          } else if (data.type === 'trace.recorded') {
            charts.set(data.actor.key, data.actor.chart);
            tell(data.page, data.record);
          }
        };
        // Asked repeatedly, because the page may not listen yet, and stops sending if it is not asked again.
        setInterval(ask, 100, follower);
      }, TRACE_CHANNEL);
    },
    async catchUp() {
      await Promise.all([...pages].map(catchUpWith));
    },
    async write() {
      if (!isRecorded) return;
      // Imported only here, because a journey that is not recorded does not need these files.
      const [{ catalogue }, { transitionsOf }, { pathsOf, recordWalked }] = await Promise.all([
        import('../../../src/machines/catalogue'),
        import('../walking/graph'),
        import('../walking/record'),
      ]);
      const file = /([^/\\]+)\.test\.ts$/.exec(expect.getState().testPath ?? '')?.[1] ?? 'journey';
      for (const { machine } of catalogue) {
        const actors = taken.get(machine.id);
        if (!actors) continue;
        const known = new Set(transitionsOf(machine).values());
        const inOrder = [...actors.values()].map((records) =>
          [...records]
            .sort(([one], [other]) => one - other)
            .flatMap(([, transitions]) => transitions.filter((id) => known.has(id))),
        );
        recordWalked('browser', machine.id, pathsOf(`journey: ${file}`, inOrder), file);
      }
    },
  };
}

/** An address without its route: another route of the app is no other document. */
const documentOf = (address: string) => address.replace(/#.*$/, '');
