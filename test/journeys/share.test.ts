import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { everyFaultOf } from '../kit/axe';
import { openTestApp } from '../kit/browser';
import { jpeg } from '../kit/media';
import { ReportPage } from './pages/report';

const testApp = openTestApp();

const TEXT = 'A dog at the north gate';
const NOTHING = 'Nothing is waiting here. In another app, share a photo or a text, and choose this app.';
const UNREADABLE = 'What was shared could not be read. Share it again, or attach it in a chat.';

interface Share {
  readonly fields: Readonly<Record<string, string>>;
  /** Name and type of each file. */
  readonly files?: readonly (readonly [string, string])[];
  readonly enctype?: string;
}

/** Posts a form to the address of the manifest, as the browser does when another app shares something. */
async function post(page: Page, { fields, files = [], enctype = 'multipart/form-data' }: Share): Promise<void> {
  const content = Buffer.from((await jpeg()).content).toString('base64');
  await page.evaluate(
    ({ fields, files, enctype, content }) => {
      const form = document.createElement('form');
      Object.assign(form, { action: 'share', method: 'post', enctype, hidden: true });
      const input = (name: string, type: string) => {
        const made = Object.assign(document.createElement('input'), { name, type });
        form.append(made);
        return made;
      };
      for (const [name, value] of Object.entries(fields)) input(name, 'text').value = value;
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const chosen = new DataTransfer();
      for (const [name, type] of files) chosen.items.add(new File([bytes], name, { type }));
      Object.assign(input('files', 'file'), { multiple: true, files: chosen.files });
      document.body.append(form);
      form.submit();
    },
    { fields, files, enctype, content },
  );
}

/** Lets the page read none of the shared files until the returned function is called. */
async function holdFiles(page: Page): Promise<() => Promise<void>> {
  const letGo = await page.evaluateHandle(() => {
    const { match } = Cache.prototype;
    const { promise, resolve } = Promise.withResolvers<void>();
    Cache.prototype.match = async function (this: Cache, address, ...options) {
      if (!String(address).endsWith('record')) await promise;
      return match.call(this, address, ...options);
    };
    return resolve;
  });
  return () => letGo.evaluate((resolve) => resolve());
}

/** Lets the page delete no cache until the returned function is called. */
async function holdDeletion(page: Page): Promise<() => Promise<void>> {
  const letGo = await page.evaluateHandle(() => {
    const remove = CacheStorage.prototype.delete;
    const { promise, resolve } = Promise.withResolvers<void>();
    CacheStorage.prototype.delete = async function (this: CacheStorage, name) {
      await promise;
      return remove.call(this, name);
    };
    return resolve;
  });
  return () => letGo.evaluate((resolve) => resolve());
}

