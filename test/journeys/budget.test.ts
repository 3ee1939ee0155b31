import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { JOIN_GAP } from '../../src/contract/topics';
import { openTestApp } from '../kit/browser';
import { neverEnds } from '../kit/clock';
import { holdBack } from './calls';

/** A page counts as idle when nothing was fetched for this long, in milliseconds. */
const IDLE = 2_000;

const testApp = openTestApp();

/** A page in a browser that has never loaded the app, and the requests of this page. */
async function newcomer(token?: string) {
  const context = await testApp.browser.newContext({ viewport: { width: 1000, height: 700 }, serviceWorkers: 'block' });
  if (token !== undefined) {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  }
  // A list is fetched again if its topic opens more than JOIN_GAP after its answer. That time never ends here, so that a slow machine
  // makes no further call.
  await context.addInitScript(neverEnds, JOIN_GAP);
  const page = await context.newPage();
  const requests: Request[] = [];
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  page.on('request', (request) => {
    note();
    requests.push(request);
  });
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  const isIdle = () => expect.poll(() => Date.now() - last, { interval: 200 }).toBeGreaterThan(IDLE);
  return { page, requests, note, isIdle, leave: () => context.close() };
}

const pathOf = (request: Request) => new URL(request.url()).pathname;
const isCode = (request: Request) => /\.(js|css)$/.test(pathOf(request));

/** The scripts and style sheets among the requests, with their sizes as served, the largest first. */
async function codeIn(requests: readonly Request[]) {
  const files = await Promise.all(
    requests.filter(isCode).map(async (request) => {
      const response = await request.response();
      const { responseBodySize: size, responseHeadersSize } = await request.sizes();
      return {
        path: pathOf(request),
        size,
        // A file that is read again from the cache has a size below zero.
        isCached: responseHeadersSize === 0 || size < 0,
        encoding: response?.headers()['content-encoding'],
      };
    }),
  );
  return files.filter(({ isCached }) => !isCached).sort((a, b) => b.size - a.size);
}

const inKilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Fails if more was fetched than the limit allows, and names the largest files. */
async function staysWithin(limit: number, what: string, requests: readonly Request[]) {
  const files = await codeIn(requests);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const largest = files.slice(0, 8).map(({ path, size }) => `${inKilo(size)} ${path}`);
  console.log(`${what}: ${inKilo(total)} of ${inKilo(limit)}, ${files.length} files`);
  expect(files.length).toBeGreaterThan(3);
  // The sizes count as served only if the files were compressed. Small files are not.
  expect(files.filter(({ size, encoding }) => size > 1024 && encoding !== 'br')).toEqual([]);
  expect(total, `${what}: ${inKilo(total)}\n${largest.join('\n')}`).toBeLessThanOrEqual(limit);
}

