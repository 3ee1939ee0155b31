import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { jpeg, photo, recordings, sample } from '../kit/media';

import { holdStoreApart, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
let me = '';
beforeAll(async () => {
  me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
});

async function atGlobalChat(person: Person): Promise<Person> {
  await person.open('/gchat');
  await person.chat.isUsable();
  return person;
}
async function attach(person: Person, count: number): Promise<void> {
  for (let file = 0; file < count; file++) await person.media.pick(await jpeg());
  await person.media.isReady(count);
}
/** The server's messages with a matching text, each with whether it has a file. */
const stored = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .filter(({ text }) => matching.test(text ?? ''))
    .map(({ text, mediaUrl }) => [text, mediaUrl !== null]);
/** How many drafts the device has: the text of the chat, and each file. */
const drafts = async ({ page }: Person) => (await rowsOnDevice(page, me)).drafts;

describe('what is attached to a message that is not sent', () => {
  it('is there again after a reload, and in the list of the chats, until it is removed or sent', async () => {
    const mira = await atGlobalChat(await testApp.returning('member'));
    await attach(mira, 2);
    await mira.chat.write('Not sent yet');
    await expect.poll(() => drafts(mira)).toBe(3);
    await mira.page.reload();
    await mira.media.isReady(2);
    await expect.poll(() => mira.chat.box.inputValue()).toBe('Not sent yet');

    await mira.chat.write('');
    await expect.poll(() => drafts(mira)).toBe(2);
    await mira.open('/chat');
    await mira.chats.card('Global Chat').getByText('2 files', { exact: true }).waitFor();
    await atGlobalChat(mira);
    await mira.media.attached.first().getByRole('button').click();
    await expect.poll(() => drafts(mira)).toBe(1);
    await mira.open('/chat');
    await mira.chats.card('Global Chat').getByText('Photo', { exact: true }).waitFor();
    await mira.page.reload();
    await atGlobalChat(mira);
    await mira.media.isReady(1);

    await mira.chat.say('Sent with its photo');
    await mira.chat.isTicked('Sent with its photo', 'Sent');
    await expect.poll(() => drafts(mira)).toBe(0);
    await mira.page.reload();
    await mira.chat.isTicked('Sent with its photo', 'Sent');
    expect(await mira.media.attached.count()).toBe(0);
    expect(await stored(/with its photo$/)).toEqual([['Sent with its photo', true]]);
  });

  it("is not shown to other members, is there again after a login, and is deleted by 'Forget this device'", async () => {
    const mira = await atGlobalChat(await testApp.returning('member'));
    await attach(mira, 1);
    await expect.poll(() => drafts(mira)).toBe(1);
    await mira.menu.logOut();
    await mira.login.logIn('ravi');
    await mira.isAt('/chat');
    await atGlobalChat(mira);
    // When a draft of this member has been stored and read again, a file would have been read, too.
    await mira.chat.write('Of somebody else');
    await mira.open('/chat');
    await mira.chats.card('Global Chat').getByText('Of somebody else').waitFor();
    await atGlobalChat(mira);
    await expect.poll(() => mira.chat.box.inputValue()).toBe('Of somebody else');
    expect(await mira.media.attached.count()).toBe(0);
    await mira.menu.logOut();
    await mira.login.logIn('member');
    await mira.isAt('/chat');
    await atGlobalChat(mira);
    await mira.media.isReady(1);

    await mira.page.getByRole('button', { name: 'Forget this device' }).click();
    await mira.page.getByRole('button', { name: 'Delete and log out' }).click();
    await mira.login.isShown();
    await expect.poll(() => drafts(mira)).toBe(0);
  });

  it('keeps its order if a photo is compressed after a later video was stored', async () => {
    const mira = await atGlobalChat(await testApp.returning('member'));
    await mira.media.pick(await photo('dog.jpeg'), recordings.clipWebm);
    await mira.media.isReady(2);
    await expect.poll(() => drafts(mira)).toBe(2);
    expect(await names(mira)).toEqual(['dog.jpeg', 'clip.webm']);
    await mira.page.reload();
    await mira.media.isReady(2);
    expect(await names(mira)).toEqual(['dog.jpg', 'clip.webm']);
    expect(await drafts(mira)).toBe(2);
  });

  it('is stored before it is compressed, and is listed before files that are attached while it is being read', async () => {
    const mira = await testApp.returning('member');
    // The code that makes pictures small never comes.
    await mira.page.route(/image-compression/, () => {});
    await atGlobalChat(mira);
    await mira.media.pick(await photo('first.jpeg'));
    await expect.poll(() => drafts(mira)).toBe(1);
    await mira.media.attached.and(mira.page.locator(':has([aria-busy=true])')).waitFor();
    const letRead = await holdStoreApart(mira, testApp.server.base, 'drafts');
    await mira.page.reload();
    await mira.chat.isUsable();
    await mira.media.pick(sample((await jpeg()).content, 'image/jpeg', 'second.jpg'));
    await mira.media.attached.waitFor();
    expect(await names(mira)).toEqual(['second.jpg']);
    await letRead();
    await expect.poll(() => names(mira)).toEqual(['first.jpeg', 'second.jpg']);
    await expect.poll(() => drafts(mira)).toBe(2);
    await mira.page.reload();
    await mira.media.attached.nth(1).waitFor();
    expect(await names(mira)).toEqual(['first.jpeg', 'second.jpg']);
  });

  it('a recording is offered again after a reload or a killed page, until it is discarded or sent', async () => {
    const mira = await testApp.returning('member');
    const { voice } = await listening(mira);
    await voice.recordFor(2);
    await voice.listenFirst.click();
    await expect.poll(() => drafts(mira)).toBe(1);
    await mira.page.reload();
    await voice.hasRealBars(voice.recording);
    await voice.recording.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => (await voice.sound()).at).toBeGreaterThan(0);
    await mira.open('/chat');
    await mira.chats.card('Global Chat').getByText('Recording', { exact: true }).waitFor();
    await atGlobalChat(mira);
    await voice.recording.waitFor();

    // It is read from the device while the browser asks for the microphone for another one: it is attached like a file.
    const letRead = await holdStoreApart(mira, testApp.server.base, 'drafts');
    await mira.page.reload();
    await mira.chat.isUsable();
    const allow = await voice.keepAsking();
    await voice.record.click();
    await mira.page.getByText('Please allow the microphone.').waitFor();
    await letRead();
    await mira.media.attached.waitFor();
    await allow();
    await voice.hasRecorded(1);
    await voice.listenFirst.click();
    await voice.recording.waitFor();
    expect(await mira.media.attached.count()).toBe(1);
    await expect.poll(() => drafts(mira)).toBe(2);
    // After a reload one of the two is offered, and the other one is attached.
    await mira.page.reload();
    await voice.hasRealBars(voice.recording);
    await mira.media.attached.waitFor();
    expect(await mira.media.attached.count()).toBe(1);
    await mira.media.attached.getByRole('button', { name: /^Remove/ }).click();
    await mira.media.attached.waitFor({ state: 'detached' });
    await voice.discard.click();
    await expect.poll(() => drafts(mira)).toBe(0);
    // What was brought back is on the device again.
    await voice.undo.click();
    await expect.poll(() => drafts(mira)).toBe(1);
    // It also stays if the device is slow to delete it and to store it again.
    const letWrite = await holdStoreApart(mira, testApp.server.base, 'drafts');
    for (let time = 0; time < 2; time++) {
      await voice.discard.click();
      await voice.undo.click();
    }
    await letWrite();
    await expect.poll(() => drafts(mira)).toBe(1);
    expect(await voice.recording.count()).toBe(1);
    // Another tab offers it, too. Where one discards it, no tab can send it (DECISIONS 265).
    const beside = await atGlobalChat(await mira.anotherTab());
    await beside.voice.discard.click();
    await voice.recording.waitFor({ state: 'detached' });
    await beside.page.close();
    await expect.poll(() => drafts(mira)).toBe(0);
    await mira.page.reload();
    await mira.chat.isUsable();

    // The page is killed while the microphone is still on.
    expect(await voice.recording.count()).toBe(0);
    await voice.record.click();
    await expect.poll(() => drafts(mira)).toBe(1);
    await kill(mira);
    const again = await mira.anotherTab();
    await atGlobalChat(again);
    await again.voice.hasRealBars(again.voice.recording);
    await again.voice.send.click();
    await again.chat.isTicked('[audio]', 'Sent');
    await expect.poll(() => drafts(again)).toBe(0);
    await again.page.reload();
    await again.chat.isTicked('[audio]', 'Sent');
    expect(await again.voice.recording.count()).toBe(0);
    expect(await rowsOnDevice(again.page, me)).toMatchObject({ submissions: 0, drafts: 0, quarantine: 0 });
    const last = ((await testApp.read('/api/gchat/messages', 'tara')) as Message[]).at(-1);
    expect(last?.mediaType).toBe('AUDIO');
    const file = await fetch(testApp.server.base + last?.mediaUrl);
    expect(file.headers.get('content-type')).toMatch(/^audio\/webm/);
  });
});

