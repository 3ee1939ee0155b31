import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { fingerOn } from '../kit/finger';
import { jpeg, photo, picture, recordings, sample, wav } from '../kit/media';
import { saysWhy } from '../kit/screens/press';
import { passAgain } from './calls';

const testApp = openTestApp({}, 'no-preference');

const telephone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

it('a photo is compressed, loses its location, and is seen by both, without requests to other hosts', async () => {
  const chatId = await testApp.caseChat();
  const [mira, ravi] = await Promise.all([testApp.returning('member'), testApp.returning('ravi', telephone)]);
  const asked: string[] = [];
  mira.page.on('request', (request) => asked.push(request.url()));
  await Promise.all([mira.open(`/chat/${chatId}`), ravi.open(`/chat/${chatId}`)]);
  await Promise.all([mira.chat.isUsable(), ravi.chat.isUsable()]);

  const original = await photo();
  expect(original.content.length).toBeGreaterThan(1_600_000);
  const before = await sharp(original.content).metadata();
  expect([before.width, before.height, before.orientation, before.exif !== undefined]).toEqual([2000, 1500, 6, true]);
  expect(await mira.media.pick(original)).toBe('image/*,video/*');
  await mira.media.isReady(1);
  await mira.chat.say('By the lake');
  await mira.chat.isTicked('By the lake', 'Read');
  expect(await mira.media.attached.count()).toBe(0);
  await ravi.media.isDrawn(ravi.media.picture(ravi.chat.message('By the lake')));
  await mira.media.isDrawn(mira.media.picture(mira.chat.message('By the lake')));

  const messages = (await testApp.read(`/api/chat/messages/${chatId}`, 'ravi')) as { [field: string]: string }[];
  const said = messages.find(({ text }) => text === 'By the lake');
  expect(said?.mediaType).toBe('IMAGE');
  const answer = await fetch(testApp.server.base + said?.mediaUrl);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const stored = new Uint8Array(await answer.arrayBuffer());
  expect(stored.length).toBeLessThanOrEqual(800_000);
  const after = await sharp(stored).metadata();
  // The stored photo is upright.
  expect([after.width, after.height, after.orientation]).toEqual([960, 1280, undefined]);
  expect([after.exif, after.iptc, after.xmp]).toEqual([undefined, undefined, undefined]);

  const foreign = asked.filter((url) => !url.replace(/^blob:/, '').startsWith(`${testApp.server.base}/`));
  expect(foreign).toEqual([]);
  expect(asked.filter((url) => /\/assets\/browser-image-compression-.*\.js$/.test(url))).not.toEqual([]);

  // Opened by a tap on a touch screen, and by a click.
  await ravi.media.picture(ravi.chat.message('By the lake')).tap();
  await ravi.media.isViewing();
  await mira.media.picture(mira.chat.message('By the lake')).click();
  await mira.media.isViewing();
  expect(await mira.media.viewer.innerText()).toMatch(/^Mira\n[\s\S]*By the lake$/);
  await mira.media.closeViewer();
  await ravi.media.viewer.getByRole('button', { name: 'Close' }).tap();
  await ravi.media.viewer.waitFor({ state: 'detached' });
});

it('a photo and a waveform that could not be fetched are fetched when the network returns', async () => {
  const [mira, ravi] = await Promise.all([testApp.returning('member'), testApp.returning('ravi')]);
  await ravi.open('/gchat');
  await ravi.chat.isUsable();
  for (const [file, text] of [
    [await jpeg(), 'Seen later'],
    [recordings.voiceWebm, 'Heard later'],
  ] as const) {
    await ravi.media.pick(file);
    await ravi.media.isReady(1);
    await ravi.chat.say(text);
    await ravi.chat.isTicked(text, 'Sent');
  }
  const failed = new Set<string>();
  await mira.page.route(/\/media\//, (route) => {
    failed.add(route.request().resourceType());
    return route.abort('internetdisconnected');
  });
  await mira.open('/gchat');
  await mira.chat.hears('Heard later');
  const image = mira.media.picture(mira.chat.message('Seen later')).locator('img');
  await mira.chat.message('Seen later').locator('img[data-missing]').waitFor({ state: 'attached' });
  await expect.poll(() => [...failed].sort()).toEqual(['fetch', 'image']);
  await mira.setOffline(true);
  await passAgain(mira.page, /\/media\//);
  await mira.setOffline(false);
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  expect(await image.getAttribute('data-missing')).toBe(null);
  await mira.voice.hasRealBars(mira.chat.message('Heard later'));
});

