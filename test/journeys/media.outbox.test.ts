import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { type Network, openNetwork } from '../faults/network';
import { openTestApp, type Person, type PersonOptions } from '../kit/browser';
import { holdWaits, stopClock } from '../kit/clock';
import { jpeg, photo, sample } from '../kit/media';
import { listenToFrames, slowDown } from '../kit/network';
import { answers, handOn, passAgain, passes } from './calls';
import { mainButtons } from './looks';

/** How long a tab waits for the answer of the one that sends for all, in milliseconds. */
const ANSWER_TIMEOUT = 3_000;

const testApp = openTestApp();
afterEach(() => {
  for (const network of networks.splice(0)) network.close();
});

const networks: Network[] = [];
/** A network in front of the server that can fail. If only the browser aborted a request, it could still reach the server. */
async function breakable(): Promise<Network> {
  const network = await openNetwork(Number(new URL(testApp.server.base).port));
  networks.push(network);
  return network;
}

/** A window tall enough for the newest messages and their pictures. */
const tall = { viewport: { width: 900, height: 1400 } };

describe('an upload', () => {
  it('that breaks off half-way is sent again automatically, once', async () => {
    const network = await breakable();
    const [mira, ravi] = await Promise.all([at('/gchat', 'member', { base: network.base }), at('/gchat', 'ravi')]);
    await attachPhoto(mira);
    const letAllThrough = await slowDown(mira.page, 20_000);
    await mira.chat.say('Half of it');
    const ring = mira.media.cancel(mira.chat.message('Half of it'));
    await ring.and(mira.page.getByRole('button', { name: /[1-9]\d? percent uploaded/ })).waitFor();
    await mira.page.getByPlaceholder('Attaching media...').waitFor();
    await network.refuse(true);
    // While the browser slows the upload down, it learns only with the next bytes it sends that the connection is broken.
    await letAllThrough();
    await mira.chat.message('Half of it').getByText('Waiting for the connection').waitFor();
    await expect.poll(() => ring.getAttribute('aria-label')).toBe('Cancel sending');
    expect(await spoken(/Half/)).toEqual([]);
    await network.refuse(false);
    await mira.chat.isTicked('Half of it', 'Read');
    await ravi.media.isDrawn(ravi.media.picture(ravi.chat.message('Half of it')));
    expect(await spoken(/Half/)).toEqual(['Half of it']);
  });

  it('that the server fails with says why, in the bar and at the message, and is repeated; it can be cancelled on the way', async () => {
    const mira = await at('/gchat', 'member');
    const uploads = await handOn(mira.page, (request) => request.url().endsWith('/api/gchat/media'));
    uploads.always(answers(500, JSON.stringify({ message: 'The disk is full.' })));
    await attachPhoto(mira);
    await mira.chat.say('Too much for it');
    await mira.page.getByRole('alert').getByText('The disk is full.', { exact: true }).waitFor();
    const message = mira.chat.message('Too much for it');
    await message.getByText('The disk is full. It is tried again by itself.').waitFor();
    await message.getByRole('button', { name: 'Delete' }).waitFor();
    uploads.always(passes);
    await mira.chat.isTicked('Too much for it', 'Sent');

    // The next one is cancelled while it is under way, and delays nothing.
    await attachPhoto(mira);
    const letAllThrough = await slowDown(mira.page, 20_000);
    await mira.chat.say('The wrong photo');
    const ring = mira.page.getByRole('button', { name: /[1-9]\d? percent uploaded/ });
    // The ring lies where a thumb presses to look at the photo.
    await ring.click();
    await mira.tray.question.getByRole('button', { name: 'Keep it' }).click();
    await ring.click();
    await mira.tray.question.getByText('deleted from this device with its file.').waitFor();
    await mira.tray.question.getByRole('button', { name: 'Delete' }).click();
    await mira.chat.message('The wrong photo').waitFor({ state: 'detached' });
    await letAllThrough();
    await mira.chat.say('No photo');
    await mira.chat.isTicked('No photo', 'Sent');
    expect(await spoken(/photo/)).toEqual(['No photo']);
  });

  it('that makes no progress is aborted after a minute, and arrives when the connection works again', async () => {
    const network = await breakable();
    const mira = await testApp.returning('member', { base: network.base });
    await mira.page.clock.install();
    await mira.open('/gchat');
    await mira.media.attach.waitFor();
    await attachPhoto(mira);
    // Without a connection the upload would not begin.
    await mira.chat.isConnected();
    network.blackhole(true);
    // Waits for the request, because the photo is compressed first, and until then there is nothing to abort.
    const begun = mira.page.waitForRequest((request) => request.url().endsWith('/api/gchat/media'));
    await mira.chat.say('Into a hole');
    await mira.page.getByPlaceholder('Attaching media...').waitFor();
    await begun;
    await stopClock(mira.page);
    let isCutOff = false;
    mira.page.on('requestfailed', (request) => {
      isCutOff ||= request.url().endsWith('/api/gchat/media');
    });
    // Progress from before the connection stalled may be reported late, and then the minute begins again. The steps are shorter than
    // the wait of at least 1.5 s before the next try, because that one blocks sending again.
    await mira.page.clock.runFor(59_000);
    const isFree = async () => {
      await mira.page.clock.runFor(isCutOff ? 0 : 1_000);
      return isCutOff && (await mira.chat.box.getAttribute('placeholder'));
    };
    // The upload no longer blocks sending.
    await expect.poll(isFree).toBe('Message...');
    network.blackhole(false);
    await mira.page.clock.resume();
    await mira.chat.isTicked('Into a hole', 'Sent');
    expect(await spoken(/hole/)).toEqual(['Into a hole']);
  });

  it('that the server refuses is shown as failed, also after a reload, until it is retried or deleted', async () => {
    const mira = await at('/gchat', 'member');
    const { chat, media, page } = mira;
    const why = 'This picture cannot be read. Please send it as JPEG, PNG, GIF or WebP.';
    await media.pick(sample(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('and then no picture'))));
    await media.isReady(1);
    const bar = page.getByText(why, { exact: true });
    await Promise.all([bar.waitFor(), chat.say('Is it broken?')]);
    await chat.message('Is it broken?').getByText(`Not sent. ${why}`).waitFor();
    await chat.message('Is it broken?').getByRole('img', { name: 'Not sent' }).waitFor();
    // It is announced once, in a permanent live region: not by the bar, nor in a row that is rendered again with each scroll.
    expect(await page.getByRole('alert').filter({ hasText: why }).count()).toBe(0);
    await expect.poll(() => mira.tray.refusals.allInnerTexts()).toEqual([`Not sent. ${why}`]);
    expect(await chat.message('Is it broken?').getByRole('alert').count()).toBe(0);
    // The refused message blocks nothing.
    await chat.say('It is broken');
    await chat.isTicked('It is broken', 'Sent');
    await page.reload();
    await chat.isUsable();
    const retry = chat.message('Is it broken?').getByRole('button', { name: 'Retry' });
    await Promise.all([page.waitForResponse('**/api/gchat/media'), retry.click()]);
    await chat.message('Is it broken?').getByText(`Not sent. ${why}`).waitFor();
    await mira.tray.bar.click();
    await mira.tray.waiting.filter({ hasText: 'Is it broken?' }).getByRole('button', { name: 'Delete' }).click();
    await mira.tray.question.getByRole('button', { name: 'Delete' }).click();
    await mira.tray.panel.getByText('Everything has been sent.').waitFor();
    await page.keyboard.press('Escape');
    await chat.message('Is it broken?').waitFor({ state: 'detached' });
    expect(await spoken(/broken/)).toEqual(['It is broken']);
  });

  it('that fails without a reason has the default text of its chat, and arrives when it is retried', async () => {
    const mira = await at('/gchat', 'member');
    // An error page of a proxy.
    await mira.page.route(/\/media$/, (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }));
    await mira.media.pick(await jpeg());
    await mira.media.isReady(1);
    const bar = mira.page.getByText('Media upload failed', { exact: true });
    await Promise.all([bar.waitFor(), mira.chat.say('Through a proxy')]);
    await passAgain(mira.page, /\/media$/);
    await mira.chat.message('Through a proxy').getByRole('button', { name: 'Retry' }).click();
    await mira.chat.isTicked('Through a proxy', 'Sent');
    expect(await spoken(/proxy/)).toEqual(['Through a proxy']);
    // The text goes alone if the photo is refused for good.
    await mira.page.route(/\/media$/, (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }));
    await mira.media.pick(await jpeg());
    await mira.media.isReady(1);
    await mira.chat.say('Words without it');
    const alone = mira.chat.message('Words without it');
    await alone.getByRole('button', { name: 'Send only the text' }).click();
    await mira.chat.isTicked('Words without it', 'Sent');
    expect(await mira.media.picture(alone).count()).toBe(0);
    expect(await spoken(/Words without/)).toEqual(['Words without it']);
    // The tray has the same, and there it is the main button: Retry would be refused again (DECISIONS 351).
    await mira.media.pick(await jpeg());
    await mira.media.isReady(1);
    await mira.chat.say('Words from the tray');
    await mira.tray.bar.filter({ hasText: '1 not sent' }).click();
    const listed = mira.tray.waiting.filter({ hasText: 'Words from the tray' });
    await expect
      .poll(() => listed.getByRole('button').allInnerTexts())
      .toEqual(['Retry', 'Send only the text', 'Delete']);
    await expect.poll(() => mainButtons(listed)).toEqual(['Send only the text']);
    await listed.getByRole('button', { name: 'Send only the text' }).click();
    await mira.tray.panel.getByText('Everything has been sent.').waitFor();
    expect(await spoken(/from the tray/)).toEqual(['Words from the tray']);
  });
});

