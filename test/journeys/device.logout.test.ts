import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import { openTestApp, type Person } from '../kit/browser';
import { holdWaits, stopClock } from '../kit/clock';
import { listenTo } from '../kit/heard';

import { holdStoreApart, isDraftStored, leaveOnDevice, rowsOnDevice } from './storedDevice';

const testApp = openTestApp();
/** How long the device may take to forget a member, in milliseconds. */
const DELETION_LIMIT = 15_000;
let mira = '';
let ravi = '';
beforeAll(async () => {
  mira = ((await testApp.read('/api/profile', 'member')) as Profile).id;
  ravi = ((await testApp.read('/api/profile', 'ravi')) as Profile).id;
});

const said = async (matching: RegExp) =>
  ((await testApp.read('/api/gchat/messages', 'tara')) as Message[])
    .filter(({ text }) => matching.test(text ?? ''))
    .map(({ sender, text }) => `${sender.firstName}: ${text}`);
const waiting = ({ page }: Person) => page.getByRole('button', { name: /waiting to be sent/ });
const question = ({ page }: Person) => page.getByRole('dialog', { name: 'Log out?' });
const press = (person: Person, button: string) => question(person).getByRole('button', { name: button }).click();
const token = ({ page }: Person) => page.evaluate(() => localStorage.getItem('token'));

async function atGlobalChat(person: Person): Promise<Person> {
  await person.open('/gchat');
  await person.chat.isUsable();
  return person;
}
/** Takes a person offline and lets them send messages, which then wait. */
async function withWaiting(person: Person, ...texts: readonly string[]): Promise<Person> {
  await atGlobalChat(person);
  await person.setOffline(true);
  await person.chat.isDisconnected();
  for (const text of texts) await person.chat.say(text);
  await waiting(person)
    .filter({ hasText: `${texts.length} message` })
    .waitFor();
  return person;
}
/** Waits for the logout, brings the connection back, and opens the login screen. */
async function backAtLogin(person: Person): Promise<void> {
  await expect.poll(() => token(person)).toBe(null);
  await person.setOffline(false);
  await person.page.reload();
  await person.login.isShown();
}

