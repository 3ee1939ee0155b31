import { expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { holdWaits } from '../kit/clock';
import { listenTo } from '../kit/heard';
import { photo } from '../kit/media';
import { KitPage } from './pages/kit';

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
