import type { CDPSession } from 'playwright-core';

/** Kinds of work of a page's main thread, named as in Chromium: its scripts, and all that it does. */
type Work = 'ScriptDuration' | 'TaskDuration';

/**
 * Does something, and measures the processor time that the main thread took meanwhile. Time during which other programs had the
 * processor is not counted.
 * @returns a function that tells the milliseconds of one kind of work
 */
export async function costOf(cdp: CDPSession, act: () => Promise<unknown>): Promise<(work: Work) => number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metricsOf(cdp);
  await act();
  const after = await metricsOf(cdp);
  return (work) => ((after[work] ?? 0) - (before[work] ?? 0)) * 1000;
}

/** What the page's main thread has done so far according to Chromium, in seconds by kind of work. */
async function metricsOf(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
