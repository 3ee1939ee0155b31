import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBesideOtherServer } from '../kit/besideOtherServer';
import type { Person, PersonOptions } from '../kit/browser';
import { fingerOn } from '../kit/finger';
import { recordings, type Sample, wav } from '../kit/media';

// Only another server has files that are none of image, video and audio.
const { other, returning } = await openBesideOtherServer();
// Tall enough for all of the messages.
const telephone = { viewport: { width: 360, height: 1000 }, hasTouch: true, isMobile: true };

/** S1 §4, "Gestures on a message": they work on all of the message, also on what acts on taps itself. */
it('a press opens the menu on a video, a voice message, a file and a link, a swipe answers; at a tap they act themselves', async () => {
  const person = await withMedia(telephone);
  const { chat, page } = person;
  const finger = await fingerOn(page);
  const open = page.context().pages();
  for (const [text, something] of parts(person)) {
    await finger.press(something);
    await chat.menu.waitFor();
    await finger.lift();
    await chat.menu.getByText(/^Kabir, Today /).waitFor();
    await page.keyboard.press('Escape');
    await chat.menu.waitFor({ state: 'detached' });
    expect(await chat.replyBar.count(), text).toBe(0);
  }
  // Nothing was played or sought, and nothing was opened.
  expect(await playing(page)).toEqual({ video: true, sounds: 0 });
  expect(await chat.message('Hear her').getByRole('slider').getAttribute('aria-valuenow')).toBe('0');
  expect(page.context().pages()).toEqual(open);

  // A swipe answers, and a double tap sends a heart.
  for (const [text, something] of parts(person).filter(([said]) => said !== 'Hear her')) {
    await finger.swipe(something, 60);
    await expect.poll(() => chat.replyBar.innerText()).toContain(text);
    await page.getByRole('button', { name: 'Cancel reply' }).click();
    await chat.replyBar.waitFor({ state: 'detached' });
  }
  expect(await playing(page)).toEqual({ video: true, sounds: 0 });
  const video = chat.message('See her').getByLabel('Video from Kabir');
  await Promise.all([chat.isHearted('See her'), finger.doubleTap(video)]);
  await chat.showsReactions('See her', '1 reaction: ❤️');

  // All of them do what they do at a tap, also the video's own buttons in the strip at its lower edge.
  const { x = 0, y = 0, height = 0 } = (await page.locator('video').boundingBox()) ?? {};
  await page.touchscreen.tap(x + 24, y + height - 48);
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  await finger.tap(chat.message('Hear her').getByRole('button', { name: 'Play' }));
  await expect.poll(() => playing(page)).toEqual({ video: true, sounds: 1 });
  await finger.tap(chat.message('Hear her').getByRole('button', { name: 'Pause' }));
  await expect.poll(() => playing(page)).toEqual({ video: true, sounds: 0 });
  for (const name of ['plan.pdf', 'https://rescue.example/her']) {
    const opened = page.context().waitForEvent('page', { timeout: 5_000 });
    await finger.tap(page.getByRole('link', { name }));
    await (await opened).close();
  }

  // A voice message is sought.
  const slider = chat.message('Hear her').getByRole('slider');
  await finger.tap(slider);
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('5');
  await finger.swipe(slider, 60);
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  expect(await chat.replyBar.count()).toBe(0);
  // Two quick taps on the player are for the player.
  await finger.doubleTap(chat.message('Hear her').getByRole('button', { name: 'Play' }));
  await expect.poll(async () => (await playing(page)).sounds).toBe(0);
  expect(await chat.reactionsOf('Hear her').count()).toBe(0);
});

it('a mouse that is held uses links and videos itself, and opens no menu', async () => {
  const { chat, page } = await withMedia();
  for (const something of [page.locator('video'), page.getByRole('link', { name: 'https://rescue.example/her' })]) {
    await something.hover();
    await page.mouse.down();
    await expect(chat.menu.waitFor({ timeout: 700 })).rejects.toThrow('Timeout');
    const opened = page.context().waitForEvent('page', { timeout: 2_000 });
    await page.mouse.up();
    if ((await something.getAttribute('href')) !== null) await (await opened).close();
    else opened.catch(() => {});
  }
});

/** What is pressed, by the text of its message. */
const parts = ({ chat, page }: Person): [string, Locator][] => [
  ['See her', chat.message('See her').getByLabel('Video from Kabir')],
  ['Hear her', chat.message('Hear her').getByRole('button', { name: 'Play' })],
  ['Hear her', chat.message('Hear her').getByRole('slider')],
  ['Where we look', page.getByRole('link', { name: 'plan.pdf' })],
  ['All about her', page.getByRole('link', { name: 'https://rescue.example/her' })],
];

/** Whether the video rests, and how many sounds play. */
const playing = (page: Page) =>
  page.evaluate(() => ({
    video: document.querySelector('video')?.paused,
    sounds: window.heard.sounds.filter(({ paused }) => !paused).length,
  }));

async function withMedia(options?: PersonOptions): Promise<Person> {
  const person = await returning('mira', options);
  const { page, chat, chats, voice } = person;
  await voice.watch();
  const files: Record<string, Sample> = { 'her.webm': recordings.clipWebm, 'her.wav': wav(160_000) };
  await page.context().route(/\/uploads\/|rescue\.example/, async (route) => {
    const file = files[route.request().url().split('/').at(-1) ?? ''];
    const content = Buffer.from(file?.content ?? []);
    const contentType = file?.type ?? 'text/html';
    const headers = { 'access-control-allow-origin': '*', 'accept-ranges': 'bytes' };
    const [, start] = /^bytes=(\d+)-/.exec((await route.request().headerValue('range')) ?? '') ?? [];
    if (start === undefined) return route.fulfill({ headers, contentType, body: content });
    // Browsers seek only in what can be fetched in parts.
    const part = `bytes ${start}-${content.length - 1}/${content.length}`;
    const body = content.subarray(Number(start));
    return route.fulfill({ status: 206, headers: { ...headers, 'content-range': part }, contentType, body });
  });
  await person.open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.say(71, 'See her', { mediaUrl: '/uploads/her.webm', mediaType: 'VIDEO' });
  other.say(71, 'Hear her', { mediaUrl: '/uploads/her.wav', mediaType: 'AUDIO' });
  other.say(71, 'Where we look', { mediaUrl: '/uploads/plan.pdf', mediaType: 'DOCUMENT' });
  other.say(71, 'All about her: https://rescue.example/her');
  await chat.hears('All about her');
  await voice.hasRealBars(chat.message('Hear her'));
  await expect
    .poll(() => page.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState))
    .toBeGreaterThan(0);
  return person;
}
