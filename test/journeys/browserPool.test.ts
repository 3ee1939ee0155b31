import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

const testApp = openTestApp();

/** Stores something in every place where a page can store data. */
const leave = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    // biome-ignore lint/suspicious/noDocumentCookie: it is the place to look at, not a way to keep anything.
    document.cookie = 'left=behind';
    await caches.open('left');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
const found = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
  }));
const nothing = { local: [], session: [], cookie: '', caches: [], databases: [] };

it('a reused browser profile contains nothing of the users before, and two at a time share nothing', async () => {
  const first = await testApp.visitor();
  await first.open('/login');
  await first.login.isShown();
  await leave(first.page);
  await first.setOffline(true);
  expect(await found(first.page)).not.toEqual(nothing);
  const beside = await testApp.visitor();
  await beside.open('/login');
  await beside.login.isShown();
  expect(await found(beside.page)).toEqual(nothing);
  const browsers = testApp.browser.contexts().length;
  await testApp.closeBrowsers();

  const next = await testApp.visitor();
  await next.open('/login');
  await next.login.isShown();
  expect(await found(next.page)).toEqual(nothing);
  expect(testApp.browser.contexts()).toHaveLength(browsers);
  await testApp.closeBrowsers();
});

it('a browser profile is used again for a window of another size', async () => {
  await testApp.visitor();
  await testApp.closeBrowsers();
  const profiles = testApp.browser.contexts().length;
  const sizes: number[] = [];
  for (const width of [500, 1000, 360]) {
    const mira = await testApp.visitor(width === 1000 ? {} : { viewport: { width, height: 500 } });
    await mira.open('/login');
    const tab = await mira.anotherTab();
    for (const { page } of [mira, tab]) sizes.push(await page.evaluate(() => window.innerWidth));
    await testApp.closeBrowsers();
  }
  expect(sizes).toEqual([500, 500, 1000, 1000, 360, 360]);
  expect(testApp.browser.contexts()).toHaveLength(profiles);
});

it.each([
  ['context', (person: { context: unknown }) => person.context],
  ['clock', ({ page }: { page: Page }) => page.clock],
])('a browser whose %s a test has changed is not used again', async (_, touch) => {
  await testApp.closeBrowsers();
  const before = testApp.browser.contexts();
  const mira = await testApp.visitor({ locale: 'en-IN' });
  touch(mira);
  expect(testApp.browser.contexts()).toHaveLength(before.length + 1);
  await testApp.closeBrowsers();
  expect(testApp.browser.contexts()).toEqual(before);
});

it('a browser with a clock is used again by those who want one, and tells the right time then', async () => {
  await testApp.closeBrowsers();
  const visit = async () => {
    const { page, open, login } = await testApp.visitor({ hasClock: true });
    await open('/login');
    await login.isShown();
    return page;
  };
  const first = await visit();
  const profiles = testApp.browser.contexts().length;
  await first.clock.pauseAt(Date.now() + 3_600_000);
  await first.clock.runFor(3_600_000);
  await testApp.closeBrowsers();

  const next = await visit();
  expect(testApp.browser.contexts()).toHaveLength(profiles);
  const begin = await next.evaluate(() => Date.now());
  expect(Math.abs(begin - Date.now())).toBeLessThan(60_000);
  await expect.poll(() => next.evaluate(() => Date.now())).toBeGreaterThan(begin);
  // Without that wish a browser has none.
  const without = await testApp.visitor();
  expect(await without.page.evaluate('typeof __pwClock')).toBe('undefined');
});
