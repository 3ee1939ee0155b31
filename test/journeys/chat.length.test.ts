import { expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { openTestApp } from '../kit/browser';
import { draftsOnDevice } from './storedDevice';

const testApp = openTestApp();

it('a text that is too long is never cut: it says by how much, is kept, and is sent when it is shortened', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  const { chat, page } = mira;
  await mira.open('/gchat');
  await chat.isUsable();
  const counter = page.getByText(/\d characters (left|too many)$/).and(page.locator(':not([role])'));
  const announced = page.getByRole('status').filter({ hasText: /character|too long/ });
  await chat.write('a'.repeat(3_799));
  await chat.write('a'.repeat(3_801));
  await counter.getByText('199 characters left', { exact: true }).waitFor();
  // The counter itself is not announced: it changes with each character.
  expect(await announced.allInnerTexts()).toEqual(['At most 200 characters left']);
  await chat.write('a'.repeat(3_799));
  await counter.waitFor({ state: 'detached' });

  const long = `${'The dog is behind the mill. '.repeat(150)}It limps.`;
  await chat.box.fill(long);
  await counter.getByText('209 characters too many', { exact: true }).waitFor();
  expect(await announced.allInnerTexts()).toEqual(['The message is too long']);
  expect(await chat.send.isDisabled()).toBe(true);
  await chat.box.press('Enter');
  await chat.send.click({ force: true });
  await page.getByText('The message has 209 characters too many. Shorten it, or send it in parts.').waitFor();
  expect(await chat.box.inputValue()).toBe(long);
  await expect.poll(() => draftsOnDevice(page)).toContain(long);
  await page.reload();
  await expect.poll(() => chat.box.inputValue()).toBe(long);

  await chat.box.fill(long.slice(209));
  await counter.getByText('0 characters left', { exact: true }).waitFor();
  await chat.box.press('Enter');
  await expect.poll(() => chat.box.inputValue()).toBe('');
  const newest = async () => ((await testApp.read('/api/gchat/messages', 'tara')) as Message[]).at(-1)?.text;
  await expect.poll(newest).toBe(long.slice(209));
});