describe('the queue', () => {
  it('keeps three messages, one with a photo, and a draft, over a reload without network; all arrive once, in order', async () => {
    const network = await breakable();
    const [mira, ravi] = await Promise.all([
      at('/gchat', 'member', { ...tall, base: network.base }),
      at('/gchat', 'ravi', tall),
    ]);
    await ravi.chat.say('How are they?');
    await mira.chat.hears('How are they?');
    // The code of the menu comes with the first press on a message; the service worker, which would have kept it, is off here.
    await mira.chat.openMenu('How are they?');
    await mira.page.keyboard.press('Escape');
    await mira.chat.menu.waitFor({ state: 'detached' });
    await Promise.all([network.refuse(true), mira.setOffline(true)]);
    await mira.chat.connection.getByText('You are offline. Messages wait until you are back.').waitFor();
    await mira.chat.say('Tunnel one');
    await attachPhoto(mira);
    await mira.chat.say('Tunnel two');
    await mira.chat.say('Tunnel three');
    await mira.tray.bar.getByText('3 messages waiting to be sent').waitFor();
    await mira.chat.startReply('How are they?');
    await mira.chat.write('I think that');
    // The browser's own error page.
    await expect(mira.page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    expect(await ravi.chat.texts(/Tunnel \w+/)).toEqual([]);

    await Promise.all([network.refuse(false), mira.setOffline(false)]);
    await mira.open('/gchat');
    for (const text of ['Tunnel one', 'Tunnel two', 'Tunnel three']) await mira.chat.isTicked(text, 'Read');
    const whole = ['Tunnel one', 'Tunnel two', 'Tunnel three'];
    expect(await ravi.chat.texts(/Tunnel \w+/)).toEqual(whole);
    expect(await mira.chat.texts(/Tunnel \w+/)).toEqual(whole);
    expect(await spoken(/Tunnel/)).toEqual(whole);
    await ravi.media.isDrawn(ravi.media.picture(ravi.chat.message('Tunnel two')));
    await mira.tray.bar.waitFor({ state: 'detached' });

    await expect.poll(() => mira.chat.box.inputValue()).toBe('I think that');
    expect(await mira.chat.replyBar.innerText()).toMatch(/Replying to Ravi\s+How are they\?/);
    await mira.chat.box.press('Enter');
    await mira.chat.isTicked('I think that', 'Read');
    await mira.page.reload();
    await mira.chat.isUsable();
    expect(await mira.chat.box.inputValue()).toBe('');

    // The photo was compressed before it was sent, although the code for that could not be fetched without a network.
    const { mediaUrl } = (await messages()).find(({ text }) => text === 'Tunnel two') ?? {};
    const stored = new Uint8Array(await (await fetch(testApp.server.base + mediaUrl)).arrayBuffer());
    const { width, height, exif } = await sharp(stored).metadata();
    expect([width, height, exif]).toEqual([960, 1280, undefined]);
    expect(stored.length).toBeLessThanOrEqual(800_000);
  });

  it('of two tabs is delivered by one of them, and by the other when that one is closed', async () => {
    const ravi = await at('/gchat', 'ravi', tall);
    const here = await testApp.returning('member', tall);
    const there = await here.anotherTab();
    const frames = [here, there].map(({ page }) => listenToFrames(page));
    const uploads = [0, 0];
    for (const [at, tab] of [here, there].entries()) {
      tab.page.on('request', (request) => {
        if (request.url().endsWith('/api/gchat/media')) uploads[at] = (uploads[at] ?? 0) + 1;
      });
      await tab.open('/gchat');
      await tab.chat.isUsable();
      await tab.media.attach.waitFor();
    }

    await here.setOffline(true);
    await Promise.all([here.chat.isDisconnected(), there.chat.isDisconnected()]);
    await here.chat.say('Tab one');
    await here.tray.bar.getByText('1 message waiting to be sent').waitFor();
    await there.tray.bar.getByText('1 message waiting to be sent').waitFor();
    await there.media.pick(await jpeg());
    await there.media.isReady(1);
    await there.chat.say('Tab two');
    await here.tray.bar.getByText('2 messages waiting to be sent').waitFor();
    await here.chat.say('Tab three');
    // A tab that is silent for three seconds on a slow machine would be replaced, and both would send. So its answer is waited for
    // without end, also below: a tab that is closed gives up its lock, and no timeout is needed.
    await Promise.all([here, there].map(({ page }) => holdWaits(page, [ANSWER_TIMEOUT])));
    await here.setOffline(false);
    await expect.poll(() => ravi.chat.texts(/Tab \w+/)).toEqual(['Tab one', 'Tab two', 'Tab three']);
    await Promise.all([here.tray.bar, there.tray.bar].map((bar) => bar.waitFor({ state: 'detached' })));
    const sends = (frame: string) => frame.startsWith('SEND\ndestination:/app/gchat/send');
    expect(frames.map(({ sent }, at) => sent.some(sends) || uploads[at] !== 0).sort()).toEqual([false, true]);
    expect(await spoken(/Tab/)).toEqual(['Tab one', 'Tab two', 'Tab three']);

    // The first tab of the device is the one that sends.
    await here.setOffline(true);
    await there.chat.isDisconnected();
    await there.chat.say('Tab four');
    await here.tray.bar.waitFor();
    await here.page.close();
    await here.setOffline(false);
    await there.chat.isTicked('Tab four', 'Read');
    expect(await spoken(/Tab four/)).toEqual(['Tab four']);
  });

  it('of one member waits while another is signed in, and is never sent as theirs', async () => {
    const mira = await at('/gchat', 'member');
    const { chat, login, media, menu, open, page, tray } = mira;
    await mira.setOffline(true);
    await chat.isDisconnected();
    await media.pick(await jpeg());
    await media.isReady(1);
    await chat.say('From Mira alone');
    await tray.bar.waitFor();
    await menu.logOutKeeping();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe(null);
    await mira.setOffline(false);
    await page.reload();
    await login.logIn('ravi');
    await open('/gchat');
    await chat.isUsable();
    await chat.say('From Ravi');
    await chat.isTicked('From Ravi', 'Sent');
    expect(await chat.texts(/From \w+.*/)).toEqual(['From Ravi']);
    expect(await tray.bar.count()).toBe(0);
    expect(await spoken(/From/)).toEqual(['From Ravi']);

    await menu.logOut();
    await login.isShown();
    await login.logIn('member');
    // The message is sent although its chat is not open.
    await expect.poll(() => spoken(/From/)).toEqual(['From Ravi', 'From Mira alone']);
    const sent = (await messages()).find(({ text }) => text === 'From Mira alone');
    expect([sent?.sender.firstName, sent?.mediaType]).toEqual(['Mira', 'IMAGE']);
  });
});

it('an own photo stays in the viewer when its upload ends, and the one before it can be reached', async () => {
  const mira = await at('/gchat', 'member', tall);
  const { chat, media, page } = mira;
  await media.pick(await jpeg());
  await media.isReady(1);
  await chat.say('The first one');
  await chat.isTicked('The first one', 'Sent');
  let letThrough = () => {};
  const permission = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/media$/, (route) => permission.then(() => route.continue()));
  await media.pick(await jpeg());
  await media.isReady(1);
  await chat.say('On its way');
  // Beside the button in its middle, which cancels the upload.
  await media.picture(chat.message('On its way')).click({ position: { x: 12, y: 12 } });
  await media.isViewing();
  letThrough();
  await media.viewer.getByRole('link', { name: 'Download' }).and(page.locator('[href*="/media/"]')).waitFor();
  await media.isViewing();
  await media.viewer.getByRole('button', { name: 'Previous photo' }).click();
  await media.viewer.getByText('The first one').waitFor();
  await media.closeViewer();
});

/** A member before a chat. */
async function at(route: string, username: string, options: PersonOptions = {}): Promise<Person> {
  const person = await testApp.returning(username, options);
  await person.open(route);
  await person.chat.isUsable();
  await person.media.attach.waitFor();
  return person;
}

async function attachPhoto({ media }: Person): Promise<void> {
  await media.pick(await photo());
  await media.isReady(1);
}

/** The server's messages of the global chat, oldest first. */
const messages = async () => (await testApp.read('/api/gchat/messages', 'tara')) as Message[];

/** Those of their texts that match. */
const spoken = async (matching: RegExp) =>
  (await messages()).map(({ text }) => text ?? '').filter((text) => matching.test(text));
