import type { CDPSession } from 'playwright-core';

/** What a page's main thread did with its time. */
type Work = 'ScriptDuration' | 'TaskDuration';

/**
 * Does something, and measures what of the main thread's own time it took: time that other programs took from the machine is not
 * counted.
 * @returns the milliseconds of one kind of work
 */
export async function costOf(cdp: CDPSession, act: () => Promise<unknown>): Promise<(work: Work) => number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metricsOf(cdp);
  await act();
  const after = await metricsOf(cdp);
  return (work) => ((after[work] ?? 0) - (before[work] ?? 0)) * 1000;
}

/** Chromium's own account of what the page's main thread has done, in seconds by kind of work. */
async function metricsOf(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