describe('Log Out', () => {
  it('asks without a network, because nobody can log in again then', async () => {
    const person = await atGlobalChat(await testApp.returning('member'));
    await person.setOffline(true);
    await person.menu.logOut();
    await question(person)
      .getByText(/^There is no network\. Until it is back you cannot log in again\./)
      .waitFor();
    await press(person, 'Cancel');
    await question(person).waitFor({ state: 'detached' });
    expect(await token(person)).not.toBe(null);
    await person.menu.logOut();
    await press(person, 'Log Out');
    await backAtLogin(person);
  });

  it('asks, and keeps what waits for the next login of this member: nobody else sees it or sends it', async () => {
    const person = await withWaiting(await testApp.returning('member'), 'Kept one', 'Kept two');
    await person.menu.logOut();
    await question(person).getByText('Not sent yet: 2 messages.').waitFor();
    expect(await question(person).getByRole('button').allInnerTexts()).toEqual([
      '',
      'Delete',
      'Keep for my next login',
      'Send first',
    ]);
    await person.page.keyboard.press('Escape');
    await question(person).waitFor({ state: 'detached' });
    expect(await token(person)).not.toBe(null);
    await person.menu.logOut();
    await press(person, 'Keep for my next login');
    await backAtLogin(person);
    await person.login.logIn('ravi');
    await person.isAt('/chat');
    await atGlobalChat(person);
    await person.chat.say('Kept by Ravi');
    await person.chat.isTicked('Kept by Ravi', 'Sent');
    expect(await waiting(person).count()).toBe(0);
    expect(await said(/^Kept/)).toEqual(['Ravi: Kept by Ravi']);
    await person.menu.logOut();
    await person.login.isShown();
    await person.login.logIn('member');
    await expect.poll(() => said(/^Kept/)).toEqual(['Ravi: Kept by Ravi', 'Mira: Kept one', 'Mira: Kept two']);
  });

  it('deletes what waits if the member chooses that, also when another tab has deleted some of it', async () => {
    const person = await testApp.returning('member');
    const other = await atGlobalChat(await person.anotherTab());
    await withWaiting(person, 'Deleted one', 'Deleted two');
    await person.menu.logOut();
    await question(person).getByText('Not sent yet: 2 messages.').waitFor();
    await other.tray.bar.click();
    await other.tray.waiting.filter({ hasText: 'Deleted one' }).getByRole('button', { name: 'Delete' }).click();
    await question(person).getByText('Not sent yet: 1 message.').waitFor();
    await press(person, 'Delete');
    await backAtLogin(person);
    expect(await rowsOnDevice(person.page, mira)).toMatchObject({ submissions: 0, quarantine: 0, drafts: 0 });
    await person.login.logIn('member');
    await person.isAt('/chat');
    await atGlobalChat(person);
    await person.chat.say('After the deleted');
    await person.chat.isTicked('After the deleted', 'Sent');
    expect(await said(/^Deleted/)).toEqual([]);
  });

  it('offers only Log Out once everything has been sent while the dialog was open', async () => {
    const person = await withWaiting(await testApp.returning('member'), 'Sent meanwhile');
    await person.menu.logOut();
    await question(person).getByText('Not sent yet: 1 message.').waitFor();
    const heard = await listenTo(person.page);
    await person.setOffline(false);
    await question(person).getByText('Everything has been sent.').waitFor();
    // The page behind the dialog is not heard.
    await expect.poll(heard).toContain('Connected again.');
    expect(await question(person).getByRole('button').allInnerTexts()).toEqual(['', 'Log Out']);
    await press(person, 'Log Out');
    await person.login.isShown();
    expect(await said(/^Sent meanwhile/)).toEqual(['Mira: Sent meanwhile']);
  });

  it('sends what waits first if the member chooses that, and then ends the session', async () => {
    const person = await withWaiting(await testApp.returning('member'), 'First one', 'First two');
    await person.menu.logOut();
    await press(person, 'Send first');
    const sending = person.page.getByRole('dialog', { name: 'Sending…' });
    await sending.getByText('It goes out as soon as there is a connection.').waitFor();
    expect(await token(person)).not.toBe(null);
    await person.setOffline(false);
    await person.login.isShown();
    expect(await said(/^First/)).toEqual(['Mira: First one', 'Mira: First two']);
  });

  it('does not offer to send first what was refused, because it would not be sent', async () => {
    const person = await testApp.returning('member');
    const submission = {
      id: 'refused',
      kind: 'message',
      queuedAt: 0,
      status: 'refused',
      wasTried: false,
      reason: 'The chat is closed.',
      content: {
        chat: { kind: 'global' },
        chatName: 'Global Chat',
        body: { text: 'Refused', clientMessageId: 'refused', parentMessageId: null, mediaUrl: null, mediaType: null },
        media: null,
      },
    };
    await leaveOnDevice(person.page, testApp.server.base, {
      submissions: [{ userId: mira, id: 'refused', submission }],
    });
    await atGlobalChat(person);
    await person.menu.logOut();
    await question(person).getByText('Not sent yet: 1 message.').waitFor();
    expect(await question(person).getByRole('button').allInnerTexts()).toEqual([
      '',
      'Delete',
      'Keep for my next login',
    ]);
  });
});

