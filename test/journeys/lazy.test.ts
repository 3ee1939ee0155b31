import { describe, expect, it } from 'vitest';
import { JOIN_GAP } from '../../src/contract/topics';
import { openTestApp, type Person } from '../kit/browser';
import { neverEnds } from '../kit/clock';
import { jpeg, uploaded } from '../kit/media';
import { stompClient } from '../kit/server';
import { holdBack, passAgain } from './calls';

const testApp = openTestApp();

const NO_SCREEN = 'This screen could not be loaded. Check your connection and try again.';
const NO_PART = 'This could not be loaded.';
/** The code of the screens of a member. */
const MEMBERS = /\/assets\/members-.*\.js/;

/** Blocks the files whose address matches; counts the requests. */
async function cutOff({ page }: Person, files: RegExp) {
  let asked = 0;
  await page.route(files, async (route) => {
    await route.abort();
    asked++;
  });
  return { asked: () => asked, end: () => passAgain(page, files) };
}

/** A chat with a picture, opened by a member for whom some files are blocked. */
async function withPicture(text: string, files: RegExp) {
  const { base } = testApp.server;
  const token = await testApp.token('ravi');
  const client = await stompClient(base, token);
  const sent = { ...(await uploaded(base, token, await jpeg())), text, parentMessageId: null };
  await client.sendAndWait('/app/gchat/send', { ...sent, clientMessageId: text });
  await client.close();

  const mira = await testApp.returning('member');
  const parts = await cutOff(mira, files);
  await mira.open('/gchat');
  const picture = mira.media.picture(mira.chat.message(text));
  await mira.media.isDrawn(picture);
  // The viewer's code is fetched ahead, which fails.
  await expect.poll(parts.asked).toBeGreaterThan(0);
  return { mira, picture, files: parts };
}

it.each([
  { what: 'code', files: /\/assets\/Viewer-.*\.js/ },
  { what: 'looks', files: /\/assets\/Viewer-.*\.css/ },
])('a part whose $what did not arrive says so in its place, and comes after Try again', async (given) => {
  const { mira, picture, files } = await withPicture(`See her ${given.what}`, given.files);
  await picture.click();
  const missing = mira.page.getByRole('alert').filter({ hasText: NO_PART });
  await missing.waitFor();
  const before = files.asked();
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(files.asked).toBeGreaterThan(before);

  await files.end();
  await missing.getByRole('button', { name: 'Try again' }).click();
  await mira.media.viewer.waitFor();
  expect(await missing.isVisible()).toBe(false);
  // It fills the window, so its styles were loaded, too.
  const box = await mira.media.viewer.boundingBox();
  expect(box?.width).toBe(mira.page.viewportSize()?.width);
});

it('a part whose file stays missing is looked for in the new version of the app, by a reload', async () => {
  const { mira, picture, files } = await withPicture('See her in the next version', /\/assets\/Viewer-.*\.js/);
  await picture.click();
  const missing = mira.page.getByRole('alert').filter({ hasText: NO_PART });
  await missing.waitFor();
  await mira.page.evaluate(() => Object.assign(window, { isMarked: true }));
  const isMarked = () => mira.page.evaluate(() => 'isMarked' in window);
  const before = files.asked();
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(files.asked).toBeGreaterThan(before);
  expect(await isMarked()).toBe(true);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => isMarked().catch(() => true)).toBe(false);
  await mira.chat.isUsable();
});

it('a part that did not arrive comes automatically when the network is back', async () => {
  const { mira, picture, files } = await withPicture('See her again', /\/assets\/Viewer-/);
  await picture.click();
  await mira.page.getByText(NO_PART).waitFor();
  await mira.setOffline(true);
  await files.end();
  await mira.setOffline(false);
  await mira.media.viewer.waitFor();
});

