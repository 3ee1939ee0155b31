import type { Page } from 'playwright-core';
import type { StateValue } from 'xstate';
import type { TraceAnswer, TraceRecord } from '../../../src/services/trace/trace';
import { TRACE_CHANNEL } from '../../../src/services/trace/trace.channel';

/** The trace of the charts in a page of the app. */
export interface Charts {
  /** Waits until the page sends its trace. */
  isTelling(): Promise<void>;
  /** The active leaf states of a chart's newest actor, sorted; null until something has happened to it. */
  leavesOf(chart: string): Promise<string[] | null>;
  /** For each actor of a chart the transitions that it has taken, in order, by their ids in docs/charts. */
  taken(chart: string): Promise<string[][]>;
  /** The events that a chart's newest actor was sent since it last took a transition: it has ignored them. */
  ignored(chart: string): Promise<string[]>;
}

interface Told {
  readonly values: Record<string, StateValue | null>;
  /** By chart and actor. */
  readonly taken: Record<string, Record<string, string[]>>;
  readonly ignored: Record<string, string[]>;
}

/** Makes a page record what its charts do from its start (DECISIONS 360). Call it before the page is opened. */
export const recordFromStart = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    try {
      localStorage.setItem(name, 'followed');
    } catch {
      // A page without an origin, like about:blank, has no storage and no charts.
    }
  }, TRACE_CHANNEL);

/** Listens to the trace of a page that is open, as the rules workbench does. */
export function listenToCharts(page: Page): Charts {
  const listening = page.evaluate((name) => {
    const told: Told = { values: {}, taken: {}, ignored: {} };
    const charts = new Map<string, string | null>();
    const channel = new BroadcastChannel(name);
    const follower = `charts of this page ${Math.random()}`;
    const keep = ({ actor, event, value, status, transitions }: TraceRecord) => {
      const chart = charts.get(actor);
      // Ignored, because an actor may be stopped after its successor has started.
      if (!chart || status === 'stopped') return;
      told.values[chart] = value;
      const actors = told.taken[chart] ?? {};
      told.taken[chart] = actors;
      actors[actor] = [...(actors[actor] ?? []), ...transitions];
      told.ignored[chart] = transitions.length > 0 ? [] : [...(told.ignored[chart] ?? []), event];
    };
    channel.onmessage = ({ data }: MessageEvent<TraceAnswer>) => {
      if (data.type === 'trace.told') {
        if (data.follower !== follower) return;
        for (const { key, chart } of data.actors) charts.set(key, chart);
        for (const record of data.records) keep(record);
        Object.assign(window, { chartsTold: told });
      } else if (data.type === 'trace.recorded' && 'chartsTold' in window) {
        charts.set(data.actor.key, data.actor.chart);
        keep(data.record);
      }
    };
    // Asked repeatedly, because the page may not listen yet, and stops sending if it is not asked again.
    setInterval(() => channel.postMessage({ type: 'trace.asked', follower }), 250);
  }, TRACE_CHANNEL);
  const told = () => page.evaluate(() => (window as unknown as { chartsTold: Told }).chartsTold);
  return {
    async isTelling() {
      await listening;
      await page.waitForFunction(() => 'chartsTold' in window);
    },
    async leavesOf(chart) {
      const value = (await told()).values[chart];
      return value === undefined || value === null ? null : pathsOf(value).sort();
    },
    ignored: async (chart) => (await told()).ignored[chart] ?? [],
    taken: async (chart) => Object.values((await told()).taken[chart] ?? {}),
  };
}

/** A state's value as dotted paths; the state itself has an empty one. */
function pathsOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  const inner = Object.entries(value);
  if (inner.length === 0) return [''];
  return inner.flatMap(([state, below]) =>
    pathsOf(below ?? {}).map((path) => (path === '' ? state : `${state}.${path}`)),
  );
}