it('a video is sent unchanged, and plays in the chat; a sound too large to be decoded shows its length before it is played (S1 §9)', async () => {
  const [mira, ravi] = await Promise.all([
    testApp.returning('member').then(inGlobal),
    testApp.returning('ravi').then(inGlobal),
  ]);
  await mira.media.pick(recordings.clipWebm);
  await mira.media.isReady(1);
  await mira.chat.say('See how she walks');
  await mira.chat.isTicked('See how she walks', 'Read');
  const video = ravi.chat.message('See how she walks').getByLabel('Video from Mira');
  const state = () =>
    video.evaluate(({ controls, ended, videoWidth }: HTMLVideoElement) => ({ controls, ended, videoWidth }));
  await video.evaluate((clip: HTMLVideoElement) => clip.play());
  await expect.poll(state).toEqual({ controls: true, ended: true, videoWidth: 64 });

  // 16,000 bytes a second.
  await mira.media.pick(wav(16_000 * 437));
  await mira.media.isReady(1);
  await mira.chat.say('All of her barking');
  await mira.chat.isTicked('All of her barking', 'Read');
  const player = ravi.voice.from('Mira');
  await player.getByText('7:17', { exact: true }).waitFor();
  expect(await player.getByRole('slider').getAttribute('data-decorative')).toBe('true');

  // As long as nobody can know it, no length is shown.
  let refused = 0;
  await ravi.page.route(/\/media\//, async (route) => {
    await route.fulfill({ status: 404 });
    refused += 1;
  });
  await ravi.page.reload();
  await ravi.chat.hears('All of her barking');
  await player.getByRole('slider').waitFor();
  // It is asked for its waveform, and then for its length.
  await expect.poll(() => refused).toBeGreaterThanOrEqual(2);
  expect(await player.innerText()).not.toMatch(/\d:\d\d/);
});

describe('files come by', () => {
  it('paste, drag and drop, and the picker, several at once; each can be taken away, and each is a message', async () => {
    const mira = await testApp.returning('member', { permissions: ['clipboard-write'] });
    const addresses = await watchAddresses(mira.page);
    const { chat, media, page } = await inGlobal(mira);
    const copied = sample(await picture().png().toBuffer(), 'image/png', 'copied.png');
    await chat.box.focus();
    await media.paste(copied);
    await media.isReady(1);
    // If copied text comes with a picture of itself, only the text is pasted.
    await media.paste(copied, 'Three of them');
    await expect.poll(() => chat.box.inputValue()).toBe('Three of them');
    await media.drop(named('second.jpg', await jpeg()), named('third.jpg', await jpeg()));
    await media.isReady(3);
    await media.pick(named('fourth.jpg', await jpeg()));
    await media.isReady(4);
    await expect
      .poll(() => media.attached.allInnerTexts())
      .toEqual(['image.png', 'second.jpg', 'third.jpg', 'fourth.jpg']);
    await page.getByRole('button', { name: 'Remove second.jpg' }).click();
    await expect.poll(() => media.attached.allInnerTexts()).toEqual(['image.png', 'third.jpg', 'fourth.jpg']);
    expect(await isFocused(page.getByRole('button', { name: 'Remove third.jpg' }))).toBe(true);
    await chat.send.click();
    await expect.poll(() => newest(3)).toEqual(['Three of them', '[IMAGE]', '[IMAGE]']);
    await expect.poll(() => chat.messages.getByRole('img', { name: 'Photo from Mira' }).count()).toBe(3);
    // Files of the device are released when the server has them, because they would fill the memory of a cheap phone.
    await expect.poll(addresses).toEqual({ made: expect.any(Number), kept: 0 });
    expect((await addresses()).made).toBeGreaterThanOrEqual(4);

    // While a message is edited nothing can be attached, and the member is told why.
    await chat.openMenu('Three of them');
    await chat.menu.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => chat.box.inputValue()).toBe('Three of them');
    await media.paste(copied);
    await page.getByRole('alert').getByText('Save or cancel the edit first.').waitFor();
    expect(await media.attached.count()).toBe(0);
  });

  it('keyboard alone, and so the viewer opens, zooms, leads to the next picture and closes', async () => {
    const { chat, media, page } = await inGlobal(await testApp.returning('member'));
    const press = (key: string) => page.keyboard.press(key);
    await send(chat, media, 'Key one');
    await chat.box.focus();
    await press('Shift+Tab');
    await media.pickAfter(() => press('Enter'), await jpeg());
    await media.isReady(1);
    await chat.box.focus();
    await page.keyboard.type('Key two');
    await press('Enter');
    await chat.isTicked('Key two', 'Sent');

    // Moves from the text box back to the newest message, and on to its picture.
    await expect.poll(() => press('Shift+Tab').then(() => chat.hasFocus('Key two'))).toBe(true);
    await media.isDrawn(media.picture(chat.message('Key two')));
    await press('Tab');
    await press('Enter');
    await media.isViewing();
    const fitted = await media.sizeInViewer();
    const zoomOut = media.viewer.getByRole('button', { name: /^Zoom out/ });
    await saysWhy(zoomOut, 'The whole photo is shown.');
    // All of its words are on the screen.
    const told = await media.viewer.getByText('The whole photo is shown.').boundingBox();
    expect(told?.y).toBeGreaterThan(0);
    // Its white sign is on the dark ground of the viewer, also if the page is light.
    expect(await zoomOut.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    await press('+');
    await expect.poll(async () => (await media.sizeInViewer()).width / fitted.width).toBeCloseTo(1.5, 1);
    const stage = media.viewer.getByRole('img', { name: 'Photo from' });
    const left = async () => Math.round((await stage.boundingBox())?.x ?? 0);
    const before = await left();
    await press('ArrowRight');
    await expect.poll(left).toBeLessThan(before);
    await press('ArrowLeft');
    await expect.poll(left).toBe(before);
    await press('0');
    await expect.poll(() => media.sizeInViewer()).toEqual(fitted);
    const beside = (which: string) => media.viewer.getByRole('button', { name: `${which} photo` });
    // Keys of the browser are none of the viewer.
    await press('Control+ArrowLeft');
    expect(await media.viewer.getByText('Key two').count()).toBe(1);
    await press('ArrowLeft');
    await media.viewer.getByText('Key one').waitFor();
    await beside('Next').press('Enter');
    await media.viewer.getByText('Key two').waitFor();
    // The button of the last photo keeps the focus, so that the keys of the viewer still work.
    expect(await beside('Next').isDisabled()).toBe(true);
    expect(await media.viewer.getByRole('status').first().innerText()).toMatch(/^Mira\s+\d+:\d\d/);
    await press('ArrowLeft');
    await media.viewer.getByText('Key one').waitFor();
    await press('ArrowRight');
    await media.viewer.getByText('Key two').waitFor();
    await media.closeViewer();
    // The focus is back where it was.
    await press('Enter');
    await media.isViewing();
  });
});