it('the code behind the login is not fetched before a login', async () => {
  const visitor = await testApp.visitor();
  let count = 0;
  visitor.page.on('request', (request) => {
    if (MEMBERS.test(request.url())) count++;
  });
  await visitor.open('/login');
  await visitor.login.isShown();
  await visitor.page.waitForLoadState('networkidle');
  expect(count).toBe(0);
});

describe('what the first screen shows', () => {
  const LIBRARIES = /\/assets\/vendor-.*\.js/;
  const phone = { viewport: { width: 360, height: 640 } };

  /** Opens a screen whose libraries are held back. */
  async function startOf(mira: Person, path: string) {
    const calls: string[] = [];
    const scripts: string[] = [];
    mira.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname + search);
      if (pathname.endsWith('.js')) scripts.push(pathname);
    });
    const code = mira.page.waitForRequest(MEMBERS);
    const release = await holdBack(mira.page, LIBRARIES);
    const opened = mira.open(path);
    await code;
    return {
      calls,
      scripts,
      async release() {
        release();
        await opened;
      },
    };
  }

  it.each([
    { path: '/gchat', call: '/api/gchat/messages?limit=50', code: 'members', title: 'Global Chat' },
    { path: '/chat', call: '/api/chat/groups', code: 'members', title: 'Hello, Mira!' },
    { path: '/live', call: '/api/incidents/live', code: 'live', title: 'Live Incidents' },
    { path: '/my-cases', call: '/api/cases/my-cases', code: 'cases', title: 'My Active Cases' },
  ])('at $path is asked for before the libraries have arrived, with its code, and not again', async (first) => {
    const { path, call, code, title } = first;
    const mira = await testApp.returning('member', phone);
    // A list is fetched again if its topic opens more than JOIN_GAP after its answer. That time never ends here, so that a slow machine
    // makes no further call.
    await mira.page.addInitScript(neverEnds, JOIN_GAP);
    const { calls, scripts, release } = await startOf(mira, path);
    await expect.poll(() => calls.toSorted()).toEqual([call, '/api/profile'].toSorted());
    const ofScreen = () => scripts.filter((name) => name.startsWith(`/assets/${code}-`));
    await expect.poll(ofScreen).toHaveLength(1);
    await release();
    await mira.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await mira.chat.isConnected();
    await mira.page.waitForLoadState('networkidle');
    expect(calls.filter((made) => made === call || made === '/api/profile')).toHaveLength(2);
    expect(ofScreen()).toHaveLength(1);
  });

  it('is asked for later if the server does not tell what was sent meanwhile', async () => {
    const mira = await testApp.returning('member', phone);
    await mira.page.route(`${testApp.server.base}/`, async (route) => {
      const served = await route.fetch();
      await route.fulfill({ response: served, body: (await served.text()).replace('"receipts"', '"none"') });
    });
    const { calls, release } = await startOf(mira, '/gchat');
    expect(calls).toEqual([]);
    await release();
    await mira.chat.isUsable();
    expect(calls).toContain('/api/gchat/messages?limit=50');
  });

  it('is not asked for with a token that has expired', async () => {
    const mira = await testApp.returning('member', phone);
    const claims = Buffer.from(JSON.stringify({ id: 'u1', exp: 1 })).toString('base64url');
    await mira.page.addInitScript((token) => localStorage.setItem('token', token), `e30.${claims}.none`);
    const { calls, release } = await startOf(mira, '/gchat');
    await release();
    await mira.login.explains('Your session has expired. Please log in again.');
    expect(calls).toEqual([]);
  });
});

it('the page shows the mark until the first screen is there, and the menu works as soon as it is shown', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 640 } });
  const release = await holdBack(mira.page, MEMBERS);
  await mira.open('/gchat');
  await mira.page.getByRole('status', { name: 'Loading…' }).waitFor();
  expect(await mira.page.getByRole('button', { name: 'Open menu' }).count()).toBe(0);
  release();
  await mira.drawer.open();
  await mira.drawer.links.getByRole('link', { name: 'Live Incidents' }).waitFor();
});