describe('what the member has read', () => {
  it('is deleted at the next start if the browser could not delete it at Log Out', async () => {
    const person = await atGlobalChat(await testApp.returning('member'));
    const known = async () => (await rowsOnDevice(person.page, mira)).known;
    await expect.poll(known).toBeGreaterThan(0);
    await person.page.evaluate(() => {
      IDBObjectStore.prototype.getAllKeys = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await person.menu.logOut();
    await person.login.isShown();
    expect(await known()).toBeGreaterThan(0);
    await person.page.reload();
    await expect.poll(known).toBe(0);
    await expect.poll(() => person.page.evaluate(() => localStorage.getItem('left'))).toBe(null);
  });

  it('is not stored again by a tab that does not know yet that the session has ended', async () => {
    const person = await atGlobalChat(await testApp.returning('member'));
    const other = await person.anotherTab();
    await other.page.addInitScript(() => {
      addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
      const told = window as unknown as { isTold: boolean };
      told.isTold = false;
      new BroadcastChannel('saathi.known').onmessage = () => {
        told.isTold = true;
      };
    });
    await other.page.clock.install();
    await atGlobalChat(other);
    await expect.poll(async () => (await rowsOnDevice(other.page, mira)).known).toBeGreaterThan(0);

    // The other tab stores a new message at the end of two seconds, together with others. Its clock is stopped before that.
    await stopClock(other.page);
    await person.chat.say('The last one before Log Out');
    await other.chat.message('The last one before Log Out').waitFor();
    await person.chat.isTicked('The last one before Log Out', 'Sent');
    await person.menu.logOut();
    await person.login.isShown();
    await expect.poll(async () => (await rowsOnDevice(person.page, mira)).known).toBe(0);
    await expect.poll(() => other.page.evaluate(() => (window as unknown as { isTold: boolean }).isTold)).toBe(true);
    await other.page.clock.runFor(2_000);
    // The database answers in order, so what the tab was just storing would be counted.
    expect((await rowsOnDevice(other.page, mira)).known).toBe(0);
  });
});

describe("'Forget this device'", () => {
  it('that fails leaves everything as it was: both tabs go on storing what the member writes and sends', async () => {
    const person = await testApp.returning('member');
    const other = await atGlobalChat(await person.anotherTab());
    await withWaiting(person, 'Not forgotten');
    const asked = person.page.getByRole('dialog', { name: 'Forget this device?' });
    const isGivenUp = async (meanwhile = async () => {}) => {
      await person.page.getByRole('button', { name: 'Forget this device' }).click();
      await asked.getByRole('button', { name: 'Delete and log out' }).click();
      await meanwhile();
      await asked.getByText('This browser could not delete it.').waitFor();
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await asked.waitFor({ state: 'detached' });
    };
    await person.page.evaluate(() => {
      const { delete: remove } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.delete = function (this: IDBObjectStore, query) {
        const request = remove.call(this, query);
        // This is what a browser does if its disk is full.
        if (query instanceof IDBKeyRange) request.onsuccess = () => this.transaction.abort();
        return request;
      };
    });
    await isGivenUp();
    // The database does not answer at all.
    const waits = await holdWaits(person.page, [DELETION_LIMIT]);
    const release = await holdStoreApart(person, testApp.server.base, 'drafts');
    await isGivenUp(() => waits.end(DELETION_LIMIT));
    await release();
    await person.chat.say('Sent after that');
    await expect.poll(() => rowsOnDevice(person.page, mira)).toMatchObject({ submissions: 2 });
    for (const [tab, text] of [
      [person, 'Half a sentence'],
      [other, 'In the other tab'],
    ] as const) {
      await tab.chat.box.fill(text);
      await isDraftStored(tab, text);
    }
  });

  it('deletes everything of the member, in all tabs, and nothing of anybody else', async () => {
    const person = await testApp.returning('member');
    const draft = { text: 'Half a sentence', replyTo: null };
    await leaveOnDevice(person.page, testApp.server.base, {
      quarantine: [{ userId: mira, what: 'message', foundAt: 0, record: {} }],
      drafts: [
        { userId: mira, chat: 'report', draft: { location: 'Here' } },
        { userId: ravi, chat: 'gchat', draft },
      ],
    });
    // Copies of the server's answers are kept here, and a tab that would store them again is open.
    const third = await person.anotherTab();
    await third.open('/my-cases');
    await expect.poll(async () => (await rowsOnDevice(third.page, mira)).known).toBeGreaterThan(0);
    const other = await atGlobalChat(await person.anotherTab());
    await withWaiting(person, 'Forgotten');
    await person.chat.write('Never to be seen');
    await other.chat.write('In the other tab');
    await person.page.getByRole('button', { name: 'Forget this device' }).click();
    const asked = person.page.getByRole('dialog', { name: 'Forget this device?' });
    await asked.getByText('Not sent yet: 1 message.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    // What is kept beside the database: messages that are no echo any more, chats that are muted, and notes of submissions that a killed
    // page could not store.
    await person.page.evaluate(
      (ids) => {
        for (const id of ids) {
          localStorage.setItem(`echoes/${id}`, '["global/1"]');
          localStorage.setItem(`muted/${id}`, '["1"]');
          localStorage.setItem(`saathi.journal/${id}/left`, '{"submission":{"id":"left"}}');
        }
      },
      [mira, ravi],
    );
    await person.page.getByRole('button', { name: 'Forget this device' }).click();
    await asked.getByRole('button', { name: 'Delete and log out' }).click();
    for (const tab of [other, third]) await expect.poll(() => token(tab)).toBe(null);
    await backAtLogin(person);
    expect(await rowsOnDevice(person.page, mira)).toMatchObject({ known: 0, submissions: 0, quarantine: 0, drafts: 0 });
    expect(await rowsOnDevice(person.page, ravi)).toMatchObject({ submissions: 0, quarantine: 0, drafts: 1 });
    const beside = await person.page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^(echoes|muted|saathi.journal)\//.test(key)),
    );
    expect(beside.sort()).toEqual([`echoes/${ravi}`, `muted/${ravi}`, `saathi.journal/${ravi}/left`]);
    await person.login.logIn('member');
    await person.isAt('/chat');
    await atGlobalChat(person);
    expect(await person.chat.box.inputValue()).toBe('');
    expect(await waiting(person).count()).toBe(0);
    expect(await said(/Forgotten/)).toEqual([]);
  });
});
