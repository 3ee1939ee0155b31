import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Incident } from '../../src/contract/incidents';
import type { Profile } from '../../src/contract/people';
import { openTestApp } from '../kit/browser';
import { launchProfile } from '../kit/chromium';
import { newFolder } from '../kit/folder';
import { recordings } from '../kit/media';
import { ChatPage } from './pages/chat';
import { MediaPage } from './pages/media';
import { ReportPage } from './pages/report';
import { TrayPage } from './pages/tray';
import { draftsOnDevice, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

function folder(): string {
  const path = newFolder();
  cleanups.push(() => rmSync(path, { recursive: true }));
  return path;
}

/** A page of Mira in a browser whose profile is on the disk. */
async function onDisk(): Promise<Page> {
  const context = await launchProfile(folder());
  cleanups.push(() => context.close());
  const token = await testApp.token('member');
  await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  const page = await context.newPage();
  page.setDefaultTimeout(inject('uiTimeout'));
  return page;
}

/** The text and the kind of file of the messages that the server has. */
const sent = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .filter(({ text }) => matching.test(text ?? ''))
    .map(({ text, mediaType }) => [text, mediaType]);

/**
 * Sends a video and a text without a network, and the network returns. The video grows by one byte on the disk while it waits, or while
 * it is only attached.
 */
async function changeWhile(step: 'attached' | 'waiting', page: Page, text: string): Promise<ChatPage> {
  const { id: me } = (await testApp.read('/api/profile', 'member')) as Profile;
  const onDevice = () => rowsOnDevice(page, me);
  const [chat, media, tray] = [new ChatPage(page), new MediaPage(page), new TrayPage(page)];
  await page.goto(`${testApp.server.base}/#/gchat`);
  await chat.isUsable();
  await media.attach.waitFor();
  await page.context().setOffline(true);
  await chat.isDisconnected();
  const path = join(folder(), 'clip.webm');
  writeFileSync(path, recordings.clipWebm.content);
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), media.attach.click()]);
  await picker.setFiles(path);
  await media.isReady(1);
  await expect.poll(onDevice).toMatchObject({ drafts: 1 });
  if (step === 'attached') appendFileSync(path, 'x');
  await chat.say(text);
  await chat.say(`${text}: the words after it`);
  await tray.bar.getByText('2 messages waiting to be sent').waitFor();
  await expect.poll(onDevice).toMatchObject({ submissions: 2, drafts: 0 });
  if (step === 'waiting') appendFileSync(path, 'x');
  await page.context().setOffline(false);
  return chat;
}

describe('a file that changes on the disk before it is uploaded', () => {
  it.each(['attached', 'waiting'] as const)('is uploaded from the copy of the device: %s', async (step) => {
    const page = await onDisk();
    const text = `Clip changed while ${step}`;
    await changeWhile(step, page, text);
    await expect
      .poll(() => sent(new RegExp(`^${text}`)), { timeout: 30_000 })
      .toEqual([
        [text, 'VIDEO'],
        [`${text}: the words after it`, null],
      ]);
  });

  it('goes with its report from the copy in the draft of the form', async () => {
    const page = await onDisk();
    const report = new ReportPage(page);
    await page.goto(`${testApp.server.base}/#/report`);
    const path = join(folder(), 'clip.webm');
    writeFileSync(path, recordings.clipWebm.content);
    await report.field('Media').setInputFiles(path);
    await expect.poll(() => draftsOnDevice(page)).toContain('report/photos');
    appendFileSync(path, 'x');
    await report.write({ location: 'Lane of the lost clip' });
    await report.submit.click();
    await report.modal('Report Submitted!');
    const live = (await testApp.read('/api/incidents/live', 'tara')) as Incident[];
    expect(live.find(({ location }) => location === 'Lane of the lost clip')?.mediaFileCount).toBe(1);
  });

  it('is refused if the device has no readable copy, and the next message does not wait for it', async () => {
    const { page } = await testApp.returning('member');
    const chat = await changeWhile('waiting', page, 'A lost clip');
    await expect
      .poll(() => sent(/^A lost clip/), { timeout: 30_000 })
      .toEqual([['A lost clip: the words after it', null]]);
    const lost = chat.messages.getByText('Not sent. The file has changed or is no longer on this device.');
    await lost.waitFor();
    expect(await lost.count()).toBe(1);
  });
});