it('the mark and a skeleton are painted before the style sheet has arrived, which moves nothing', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 640 }, colorScheme: 'dark' });
  const [sendStyles, sendCode] = [
    await holdBack(mira.page, /\/assets\/app-.*\.css/),
    await holdBack(mira.page, MEMBERS),
  ];
  const opened = mira.open('/gchat');
  const start = mira.page.getByRole('status', { name: 'Loading…' });
  const boxes = () =>
    Promise.all([start.locator('img'), start.locator('div').last()].map((part) => part.boundingBox()));
  await start.waitFor();
  await expect
    .poll(() => mira.page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  const painted = await boxes();
  expect(painted[0]).toMatchObject({ x: (360 - 72) / 2, width: 72 });
  expect(await mira.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(13, 18, 16)',
  );
  const sheets = () => mira.page.evaluate(() => document.styleSheets.length);
  expect(await sheets()).toBe(1);
  sendStyles();
  await expect.poll(sheets).toBeGreaterThan(1);
  expect(await boxes()).toEqual(painted);
  sendCode();
  await opened;
  await mira.chat.isUsable();
  expect(await mira.page.getByText('Saathi has not loaded yet.').count()).toBe(0);
});

describe('a page whose own scripts do not arrive', () => {
  const offerOf = ({ page }: Person) => page.getByText('Saathi has not loaded yet.');

  it('offers to load again after a while, which works once they are there', async () => {
    const mira = await testApp.returning('member');
    const scripts = await cutOff(mira, /\/assets\/app-.*\.js/);
    await mira.open('/gchat');
    await mira.page.getByRole('status', { name: 'Loading…' }).waitFor();
    expect(await offerOf(mira).isVisible()).toBe(false);
    // Goes to the end of the wait.
    await offerOf(mira).evaluate((offer) => {
      for (const wait of offer.getAnimations()) wait.finish();
    });
    await offerOf(mira).waitFor();
    await scripts.end();
    await mira.page.getByRole('link', { name: 'Load it again' }).click();
    await mira.page.getByRole('heading', { level: 1, name: 'Hello, Mira!' }).waitFor();
  });

  it('offers it at once if its style sheets are missing, too', async () => {
    const mira = await testApp.returning('member');
    const files = await cutOff(mira, /\/assets\//);
    await mira.open('/gchat');
    await offerOf(mira).waitFor();
    await files.end();
    await mira.page.reload();
    await mira.chat.isUsable();
  });
});

it('an address that changes while the app starts is the one whose screen is shown', async () => {
  const mira = await testApp.returning('member');
  const deliver = await holdBack(mira.page, MEMBERS);
  const asked = mira.page.waitForRequest(MEMBERS);
  await mira.open('/chat');
  await asked;
  await mira.page.evaluate(() => {
    location.hash = '#/live';
  });
  deliver();
  await mira.page.getByRole('heading', { name: 'Live Incidents' }).waitFor();
});

it("missing code of the members' area is reported, and comes after Try again", async () => {
  const mira = await testApp.returning('member');
  const code = await cutOff(mira, /\/assets\/members-/);
  await mira.open('/gchat');
  await mira.page.getByText(NO_SCREEN).waitFor();
  await code.end();
  await mira.page.getByRole('button', { name: 'Try again' }).click();
  await mira.chat.isUsable();
});

it('a screen that was opened without a network comes automatically when the network is back', async () => {
  const mira = await testApp.returning('member');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  const screen = await cutOff(mira, /\/assets\/leaderboard-.*\.js/);
  await mira.setOffline(true);
  await mira.menu.navigation.getByRole('link', { name: 'Leaderboard' }).click();
  await mira.page.getByText(NO_SCREEN).waitFor();
  await screen.end();
  await mira.setOffline(false);
  await mira.page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
  expect(await mira.page.getByRole('main').getByRole('alert').getByText(/\w/).count()).toBe(0);
});