/** A member in the global chat who records voice messages. What is recorded is kept after 0.2 s already. */
async function listening(person: Person): Promise<Person> {
  await person.voice.watch();
  await person.page.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (this: MediaRecorder, slice?: number) {
      start.call(this, slice === undefined ? undefined : 200);
    };
  });
  return atGlobalChat(person);
}

/** The names of the attached files, in order. */
const names = ({ media }: Person) =>
  media.attached.evaluateAll((rows) => rows.map((row) => row.querySelector('[title]')?.getAttribute('title')));

async function kill({ page, context }: Person): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

it('a picture that cannot be read, and a file that is too large, say so as soon as they are attached; a good one does not', async () => {
  const mira = await atGlobalChat(await testApp.returning('tara'));
  const long = sample(new Uint8Array(25 * 2 ** 20 + 1), 'audio/mpeg', 'long.mp3');
  await mira.media.pick(sample('no picture', 'image/heic', 'IMG_1.heic'), await photo('dog.jpg'), long);
  await mira.media.isReady(3);
  const warned = (text: string) => mira.media.attached.filter({ hasText: text }).getByText(/\.(heic|mp3|jpg)$/);
  await expect.poll(() => warned('Cannot be read. It may be refused.').allInnerTexts()).toEqual(['IMG_1.heic']);
  expect(await warned('Over 25 MB. It may be refused.').allInnerTexts()).toEqual(['long.mp3']);
  expect(await mira.media.attached.locator('img').count()).toBe(1);
});
