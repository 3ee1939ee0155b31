import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { isFocused, openTestApp, type Person, type PersonOptions } from '../kit/browser';
import { holdWaits } from '../kit/clock';
import { actorsIn } from '../kit/screens/actors';
import { saysWhy } from '../kit/screens/press';
import { holdBack } from './calls';

const testApp = openTestApp();

it('a voice message is recorded, listened to and sent; another member plays it at any speed', async () => {
  const room = `/chat/${await testApp.caseChat()}`;
  const [mira, ravi] = await Promise.all([at(room, 'member'), at(room, 'ravi')]);
  const { chat, voice } = mira;
  await chat.say('One of mine');
  await chat.isTicked('One of mine', 'Read');
  await chat.write('Not part of it');
  await voice.record.click();
  await mira.media.attach.and(mira.page.locator('[aria-disabled=true]')).waitFor();
  await voice.hasRecorded(0);
  expect(await chat.box.getAttribute('placeholder')).toBe('Recording audio...');
  expect(await voice.microphones()).toEqual({ given: 1, on: 1 });
  // Recording blocks sending and attaching.
  expect(await chat.send.isDisabled()).toBe(true);
  await chat.box.press('Enter');
  expect(await chat.box.inputValue()).toBe('Not part of it');
  await voice.hasRecorded(3);
  await voice.listenFirst.click();
  await voice.hasRealBars(voice.recording);
  expect(await voice.microphones()).toEqual({ given: 1, on: 0 });
  // An edit has to wait, too.
  await chat.openMenu('One of mine');
  await saysWhy(chat.menu.getByRole('button', { name: 'Edit', exact: true }), 'Send or discard the recording first.');
  await mira.page.keyboard.press('Escape');
  await chat.menu.waitFor({ state: 'detached' });
  expect(await chat.box.getAttribute('placeholder')).toBe('Message...');

  // A failure of the recorder's chart loses nothing.
  await actorsIn(mira.page).fail('conversation/composer/recording');
  await voice.recording.getByRole('button', { name: 'Play' }).click();
  await voice.recording.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(async () => (await voice.sound()).at).toBeGreaterThan(0.3);
  const upload = mira.page.waitForEvent('request', (request) => request.url().endsWith('/media'));
  const letThrough = await holdBack(mira.page, /\/media$/);
  await voice.send.click();
  expect((await voice.sound()).isPaused).toBe(true);
  // The next recording can be made meanwhile, but uploading blocks sending.
  await upload;
  await voice.recordFor(1);
  await voice.listenFirst.click();
  await voice.recording.waitFor();
  expect(await voice.send.isDisabled()).toBe(true);
  // The recording has the only send button.
  expect(await chat.send.count()).toBe(0);
  letThrough();
  await expect.poll(() => voice.send.isEnabled()).toBe(true);
  await voice.discard.click();
  await voice.recording.waitFor({ state: 'detached' });
  await chat.isTicked('[audio]', 'Read');
  await chat.send.waitFor();
  expect(await chat.box.inputValue()).toBe('Not part of it');

  const heard = ravi.voice.from('Mira');
  await ravi.voice.hasRealBars(heard);
  const bars = await ravi.voice.bars(heard);
  expect(bars.length).toBe(30);
  // The fake microphone beeps, with silence between the beeps.
  expect(Math.max(...bars)).toBe(100);
  expect(Math.min(...bars)).toBeLessThan(20);
  // With forced colours, which show no other backgrounds, the bars and the edge of the message are there, too.
  await ravi.page.emulateMedia({ forcedColors: 'active' });
  const [bar, bubble] = [
    heard.getByRole('slider').locator('> *').first(),
    heard.locator('xpath=ancestor::*[@data-bubble]'),
  ];
  const groundOf = (target: Locator) =>
    target.evaluate((it) => getComputedStyle(it).backgroundColor.match(/\d+/g)?.slice(0, 3));
  expect(await groundOf(bar)).not.toEqual(await groundOf(ravi.page.locator('html')));
  expect(await bubble.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe('solid');
  await ravi.page.emulateMedia({ forcedColors: 'none' });
  await heard.getByText(/^0:0[2-9]$/).waitFor();
  await heard.getByRole('button', { name: 'Play' }).click();
  for (const [name, rate] of [
    ['1×', 1],
    ['1.5×', 1.5],
    ['2×', 2],
  ] as const) {
    await heard.getByRole('button', { name: `Speed ${name}`, exact: true }).waitFor();
    await expect.poll(async () => (await ravi.voice.sound()).rate).toBe(rate);
    if (rate < 2) await heard.getByRole('button', { name: /^Speed/ }).click();
  }
  // At its end it can be heard again.
  await heard.getByRole('button', { name: 'Play' }).waitFor();
  await heard.getByText(/^0:0[2-9]$/).waitFor();
  // The position stays inside the recording even if the slider is dragged past its ends.
  const slider = heard.getByRole('slider', { name: 'Position' });
  const place = async () => Number(await slider.getAttribute('aria-valuenow'));
  const length = Number(await slider.getAttribute('aria-valuemax'));
  const places = await slider.evaluateHandle((element) => {
    const seen: number[] = [];
    new MutationObserver(() => seen.push(Number(element.getAttribute('aria-valuenow')))).observe(element, {
      attributeFilter: ['aria-valuenow'],
    });
    return seen;
  });
  const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { mouse } = ravi.page;
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await expect.poll(place).toBeGreaterThan(0);
  await mouse.move(x + 2 * width, y + height / 2);
  await expect.poll(place).toBe(length);
  await mouse.move(x - 2 * width, y + height / 2);
  await expect.poll(place).toBe(0);
  await mouse.up();
  const seen = await places.jsonValue();
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([0, length]);

  const [stored] = (await testApp.read(`/api/chat/messages/${await testApp.caseChat()}?limit=1`, 'ravi')) as Record<
    string,
    string
  >[];
  expect([stored?.mediaType, stored?.text]).toEqual(['AUDIO', null]);
  const file = await fetch(testApp.server.base + stored?.mediaUrl);
  expect(file.headers.get('content-type')).toMatch(/^audio\/webm/);
});

it('Stop Recording uploads and sends at once, or after an upload that is under way (S1 §4)', async () => {
  // On a small phone all its buttons can be pressed.
  const mira = await at('/gchat', 'member', { viewport: { width: 360, height: 800 } });
  const { chat, voice, page } = mira;
  const before = await stored();
  const letThrough = await holdBack(page, /\/media$/);
  const upload = page.waitForEvent('request', (request) => request.url().endsWith('/media'));
  await voice.recordFor(1);
  // Recording blocks sending, also that of the member's place.
  const place = page.getByRole('button', { name: 'Share my place' });
  await saysWhy(place, 'Stop or cancel the recording first.');
  await voice.stop.click();
  await upload;
  expect(await voice.microphones()).toEqual({ given: 1, on: 0 });
  await saysWhy(place, 'It can be sent when the upload before it has ended.');

  // The next one waits for that upload: it can be recorded again, discarded, and goes out by itself.
  await voice.recordFor(1);
  await voice.stop.click();
  await voice.recording.waitFor();
  await voice.send.click({ force: true });
  await page.getByText('It can be sent when the upload before it has ended.').waitFor();
  await voice.again.click();
  await voice.hasRecorded(1);
  await voice.stop.click();
  await voice.discard.click();
  await voice.recording.waitFor({ state: 'detached' });
  await voice.recordFor(1);
  await voice.stop.click();
  await voice.recording.waitFor();
  expect(await stored()).toBe(before);
  letThrough();
  await voice.recording.waitFor({ state: 'detached' });
  await expect.poll(stored).toBe(before + 2);
  await expect.poll(() => chat.messages.getByRole('article', { name: '[audio]' }).count()).toBe(2);
  expect(await voice.microphones()).toEqual({ given: 4, on: 0 });
  await voice.recordFor(0);
  await voice.cancel.click();
});

describe('the microphone is released', () => {
  it('by cancelling, by discarding, by recording again, and when the browser takes it away; the focus stays here', async () => {
    const before = await stored();
    const { chat, voice, page } = await at('/gchat', 'member');
    const isReleased = async (given: number) => expect(await voice.microphones()).toEqual({ given, on: 0 });
    const waits = await holdWaits(page, [10_000]);
    await voice.record.press('Enter');
    await voice.hasRecorded(1);
    expect(await isFocused(voice.stop)).toBe(true);
    await voice.cancel.press('Enter');
    await expect.poll(() => isFocused(voice.record)).toBe(true);
    await isReleased(1);
    expect(await chat.box.getAttribute('placeholder')).toBe('Message...');
    // What was cancelled or discarded can be brought back for 10 s, and until another one is recorded (DECISIONS 317).
    await voice.undo.press('Enter');
    await expect.poll(() => isFocused(voice.recording.getByRole('button', { name: 'Play' }))).toBe(true);
    await voice.discard.press('Enter');
    await expect.poll(() => isFocused(voice.record)).toBe(true);

    await voice.recordFor(1);
    expect(await voice.undo.count()).toBe(0);
    await voice.listenFirst.press('Enter');
    await expect.poll(() => isFocused(voice.recording.getByRole('button', { name: 'Play' }))).toBe(true);
    await isReleased(2);
    await voice.again.press('Enter');
    await voice.hasRecorded(1);
    expect(await isFocused(voice.cancel)).toBe(true);
    expect(await voice.microphones()).toEqual({ given: 3, on: 1 });
    // The recording that was to be replaced is offered again.
    await voice.cancel.press('Enter');
    await voice.recording.waitFor();
    await isReleased(3);
    await voice.discard.press('Enter');
    await expect.poll(() => isFocused(voice.record)).toBe(true);
    await waits.begun(10_000);
    await voice.undo.focus();
    await waits.end(10_000);
    await expect.poll(() => isFocused(voice.record)).toBe(true);

    // After the microphone was unplugged, the recording so far can be listened to and sent.
    await voice.recordFor(1);
    await page.evaluate(() => window.heard.tracks.at(-1)?.stop());
    await voice.recording.waitFor();
    await isReleased(4);
    expect(await stored()).toBe(before);
  });

  it('by an error of the recorder, by a press before there is any sound, and if the browser never finishes a recording', async () => {
    const before = await stored();
    const { chat, voice, page } = await at('/gchat', 'member');
    const isReleased = (given: number) => expect.poll(() => voice.microphones()).toEqual({ given, on: 0 });
    // What was recorded until then is kept.
    let heal = await voice.breakRecorder('fails later');
    await voice.record.click();
    await page.getByRole('alert').getByText('Could not access mic.', { exact: true }).waitFor();
    await voice.recording.waitFor();
    await isReleased(1);
    await heal();
    heal = await voice.breakRecorder('does not start');
    // It cannot be recorded again, so it is offered again.
    await voice.again.click();
    await isReleased(2);
    await voice.recording.waitFor();
    await voice.discard.click();
    await voice.record.click();
    await isReleased(3);
    await page.getByRole('alert').getByText('Could not access mic.', { exact: true }).waitFor();
    await voice.record.waitFor();
    await heal();

    // A press stops it before there is any sound: nothing is sent, and the chat says so (DECISIONS 197).
    heal = await voice.breakRecorder('stops at once');
    await voice.record.click();
    await page.getByRole('alert').getByText('Nothing was recorded. Record a little longer.', { exact: true }).waitFor();
    await voice.record.waitFor();
    await isReleased(4);
    await heal();
    // Cancelled before there is any sound: there is nothing to bring back.
    heal = await voice.breakRecorder('hears nothing');
    await voice.recordFor(0);
    await voice.cancel.click();
    await voice.cancel.waitFor({ state: 'detached' });
    expect(await voice.undo.count()).toBe(0);
    await isReleased(5);
    await heal();
    expect(await stored()).toBe(before);
    await voice.recordFor(1);
    await voice.stop.click();
    await expect.poll(stored).toBe(before + 1);
    await chat.isTicked('[audio]', 'Sent');

    // The browser never finishes a recording: what there is of it is offered after 5 s, and not sent.
    const waits = await holdWaits(page, [5_000]);
    await voice.breakRecorder('never finishes');
    await voice.recordFor(1);
    await voice.listenFirst.click();
    await waits.begun(5_000);
    expect(await voice.recording.count()).toBe(0);
    await waits.end(5_000);
    await voice.recording.waitFor();
    await isReleased(7);
    for (const [given, press] of [
      [8, voice.stop],
      [9, voice.cancel],
    ] as const) {
      await voice.again.click();
      await voice.hasRecorded(0);
      await press.click();
      await voice.recording.waitFor();
      await isReleased(given);
    }
    expect(await stored()).toBe(before + 1);
  });

  it('by going to another screen and by logging out, also while the browser still asks', async () => {
    const mira = await at('/gchat', 'member');
    const { voice, menu } = mira;
    await voice.recordFor(1);
    await menu.goTo('Incident Chats');
    await mira.chats.greets('Mira');
    expect(await voice.microphones()).toEqual({ given: 1, on: 0 });

    // What was recorded is kept, although it is shorter than the time after which the device keeps it anyway (DECISIONS 197).
    await menu.goTo('Global Chat');
    await voice.recording.waitFor();
    await voice.discard.click();
    const allow = await voice.keepAsking();
    await voice.record.click();
    await mira.page.getByText('Please allow the microphone.').waitFor();
    await voice.cancel.click();
    await voice.cancel.waitFor({ state: 'detached' });
    await voice.record.click();
    await voice.cancel.waitFor();
    await menu.goTo('Incident Chats');
    await mira.chats.greets('Mira');
    await allow();
    await expect.poll(() => voice.microphones()).toEqual({ given: 3, on: 0 });

    await menu.goTo('Global Chat');
    await voice.recordFor(0);
    await menu.logOut();
    await mira.login.isShown();
    expect(await voice.microphones()).toEqual({ given: 4, on: 0 });
  });
});

it('a denied microphone is told for 5 s, and so is a browser that gives the page none, as over plain http', async () => {
  const denied = await testApp.returning('ravi', { microphone: 'denied' });
  await denied.page.clock.install();
  const without = await testApp.returning('member');
  await without.page.addInitScript('delete Navigator.prototype.mediaDevices');
  await Promise.all([enter(denied, `/chat/${await testApp.caseChat()}`), enter(without, '/gchat')]);
  await denied.chat.barLasts5s('Microphone permission denied.', () => denied.voice.record.click());
  for (const [{ chat, page, voice }, text] of [
    [denied, 'Microphone permission denied.'],
    [without, 'Audio recording not supported.'],
  ] as const) {
    await voice.record.click();
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    // Nothing is being recorded: it can be tried again, and text can be written.
    await voice.record.waitFor();
    expect(await chat.box.getAttribute('placeholder')).toBe('Message...');
    await chat.say('In writing, then');
    await chat.isTicked('In writing, then', 'Sent');
  }
});

/** How many messages the global chat has on the server. */
const stored = async () => ((await testApp.read('/api/gchat/messages', 'tara')) as Message[]).length;

/** A member in an open chat. The test can see how the page uses their microphone. */
async function at(room: string, username: string, options: PersonOptions = {}): Promise<Person> {
  const person = await testApp.returning(username, options);
  await person.voice.watch();
  return enter(person, room);
}

async function enter(person: Person, room: string): Promise<Person> {
  await person.open(room);
  await person.chat.isUsable();
  await person.voice.record.waitFor();
  return person;
}
