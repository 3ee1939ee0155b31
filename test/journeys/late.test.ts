import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';

const testApp = openTestApp();

const PARTS = /\/assets\/late(Parts)?-/;

it('parts of a screen that did not arrive are fetched again at the next press, with their looks', async () => {
  const mira = await testApp.returning('member');
  const { page } = mira;
  let cutOff = 0;
  await page.route(PARTS, async (route) => {
    await route.abort();
    cutOff++;
  });
  await mira.open('/gchat');
  await mira.chat.box.waitFor();
  await expect.poll(() => cutOff).toBeGreaterThan(3);
  expect(await mira.menu.navigation.isVisible()).toBe(false);

  await page.unroute(PARTS);
  // A part that is still being refused when the key is pressed waits for the next one.
  const isThere = async (part: Locator) => {
    await page.keyboard.press('Shift');
    return part.isVisible();
  };
  await expect.poll(() => isThere(mira.menu.navigation.getByRole('link', { name: 'Live Incidents' }))).toBe(true);
  await expect.poll(() => isThere(page.getByRole('button', { name: 'Send Image/Video' }))).toBe(true);
  const sheetless = () =>
    page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) =>
        links.filter((link) => !(link as HTMLLinkElement).sheet).map((link) => (link as HTMLLinkElement).href),
      );
  await expect.poll(sheetless).toEqual([]);
});

it('a part whose code arrived without its looks waits for them', async () => {
  const mira = await testApp.returning('member');
  const looks = /\/assets\/late-.*\.css/;
  let cutOff = 0;
  await mira.page.route(looks, async (route) => {
    await route.abort();
    cutOff++;
  });
  await mira.open('/gchat');
  await mira.chat.box.waitFor();
  const link = mira.menu.navigation.getByRole('link', { name: 'Live Incidents' });
  const presses = async () => {
    await mira.page.keyboard.press('Shift');
    return cutOff;
  };
  await expect.poll(presses).toBeGreaterThan(2);
  expect(await link.isVisible()).toBe(false);

  await mira.page.unroute(looks);
  await mira.page.keyboard.press('Shift');
  await link.waitFor();
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('none');
});

it('the menu of a narrow screen can be pressed once it is there, and not before', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 640 } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await mira.page.route(PARTS, async (route) => {
    await released;
    await route.continue();
  });
  await mira.open('/gchat');
  await mira.chat.box.waitFor();
  expect(await mira.page.getByRole('button', { name: 'Open menu' }).isEnabled()).toBe(false);
  release();
  await mira.drawer.open();
  await mira.drawer.links.getByRole('link', { name: 'Live Incidents' }).waitFor();
});

it('messaging whose code does not arrive is said to be missing, and comes when it is asked for again', async () => {
  const mira = await testApp.returning('member');
  const code = /\/assets\/main\.chat-/;
  await mira.page.route(code, (route) => route.abort());
  await mira.open('/gchat');
  await mira.page.getByText('This screen could not be loaded. Check your connection and try again.').waitFor();
  await mira.page.unroute(code);
  await mira.page.getByRole('button', { name: 'Try again' }).click();
  await mira.chat.isUsable();
});

it('a screen that was asked for without network comes by itself with it', async () => {
  const mira = await testApp.returning('member');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  const screen = /\/assets\/(screens|Leaderboard)/;
  await mira.page.route(screen, (route) => route.abort());
  await mira.context.setOffline(true);
  await mira.menu.navigation.getByRole('link', { name: 'Leaderboard' }).click();
  await mira.page.getByText('This screen could not be loaded. Check your connection and try again.').waitFor();
  await mira.page.unroute(screen);
  await mira.context.setOffline(false);
  await mira.page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
  expect(await mira.page.getByRole('main').getByRole('alert').getByText(/\w/).count()).toBe(0);
});
