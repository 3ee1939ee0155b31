import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { jpeg } from '../kit/media';
import { draftsOnDevice, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();

/**
 * Acts in the page, and keeps it so busy from the same moment on that it stores nothing more. Another tab sees that something with
 * these words is noted; then the page is killed.
 */
async function killedAfter(person: Person, act: (text: string) => void, text: string): Promise<void> {
  const { page, context } = person;
  const beside = await context.newPage();
  await beside.goto(`${testApp.server.base}/icon.svg`);
  const isNoted = () =>
    beside.evaluate((words) => Object.values(localStorage).some((note) => note.includes(words)), text);
  expect(await isNoted()).toBe(false);
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  const called = new Promise<Route>((resolve) => page.route('**/busy', resolve));
  // The answer to a synchronous call is waited for, which takes no processor time.
  const busy = () => {
    const call = new XMLHttpRequest();
    call.open('GET', '/busy', false);
    call.send();
  };
  page.evaluate(`(${act})(${JSON.stringify(text)}); (${busy})()`).catch(() => {});
  const route = await called;
  await expect.poll(isNoted).toBe(true);
  // The page crashes as soon as it is not busy any more, before it gets any answer of its database.
  devtools.send('Page.crash').catch(() => {});
  // When the browser answers this, it has passed on the order before.
  await devtools.send('Page.getNavigationHistory');
  await Promise.all([crashed, route.fulfill().catch(() => {})]);
  await page.close();
  await beside.close();
}

/** The page is killed when these words were written and Enter was pressed. */
const killedAtEnter = (person: Person, text: string) =>
  killedAfter(
    person,
    (words) => {
      const box = document.querySelector('textarea');
      if (!box) throw new Error('There is nothing to write in.');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, words);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    },
    text,
  );

it('a message whose page is killed at Enter goes out once, and is not left in the text box', async () => {
  const kabir = await testApp.returning('captain');
  await kabir.open('/gchat');
  await kabir.chat.isUsable();

  // The message was typed and sent before a draft could be stored.
  const first = await testApp.returning('member');
  await first.open('/gchat');
  await first.chat.isUsable();
  await killedAtEnter(first, 'Typed and sent at once');

  const second = await first.anotherTab();
  await second.open('/gchat');
  await second.chat.isTicked('Typed and sent at once', 'Read');
  await kabir.chat.hears('Typed and sent at once');
  expect(await second.chat.box.inputValue()).toBe('');

  // Stored as a draft before it was sent.
  await second.chat.write('Typed slowly');
  await expect.poll(() => draftsOnDevice(second.page)).toContain('Typed slowly');
  await killedAtEnter(second, 'Typed slowly, and sent');

  const third = await second.anotherTab();
  await third.open('/gchat');
  await third.chat.isTicked('Typed slowly, and sent', 'Read');
  await kabir.chat.hears('Typed slowly, and sent');
  expect(await third.chat.box.inputValue()).toBe('');
  for (const text of ['Typed and sent at once', 'Typed slowly, and sent'])
    expect(await kabir.chat.messages.getByRole('article', { name: `: ${text}` }).count(), text).toBe(1);
});

it('a message with photos whose page is killed at Enter goes out once with all of them, and nothing stays attached', async () => {
  const me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
  const media = async () =>
    ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
      .filter(({ mediaUrl }) => mediaUrl !== null)
      .map(({ text }) => text);
  const before = await media();
  const mira = await testApp.returning('member');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  for (const _ of [1, 2]) await mira.media.pick(await jpeg());
  await mira.media.isReady(2);
  await expect.poll(() => rowsOnDevice(mira.page, me)).toMatchObject({ drafts: 2 });
  await killedAtEnter(mira, 'Sent with two photos');

  const again = await mira.anotherTab();
  await again.open('/gchat');
  await again.chat.isTicked('Sent with two photos', 'Sent');
  await expect.poll(() => rowsOnDevice(again.page, me)).toMatchObject({ submissions: 0, drafts: 0, quarantine: 0 });
  expect(await again.media.attached.count()).toBe(0);
  expect(await again.chat.box.inputValue()).toBe('');
  expect(await media()).toEqual([...before, 'Sent with two photos', null]);
});

it('a voice message whose page is killed at Send goes out once, and is not offered again', async () => {
  const me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
  const recorded = async () =>
    ((await testApp.read('/api/gchat/messages', 'tara')) as Message[]).filter(({ mediaType }) => mediaType === 'AUDIO')
      .length;
  const before = await recorded();
  const mira = await testApp.returning('member');
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.voice.recordFor(1);
  await mira.voice.listenFirst.click();
  await expect.poll(() => rowsOnDevice(mira.page, me)).toMatchObject({ drafts: 1 });
  await mira.voice.send.waitFor();
  await killedAfter(
    mira,
    () => document.querySelector<HTMLElement>('[aria-label="Send voice message"]')?.click(),
    '"files/gchat/',
  );

  const again = await mira.anotherTab();
  await again.open('/gchat');
  await again.chat.isTicked('[audio]', 'Sent');
  await expect.poll(() => rowsOnDevice(again.page, me)).toMatchObject({ submissions: 0, drafts: 0, quarantine: 0 });
  expect(await again.voice.recording.count()).toBe(0);
  expect(await recorded()).toBe(before + 1);
});

it('a message whose page is killed at Enter goes out through the other open tab', async () => {
  const sending = await testApp.returning('member');
  await sending.open('/gchat');
  await sending.chat.say('Sent by the first tab');
  await sending.chat.isTicked('Sent by the first tab', 'Sent');
  const killed = await sending.anotherTab();
  await killed.open('/gchat');
  await killed.chat.isUsable();
  await killedAtEnter(killed, 'Typed in a killed tab');
  await sending.chat.isTicked('Typed in a killed tab', 'Sent');
});

it('a waiting message whose page is killed at Delete is never sent', async () => {
  const me = ((await testApp.read('/api/profile', 'member')) as Profile).id;
  const mira = await testApp.returning('member');
  await mira.page.route('**/ws/**', (route) => route.abort());
  await mira.open('/gchat');
  await mira.chat.write('Not meant to be sent');
  await mira.chat.send.click();
  await expect.poll(() => rowsOnDevice(mira.page, me)).toMatchObject({ submissions: 1 });
  await mira.tray.bar.click();
  await mira.tray.waiting.getByRole('button', { name: 'Delete' }).waitFor();
  await killedAfter(
    mira,
    () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('dialog button')];
      buttons.findLast(({ innerText }) => innerText.trim() === 'Delete')?.click();
    },
    '"isRemoved":true',
  );

  const again = await mira.anotherTab();
  await again.open('/gchat');
  await again.chat.say('Sent after it');
  await again.chat.isTicked('Sent after it', 'Sent');
  await expect.poll(() => rowsOnDevice(again.page, me)).toMatchObject({ submissions: 0, quarantine: 0 });
  const texts = ((await testApp.read('/api/gchat/messages', 'tara')) as Message[]).map(({ text }) => text);
  expect(texts).toContain('Sent after it');
  expect(texts).not.toContain('Not meant to be sent');
});