/** The files that were transferred more than once, and the calls of the API that were made more than once. */
async function repeatedIn(page: Page, requests: readonly Request[]): Promise<string[]> {
  // Files from the browser's cache have a size of 0 here.
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  const asked = requests.map(pathOf).filter((path) => /^\/(api|ws)\//.test(path));
  const all = [...files.filter((path) => path.startsWith('/assets/')), ...asked];
  return all.filter((path, place) => all.indexOf(path) !== place);
}

const chatIsOpen = (page: Page) => page.getByRole('textbox', { name: 'Message' }).waitFor();

it('the login screen fetches at most 120 kB of code by itself', async () => {
  const { page, requests, isIdle, leave } = await newcomer();
  await page.goto(`${testApp.server.base}/#/login`);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await isIdle();
  await staysWithin(120_000, '/login until it is idle', requests);
  expect(await repeatedIn(page, requests)).toEqual([]);
  await leave();
});

it('a chat fetches at most 235 kB of code by itself, each file once', async () => {
  const { page, requests, isIdle, leave } = await newcomer(await testApp.token('member'));
  await page.goto(`${testApp.server.base}/#/gchat`);
  await chatIsOpen(page);
  await expect.poll(() => requests.map(pathOf)).toContain('/ws/info');
  await isIdle();
  await staysWithin(235_000, 'An opened chat until it is idle', requests);
  expect(await repeatedIn(page, requests)).toEqual([]);
  expect(requests.map(pathOf)).toEqual(expect.arrayContaining(['/api/gchat/messages', '/ws/info']));
  expect(requests.map(pathOf)).not.toContain('/config.json');
  await leave();
});

it('the code of the connection is fetched together with that of the first screen, and runs after it', async () => {
  const { page, requests, isIdle, leave } = await newcomer(await testApp.token('member'));
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/assets\/live-[\w-]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${testApp.server.base}/#/live`);
  await expect.poll(() => requests.some((request) => /\/stomp-[\w-]+\.js$/.test(pathOf(request)))).toBe(true);
  await isIdle();
  const paths = requests.map(pathOf);
  expect(paths.filter((path) => /\/stomp-[\w-]+\.js$/.test(path))).toHaveLength(1);
  expect(paths).not.toContain('/ws/info');
  // The list is asked for before the code is there that shows it.
  expect(paths).toContain('/api/incidents/live');
  answer();
  await page.getByRole('feed', { name: 'Incidents' }).waitFor();
  await expect.poll(() => requests.map(pathOf)).toContain('/ws/info');
  await leave();
});

it('the chat list, an incident chat and an incident request nothing twice when they are opened', async () => {
  const [token, chatId] = [await testApp.token('member'), await testApp.caseChat()];
  const screens = [
    { address: '/chat', call: '/api/chat/groups', shown: (page: Page) => page.getByRole('heading', { level: 1 }) },
    {
      address: `/chat/${chatId}`,
      call: `/api/chat/messages/${chatId}`,
      shown: (page: Page) => page.getByRole('textbox', { name: 'Message' }),
    },
    {
      address: '/incident/3',
      call: '/api/incidents/3',
      shown: (page: Page) => page.getByRole('heading', { name: 'Incident #3' }),
    },
  ];
  for (const { address, call, shown } of screens) {
    const { page, requests, isIdle, leave } = await newcomer(token);
    await page.goto(`${testApp.server.base}/#${address}`);
    await shown(page).waitFor();
    // Waits for the connection, because what is fetched again is fetched when the topics open.
    await expect.poll(() => requests.map(pathOf)).toContain('/ws/info');
    await isIdle();
    expect(requests.map(pathOf)).toContain(call);
    expect(await repeatedIn(page, requests), address).toEqual([]);
    await leave();
  }
});

/** How often the list of chats is asked for if what this pattern matches comes only after the page has been idle. */
async function listsAsked(username: string, address: string, late: string | RegExp) {
  const { page, requests, note, isIdle, leave } = await newcomer(await testApp.token(username));
  const answer = await holdBack(page, late);
  await page.goto(`${testApp.server.base}/#${address}`);
  await expect.poll(() => requests.map(pathOf)).toContain('/ws/info');
  await isIdle();
  answer();
  note();
  // The unread ones are counted.
  await expect.poll(() => requests.map(pathOf)).toContain('/api/notifications');
  await isIdle();
  const paths = requests.map(pathOf);
  await leave();
  return paths.filter((path) => path === '/api/chat/groups').length;
}

it('the list of chats is asked for once, also if the unread ones are counted before its answer comes', async () => {
  expect(await listsAsked('member', '/chat', '**/api/chat/groups')).toBe(1);
});

it('an unread chat asks for the list once, also if it is read before the code comes that counts the unread ones', async () => {
  const chat = `/chat/${await testApp.caseChat()}`;
  expect(await listsAsked('captain', chat, /\/assets\/news-[\w-]+\.js$/)).toBe(1);
});

it('an incident that is opened by a link needs few files: each is another round trip on a bad network', async () => {
  const { page, requests, isIdle, leave } = await newcomer(await testApp.token('member'));
  await page.goto(`${testApp.server.base}/#/incident/3`);
  await page.getByRole('heading', { name: 'Incident #3' }).waitFor();
  await isIdle();
  const files = new Set(requests.filter(isCode).map(pathOf));
  expect(files.size).toBeGreaterThan(5);
  expect(files.size).toBeLessThanOrEqual(20);
  await leave();
});

it('a script may be cached for ever', async () => {
  const page = await (await fetch(testApp.server.base)).text();
  const [script] = /assets\/[\w-]+\.js/.exec(page) ?? [];
  const answer = await fetch(`${testApp.server.base}/${script}`);
  expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
});
