import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { jpeg } from '../kit/media';
import { rowsOnDevice } from './storedDevice';

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

  it('is shown to no other member on the same device, is there at the next login, and is forgotten with the device', async () => {
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
});