it('a finger on a picture opens the viewer 300 ms after a tap; a double tap sends a heart, a press opens the menu, a swipe answers', async () => {
  const { ravi, finger, onIt } = await withPicture();
  // The viewer's own code has come with the first time.
  await finger.tap(onIt());
  await ravi.media.isViewing();
  await ravi.media.closeViewer();
  expect(await ravi.media.delayOf(() => finger.tap(onIt()))).toBeGreaterThanOrEqual(300);
  await ravi.media.closeViewer();

  // S1 §4: "A tap on an image opens the viewer", and one on its caption does not.
  await finger.tap(ravi.chat.bubble('For fingers').getByText('For fingers').last());
  await expect(ravi.media.viewer.waitFor({ timeout: 1_000 })).rejects.toThrow('Timeout');

  const heart = ravi.chat.bubble('For fingers').locator('span').getByText('❤️', { exact: true });
  await Promise.all([ravi.chat.isHearted('For fingers'), finger.doubleTap(onIt())]);
  await ravi.chat.showsReactions('For fingers', '1 reaction: ❤️');
  // The heart is shown for 600 ms, twice as long as a tap would have waited.
  await heart.waitFor({ state: 'detached' });
  expect(await ravi.media.viewer.count()).toBe(0);

  // A finger that is held opens the menu, and one that swipes answers; the viewer stays closed.
  await finger.press(onIt());
  await ravi.chat.menu.waitFor();
  await finger.lift();
  await ravi.page.keyboard.press('Escape');
  await ravi.chat.menu.waitFor({ state: 'detached' });
  await finger.swipe(onIt(), 60);
  expect(await ravi.chat.replyBar.innerText()).toMatch(/Replying to Ravi\s+For fingers/);
  expect(await ravi.media.viewer.count()).toBe(0);
  await expect.poll(() => isFocused(ravi.chat.box)).toBe(true);
  // A restored draft opens no keyboard.
  await ravi.page.reload();
  await ravi.chat.isUsable();
  await ravi.chat.replyBar.waitFor();
  expect(await isFocused(ravi.chat.box)).toBe(false);
  // Nor does the end of the reply, although its button had the focus.
  await ravi.page.getByRole('button', { name: 'Cancel reply' }).press('Enter');
  await expect.poll(() => isFocused(ravi.media.attach)).toBe(true);
});

