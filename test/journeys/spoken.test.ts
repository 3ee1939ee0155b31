import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp } from '../kit/browser';
import { holdWaits } from '../kit/clock';
import { listenTo } from '../kit/heard';
import { photo } from '../kit/media';
import { handOn, isLost, passes } from './calls';
import { KitPage } from './pages/kit';
import { alone } from './visits';

/** What screen readers are told, wherever the member is. */
const testApp = openTestApp();

const LOST = 'You are offline. Messages wait until you are back.';
const BACK = 'Connected again.';

it('what happens behind the menu of a phone, the menu of a message and a photo is heard in them', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  const { page, chat, drawer, media } = mira;
  await mira.open(`/chat/${await testApp.caseChat()}`);
  await chat.isUsable();
  await media.pick(await photo());
  await media.isReady(1);
  await chat.say('By the lake');
  await chat.isTicked('By the lake', 'Sent');

  const layers = [
    { layer: drawer.menu, open: () => drawer.open() },
    { layer: chat.menu, open: () => chat.openMenu('By the lake') },
    { layer: media.viewer, open: () => media.picture(chat.message('By the lake')).click() },
  ];
  for (const { layer, open } of layers) {
    await open();
    await layer.waitFor();
    const heard = await listenTo(page);
    await mira.setOffline(true);
    await expect.poll(async () => (await heard()).at(-1)).toBe(LOST);
    await mira.setOffline(false);
    await expect.poll(async () => (await heard()).at(-1)).toBe(BACK);
    await page.keyboard.press('Escape');
    await layer.waitFor({ state: 'hidden' });
  }
});

it('the same sentence is heard again, also before the first one has gone', async () => {
  const mira = await testApp.returning('member');
  const kit = new KitPage(mira.page);
  await mira.open('/profile');
  await mira.page.getByRole('link', { name: 'My Kit' }).click();
  await kit.items.first().waitFor();
  const heard = await listenTo(mira.page);
  // The time after which what was said goes.
  await holdWaits(mira.page, [1_000]);
  await kit.add('gauze', '1');
  await expect.poll(heard).toEqual(['Gauze is in your request.']);
  await mira.page.getByRole('button', { name: 'Take Gauze out of the request' }).click();
  await kit.cart.waitFor({ state: 'detached' });
  await kit.add('gauze', '1');
  const twice = (sentences: string[]) => sentences.filter((one) => one === 'Gauze is in your request.').length;
  await expect.poll(async () => twice(await heard())).toBe(2);
});

it('the same notice is read out again, also while it is still shown', async () => {
  const mira = await testApp.returning('member');
  const { page } = mira;
  await mira.open('/incident/3');
  const copy = page.getByRole('button', { name: 'Copy Details' });
  await copy.waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));
  });
  // The time after which a notice goes.
  await holdWaits(page, [5_000]);
  const notice = page.getByRole('status').getByText('Failed to copy details. Please try again.');
  await isReadAgain(notice, () => copy.click());
});

it('in a chat the same error, and the same words of somebody else, are read out again', async () => {
  const mira = await testApp.returning('member');
  const { page, chat, media } = mira;
  const chatId = await testApp.caseChat();
  await mira.open(`/chat/${chatId}`);
  await chat.isUsable();
  // The time after which both go.
  await holdWaits(page, [5_000]);
  const plan = { name: 'plan.pdf', type: 'application/pdf', content: Buffer.from('plan') };
  await isReadAgain(page.getByRole('alert').getByText('Unsupported file type.'), () => media.pick(plan));
  const send = () => testApp.say('ravi', `chat/${chatId}`, 'Here');
  await isReadAgain(page.locator('[aria-live=polite]').getByText('Ravi: Here', { exact: true }), send);
});

/** Does something twice, and waits until what it says is there anew: live regions are read out when something is added to them. */
async function isReadAgain(said: Locator, act: () => Promise<unknown>): Promise<void> {
  await act();
  await said.waitFor();
  await said.evaluate((it) => it.setAttribute('data-first', ''));
  await act();
  await expect.poll(() => said.evaluateAll((all) => all.map((it) => it.matches('[data-first]')))).toEqual([false]);
}

describe("'Try again'", () => {
  /** Somebody at the volunteers, who could not be fetched. */
  async function atFailure() {
    const mira = await testApp.returning('member', { hasClock: true });
    const { page } = mira;
    const calls = await handOn(page, (request) => request.url().endsWith('/api/volunteers'));
    calls.always(isLost);
    // When a topic opens, the app fetches again by itself. Without a connection only the press can be the reason of the next call.
    await alone(mira);
    await mira.open('/volunteers');
    const again = page.getByRole('main').getByRole('button', { name: 'Try again', exact: true });
    await again.waitFor();
    return { mira, page, calls, again, heading: page.getByRole('heading', { level: 1 }) };
  }
  /** Time for the page to move the focus. */
  const draws = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

  it('does not take the focus when the member has left the screen and come back since', async () => {
    const { mira, page, calls, again, heading } = await atFailure();
    calls.hold();
    await again.click();
    await again.waitFor({ state: 'detached' });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Leaderboard' }).click();
    await mira.isAt('/leaderboard');
    calls.holdOn();
    await menu.getByRole('link', { name: 'Volunteers' }).click();
    await mira.isAt('/volunteers');
    await expect.poll(() => isFocused(heading.filter({ hasText: 'Volunteers' }))).toBe(true);
    await calls.free(isLost);
    await again.waitFor();
    await draws(page);
    expect(await isFocused(heading)).toBe(true);
  });

  it('does not take the focus when it has worked, and the same fails much later', async () => {
    const { page, calls, again, heading } = await atFailure();
    calls.always(passes);
    await again.click();
    await again.waitFor({ state: 'detached' });
    await page
      .getByRole('main')
      .getByText(/^\d+ volunteers$/)
      .waitFor();
    await expect.poll(() => isFocused(heading)).toBe(true);
    await page.clock.fastForward(61_000);
    // The connection that opens at last is a reason to fetch again.
    calls.always(isLost);
    await page.unroute('**/ws/**');
    await again.waitFor();
    await draws(page);
    expect(await isFocused(heading)).toBe(true);
  });
});