it('what another app shares is asked about, and becomes a report or a message, in a dead zone and after a login, too', async () => {
  const mira = await testApp.member('member', { serviceWorkers: 'allow', reducedMotion: 'reduce' });
  const { page } = mira;
  const shared = page.getByRole('region', { name: 'What was shared' });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);

  await post(page, { fields: { title: 'Dog', text: TEXT }, files: [['dog.jpg', 'image/jpeg']] });
  await mira.isAt('/share');
  await shared.getByText(TEXT).waitFor();
  await shared.getByText('dog.jpg').waitFor();
  await page.getByRole('button', { name: 'Incident #3 · Dog' }).waitFor();
  expect(await everyFaultOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1000, height: 700 });
  // Another tab shows it, too; and this one is left and comes back while it is being handed over. It is in the report once.
  const other = await mira.anotherTab();
  await other.open('/share');
  const inOther = other.page.getByRole('button', { name: 'Report an animal' });
  await inOther.waitFor();
  const letDelete = await holdDeletion(page);
  await page.getByRole('button', { name: 'Report an animal' }).click();
  await page.getByText('Taking it over…').waitFor();
  await mira.menu.goTo('Leaderboard');
  await mira.isAt('/leaderboard');
  await page.goBack();
  await page.getByText('Reading what was shared…').waitFor();
  await letDelete();
  await page.getByText(NOTHING).waitFor();
  await inOther.click();
  await other.isAt('/report');
  const report = new ReportPage(other.page);
  await expect.poll(() => report.field('Description').inputValue()).toBe(`Dog\n${TEXT}`);
  await expect.poll(() => report.files.count()).toBe(1);
  await other.page.close();

  // Something is shared without a network, into a chat with a draft.
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.chat.box.fill('Look:');
  await mira.open('/leaderboard');
  await mira.isAt('/leaderboard');
  await mira.setOffline(true);
  const files = [
    ['cat.jpg', 'image/jpeg'],
    ['cat.pdf', 'application/pdf'],
  ] as const;
  await post(page, { fields: { text: TEXT }, files });
  await mira.isAt('/share');
  await shared.getByText('Unsupported file type.').waitFor();
  await page.getByRole('button', { name: 'Global Chat' }).click();
  await mira.isAt('/gchat');
  await expect.poll(() => mira.chat.box.inputValue()).toBe(`Look:\n${TEXT}`);
  await page.getByRole('list', { name: 'Attached files' }).getByTitle('cat.jpg', { exact: true }).waitFor();
  await mira.setOffline(false);
  const sent = async () => {
    const messages = (await testApp.read('/api/gchat/messages', 'ravi')) as Message[];
    return messages.filter(({ text }) => text?.includes(TEXT)).map(({ text, mediaType }) => [text, mediaType]);
  };
  expect(await sent()).toEqual([]);
  await mira.chat.send.click();
  await expect.poll(sent).toEqual([[`Look:\n${TEXT}`, 'IMAGE']]);

  // Any page may post to this address, also something that is no form.
  await post(page, { fields: { text: 'anything' }, enctype: 'text/plain' });
  await mira.isAt('/share');
  await page.getByText(UNREADABLE).waitFor();

  // Log Out deletes what was shared. What is shared while nobody is signed in belongs to the next member who logs in.
  await mira.menu.logOut();
  await mira.login.isShown();
  await expect.poll(() => page.evaluate(() => caches.has('saathi.share'))).toBe(false);
  await post(page, { fields: { text: TEXT } });
  await page.waitForURL(/login\?to=%2Fshare/);
  await mira.login.isShown();
  await mira.login.logIn('ravi');
  await mira.isAt('/share');
  await shared.getByText(TEXT).waitFor();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.reload();
  await mira.login.isShown();
  await mira.login.logIn('tara');
  await mira.isAt('/share');
  await page.getByText(NOTHING).waitFor();
});

it('a shared file, and one of the picker, are attached while an edit that was not saved is open', async () => {
  const mira = await testApp.member('member', { serviceWorkers: 'allow', reducedMotion: 'reduce' });
  const { page, chat, media } = mira;
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);
  await mira.open('/gchat');
  await chat.isUsable();
  await chat.say('A dog at the gate');
  await chat.isTicked('A dog at the gate', 'Sent');
  await chat.openMenu('A dog at the gate');
  await chat.menu.getByRole('button', { name: 'Edit' }).click();
  await chat.box.fill('Two dogs at the gate');
  await mira.open('/leaderboard');
  await mira.isAt('/leaderboard');
  await post(page, { fields: {}, files: [['cat.jpg', 'image/jpeg']] });
  await mira.isAt('/share');
  // The page of what was shared reads the files, too: it has done so when it offers the chats.
  const globalChat = page.getByRole('button', { name: 'Global Chat' });
  await globalChat.waitFor();
  const letFilesBeRead = await holdFiles(page);
  await globalChat.click();
  await mira.isAt('/gchat');
  await page.getByText('Editing your message').waitFor();
  // The chat is left before the file was read, and opened again.
  await mira.menu.goTo('My Cases');
  await mira.isAt('/my-cases');
  await letFilesBeRead();
  const letBeDeleted = await holdDeletion(page);
  await page.goBack();
  await mira.isAt('/gchat');
  await page.getByText('Editing your message').waitFor();
  await media.isReady(1);
  // It is left and opened again while the file is still there as a shared one: it is attached once.
  await mira.menu.goTo('My Cases');
  await mira.isAt('/my-cases');
  await page.goBack();
  await mira.isAt('/gchat');
  await media.isReady(1);
  await letBeDeleted();
  // The file picker was opened before the edit was restored, as a phone's camera may be.
  await page.getByLabel('Media', { exact: true }).setInputFiles({
    name: 'dog.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from((await jpeg()).content),
  });
  await media.isReady(2);
  await chat.box.press('Enter');
  await chat.message('Two dogs at the gate').waitFor();
  await media.isReady(2);
  expect(await media.attached.count()).toBe(2);
  await chat.send.click();
  await expect
    .poll(async () => {
      const messages = (await testApp.read('/api/gchat/messages', 'ravi')) as Message[];
      return messages.slice(-3).map(({ text, mediaType }) => [text, mediaType]);
    })
    .toEqual([
      ['Two dogs at the gate', null],
      [null, 'IMAGE'],
      [null, 'IMAGE'],
    ]);
  expect(await page.evaluate(() => caches.has('saathi.share'))).toBe(false);
});