it('in the viewer two fingers zoom, one moves what is zoomed, and goes to the next picture when nothing is', async () => {
  const { ravi, finger, onIt } = await withPicture();
  await send(ravi.chat, ravi.media, 'The next one');
  await finger.tap(onIt());
  await ravi.media.isViewing();
  const stage = ravi.media.viewer.getByRole('img', { name: 'Photo from' });
  const fitted = await ravi.media.sizeInViewer();
  await finger.pinch(stage, 60, 180);
  await expect.poll(async () => (await ravi.media.sizeInViewer()).width / fitted.width).toBeCloseTo(3, 1);
  const [before] = await Promise.all([stage.boundingBox()]);
  await finger.swipe(ravi.media.viewer, -60);
  await expect.poll(async () => (await stage.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 60, 0);
  await ravi.media.viewer.getByText('For fingers').waitFor();
  await finger.pinch(ravi.media.viewer, 200, 20);
  await expect.poll(() => ravi.media.sizeInViewer()).toEqual(fitted);
  await finger.swipe(ravi.media.viewer, -60);
  await ravi.media.viewer.getByText('The next one').waitFor();
  await finger.swipe(ravi.media.viewer, 60);
  await ravi.media.viewer.getByText('For fingers').waitFor();
});

it('anything but image, video and audio is refused for 5 s with its text; files chosen with it are accepted', async () => {
  const mira = await testApp.returning('member', { hasClock: true });
  const { chat, media } = await inGlobal(mira);
  const notes = sample('Bring the crate.', 'text/plain', 'notes.txt');
  const picture = named('with.jpg', await jpeg());
  await chat.barLasts5s('Unsupported file type.', () => media.drop(notes, picture));
  await media.isReady(1);
  await expect.poll(() => media.attached.allInnerTexts()).toEqual(['with.jpg']);
});

/** Ravi with a phone, in the global chat, where he has sent a picture. */
async function withPicture() {
  const ravi = await inGlobal(await testApp.returning('ravi', telephone));
  await send(ravi.chat, ravi.media, 'For fingers');
  const onIt = () => ravi.media.picture(ravi.chat.message('For fingers'));
  await ravi.media.isDrawn(onIt());
  return { ravi, finger: await fingerOn(ravi.page), onIt };
}

const named = <File extends { name: string }>(name: string, file: File): File => ({ ...file, name });

async function inGlobal(person: Person): Promise<Person> {
  await person.open('/gchat');
  await person.chat.isUsable();
  await person.media.attach.waitFor();
  return person;
}

/** Sends a small picture with a text. */
async function send(chat: Person['chat'], media: Person['media'], text: string): Promise<void> {
  await media.pick(await jpeg());
  await media.isReady(1);
  await chat.say(text);
  await chat.isTicked(text, 'Sent');
}

/** The texts of the last messages of the global chat, or the kind of media for those without a text. */
async function newest(count: number): Promise<string[]> {
  const last = await testApp.read(`/api/gchat/messages?limit=${count}`, 'tara');
  return (last as { text: string | null; mediaType: string }[]).map(({ text, mediaType }) => text ?? `[${mediaType}]`);
}

/** Counts the addresses that a page makes for pictures of the device, and those not revoked yet. Call it before the page is opened. */
async function watchAddresses(page: Page): Promise<() => Promise<{ made: number; kept: number }>> {
  await page.addInitScript(() => {
    const kept = new Set<string>();
    const counts = { made: 0, kept: 0 };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (file) => {
      const address = createObjectURL.call(URL, file);
      // Other addresses do not count: a library makes one for its worker's script and keeps it.
      if (!(file instanceof Blob) || !file.type.startsWith('image/')) return address;
      counts.made += 1;
      counts.kept = kept.add(address).size;
      return address;
    };
    URL.revokeObjectURL = (address) => {
      kept.delete(address);
      counts.kept = kept.size;
      revokeObjectURL.call(URL, address);
    };
    Object.assign(window, { fileAddresses: counts });
  });
  return () =>
    page.evaluate(() => (window as unknown as { fileAddresses: { made: number; kept: number } }).fileAddresses);
}
