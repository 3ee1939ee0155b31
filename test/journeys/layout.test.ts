import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';

/** The largest cumulative layout shift that a screen may have. */
const LIMIT = 0.02;

const testApp = openTestApp();

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The layout shifts of a page since it was loaded, without those after a press: their sum and the elements. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    const shifts = await new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(list.getEntries() as Shift[]);
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // Nothing is reported if nothing has shifted, so it is given up after ten frames.
      const wait = (frames: number) =>
        requestAnimationFrame(() => (frames > 0 ? wait(frames - 1) : resolve(observer.takeRecords() as Shift[])));
      wait(10);
    });
    const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    return {
      sum: unasked.reduce((sum, { value }) => sum + value, 0),
      moved: unasked.map(({ value, sources }) => {
        const names = sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : '?'));
        return `${value.toFixed(3)} ${names.join(', ')}`;
      }),
    };
  });

/** Checks that nothing has moved, once the screen has settled. */
async function standsStill({ page }: Person) {
  await page.waitForLoadState('networkidle');
  const { sum, moved } = await shiftsOf(page);
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(LIMIT);
}

it('nothing moves on the login screen', async () => {
  const visitor = await testApp.visitor();
  await visitor.open('/login');
  await visitor.login.isShown();
  await standsStill(visitor);
});

it('the check notices what moves by itself', async () => {
  const visitor = await testApp.visitor();
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.page.evaluate(() => {
    const pushing = document.createElement('div');
    pushing.style.blockSize = '120px';
    document.body.prepend(pushing);
  });
  expect((await shiftsOf(visitor.page)).sum).toBeGreaterThan(LIMIT);
});

const phone = { viewport: { width: 360, height: 640 } };

it.each([
  { path: '/chat', heading: 'Hello, Mira!' },
  { path: '/gchat', heading: 'Global Chat' },
  { path: '/live', heading: 'Live Incidents' },
  { path: '/incident/3', heading: 'Incident #3' },
  { path: '/my-cases', heading: 'My Active Cases' },
  { path: '/report', heading: 'Report an Incident' },
  { path: '/leaderboard', heading: 'Leaderboard' },
])('nothing moves on $path, when it is opened and when it is reloaded', async ({ path, heading }) => {
  const mira = await testApp.returning('member', phone);
  await mira.open(path);
  await mira.page.getByRole('heading', { name: heading }).waitFor();
  await standsStill(mira);
  await mira.page.reload();
  await mira.page.getByRole('heading', { name: heading }).waitFor();
  await standsStill(mira);
});
