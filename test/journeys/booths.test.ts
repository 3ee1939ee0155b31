import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTheatre } from '../kit/browser';

const theatre = openTheatre();

/** Leaves something in every place where a page can. */
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

it('whoever comes next finds nothing of those before, and two at a time have nothing in common', async () => {
  const first = await theatre.visitor();
  const browsers = theatre.browser.contexts().length;
  await first.open('/login');
  await first.login.isShown();
  await leave(first.page);
  expect(await found(first.page)).not.toEqual(nothing);
  const beside = await theatre.visitor();
  await beside.open('/login');
  await beside.login.isShown();
  expect(await found(beside.page)).toEqual(nothing);
  await theatre.sendHome();

  const next = await theatre.visitor();
  await next.open('/login');
  await next.login.isShown();
  expect(await found(next.page)).toEqual(nothing);
  expect(theatre.browser.contexts()).toHaveLength(browsers + 1);
  await theatre.sendHome();
});

it.each([
  ['context', (person: { context: unknown }) => person.context],
  ['clock', ({ page }: { page: Page }) => page.clock],
])('a browser whose %s somebody had in hands is nobody else’s', async (_, touch) => {
  await theatre.sendHome();
  const before = theatre.browser.contexts();
  const mira = await theatre.visitor({ viewport: { width: 500, height: 500 } });
  touch(mira);
  expect(theatre.browser.contexts()).toHaveLength(before.length + 1);
  await theatre.sendHome();
  expect(theatre.browser.contexts()).toEqual(before);
});
