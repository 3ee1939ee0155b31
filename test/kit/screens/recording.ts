import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TraceRecord } from '../../../src/services/trace';
import { TRACE_CHANNEL, type TraceAnswer } from '../../../src/services/trace.channel';

/** `npm run walks` records the transitions of the charts in the journeys' pages. `npm test` does not, because it takes time. */
const isRecorded = process.env.RECORD_JOURNEYS === 'yes';

/** Records what the charts in the pages of a test file do. */
export interface PageRecording {
  /** Records a page. Call it before the page is opened. */
  record(page: Page): Promise<void>;
  /** Writes the taken transitions to the coverage, as walked in a browser. */
  write(): Promise<void>;
}

/** Listens to pages as the rules workbench does. */
export function startPageRecording(): PageRecording {
  const taken = new Map<string, Set<string>>();
  const keep = (_: unknown, chart: string, transitions: readonly string[]) => {
    const known = taken.get(chart) ?? new Set();
    taken.set(chart, known);
    for (const one of transitions) known.add(one);
  };
  return {
    async record(page) {
      if (!isRecorded) return;
      await page.exposeBinding('recordTransitions', keep);
      await page.addInitScript((name) => {
        const charts = new Map<string, string | null>();
        const channel = new BroadcastChannel(name);
        const asker = `recording of this page ${Math.random()}`;
        const tell = ({ actor, transitions }: TraceRecord) => {
          const chart = charts.get(actor);
          const { recordTransitions } = window as unknown as {
            recordTransitions(chart: string, all: readonly string[]): unknown;
          };
          if (chart && transitions.length > 0) void recordTransitions(chart, transitions);
        };
        channel.onmessage = ({ data }: MessageEvent<TraceAnswer>) => {
          if (data.type === 'trace.told') {
            if (data.asker !== asker) return;
            for (const { key, chart } of data.actors) charts.set(key, chart);
            data.records.forEach(tell);
          } else if (data.type === 'trace.recorded') {
            charts.set(data.actor.key, data.actor.chart);
            tell(data.record);
          }
        };
        // Asked repeatedly, because the page may not listen yet, and stops sending if it is not asked again.
        setInterval(() => channel.postMessage({ type: 'trace.asked', asker }), 100);
      }, TRACE_CHANNEL);
    },
    async write() {
      if (!isRecorded) return;
      // Imported only here, because a journey that is not recorded does not need these files.
      const [{ catalogue }, { transitionsOf }, { recordWalked }, { nameOf }] = await Promise.all([
        import('../../../src/machines/catalogue'),
        import('../walking/graph'),
        import('../walking/record'),
        import('./walk'),
      ]);
      const file = /([^/\\]+)\.test\.ts$/.exec(expect.getState().testPath ?? '')?.[1] ?? 'journey';
      for (const { machine } of catalogue) {
        const known = taken.get(machine.id);
        if (!known) continue;
        const transitions = [...transitionsOf(machine)].flatMap(([one, name]) =>
          known.has(nameOf(one)) ? [name] : [],
        );
        recordWalked('browser', machine.id, [{ title: `journey: ${file}`, steps: [{ transitions }] }], file);
      }
    },
  };
}
