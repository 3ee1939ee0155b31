import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { isFocused, openTestApp, type Person } from '../kit/browser';

const testApp = openTestApp();

describe('with the keyboard alone', () => {
  it('a message is reached, also by Home and End, reacted to and answered, and the focus comes back', async () => {
    const { page, chat } = await open('member');
    const keys = (...all: string[]) =>
      all.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await chat.say('First of two');
    await chat.say('Second of two');
    await chat.isTicked('Second of two', 'Sent');

    // Moves from the text box back to the newest message, then up to the one before.
    await expect.poll(() => keys('Shift+Tab').then(() => chat.hasFocus('Second of two'))).toBe(true);
    await keys('ArrowUp');
    expect(await chat.hasFocus('First of two')).toBe(true);
    await keys('Enter');
    await chat.menu.waitFor();
    await keys('Escape');
    await chat.menu.waitFor({ state: 'detached' });
    expect(await chat.hasFocus('First of two')).toBe(true);

    // The third of the six emojis.
    await keys('Enter');
    await chat.menu.waitFor();
    await keys('ArrowRight', 'ArrowRight', 'Enter');
    await chat.menu.waitFor({ state: 'detached' });
    await chat.showsReactions('First of two', '1 reaction: 😂');
    expect(await chat.hasFocus('First of two')).toBe(true);

    await keys('Enter');
    await chat.menu.waitFor();
    await keys('ArrowDown', 'Enter');
    expect(await chat.replyBar.innerText()).toContain('First of two');
    await expect.poll(() => isFocused(chat.box)).toBe(true);
    await page.getByRole('button', { name: 'Cancel reply' }).press('Enter');
    await chat.replyBar.waitFor({ state: 'detached' });
    expect(await isFocused(chat.box)).toBe(true);
    await chat.startReply('First of two');
    await expect.poll(() => isFocused(chat.box)).toBe(true);
    await page.keyboard.type('An answer by key');
    await keys('Enter');
    await chat.isTicked('An answer by key', 'Sent');
    expect(await chat.message('An answer by key').getByRole('button', { name: 'In reply to' }).innerText()).toContain(
      'First of two',
    );

    // Home and End go through the messages, and Tab leads on to the text box.
    // Skips the attach and record buttons, if they are there already.
    await expect
      .poll(() =>
        page.keyboard
          .press('Shift+Tab')
          .then(() => chat.messages.evaluate((list) => list.contains(document.activeElement))),
      )
      .toBe(true);
    await page.keyboard.press('Home');
    expect(await chat.hasFocus('Welcome to the global chat')).toBe(true);
    await page.keyboard.press('End');
    await expect
      .poll(() => page.keyboard.press('Tab').then(() => chat.box.evaluate((box) => box === document.activeElement)))
      .toBe(true);
  });

  it('each entry in the menu of a deleted message is reached, although it has no reactions', async () => {
    const chatId = await testApp.caseChat();
    await testApp.say('admin', `chat/${chatId}`, 'Not here');
    const [sent] = (await testApp.read(`/api/chat/messages/${chatId}?limit=1`, 'admin')) as Message[];
    await testApp.act('admin', 'DELETE', `/api/messages/${sent?.id}`);
    const asha = await testApp.returning('admin');
    await asha.open(`/chat/${chatId}`);
    await asha.chat.message('This message was deleted.').focus();
    await asha.page.keyboard.press('Enter');
    const entry = (name: string) => asha.chat.menu.getByRole('button', { name });
    await expect.poll(() => isFocused(entry('Seen by'))).toBe(true);
    await asha.page.keyboard.press('ArrowDown');
    expect(await isFocused(entry('Earlier versions'))).toBe(true);
    await asha.page.keyboard.press('ArrowUp');
    expect(await isFocused(entry('Seen by'))).toBe(true);
  });
});

describe('the menu of a narrow screen', () => {
  it('opens and closes, and the page behind does not scroll meanwhile; it has every link, and logs out', async () => {
    const { page, drawer, isAt, login } = await narrow();
    expect(await drawer.isOpen()).toBe(false);
    // Its links are rendered when it opens, because they would take as long as the first screen.
    expect(await page.locator('nav').count()).toBe(0);
    for (const close of [
      () => drawer.close.click(),
      () => page.keyboard.press('Escape'),
      // The backdrop is the free part of the screen to the right of the menu.
      () => page.mouse.click(350, 400),
    ]) {
      await drawer.open();
      expect(await drawer.isBodyLocked()).toBe(true);
      await close();
      await drawer.isClosed();
      expect(await drawer.isBodyLocked()).toBe(false);
    }
    await drawer.open();
    await drawer.links.getByRole('link', { name: 'Global Chat' }).click();
    await isAt('/gchat');
    await drawer.isClosed();
    await page.getByRole('link', { name: 'Saathi' }).click();
    await isAt('/chat');

    // It has every link for a member, and logs out.
    await drawer.open();
    const links = (await drawer.links.getByRole('link').allInnerTexts()).sort();
    expect(links).toEqual([
      'Global Chat',
      'Incident Chats',
      'Leaderboard',
      'Live Incidents',
      'My Cases',
      'My Kit',
      'Notifications',
      'Profile',
      'Report Incident',
      'Search',
      'Volunteers',
    ]);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await login.isShown();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null);
  });
});

it('Esc discards neither a recording nor the words of an edit, and goes back when there is nothing to lose', async () => {
  const mira = await open('member');
  const { page, chat, voice } = mira;
  const esc = () => page.keyboard.press('Escape');
  const editBar = page.getByText('Editing your message', { exact: true });
  const edit = async (text: string) => {
    await page.mouse.move(0, 0);
    await chat.openMenu(text);
    await chat.menu.getByRole('button', { name: 'Edit', exact: true }).click();
    await editBar.waitFor();
    await expect.poll(() => isFocused(chat.box)).toBe(true);
  };
  // The first Esc leaves the text box, the others go to the page.
  const leaveBox = async () => {
    for (let time = 0; time < 3; time++) await esc();
    await expect.poll(() => isFocused(chat.box)).toBe(false);
  };

  await voice.recordFor(1);
  await leaveBox();
  await voice.listenFirst.click();
  await voice.recording.waitFor();
  await leaveBox();
  await voice.discard.click();
  await voice.record.waitFor();

  await chat.say('Meet at the font door');
  await chat.isTicked('Meet at the font door', 'Sent');
  await edit('Meet at the font door');
  // Nothing was changed. Esc ends only the edit.
  await esc();
  await editBar.waitFor({ state: 'detached' });
  await edit('Meet at the font door');
  await chat.write('Meet at the front door');
  await leaveBox();
  await editBar.waitFor();
  expect(await chat.box.inputValue()).toBe('Meet at the front door');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await chat.hears('Meet at the front door');
  await editBar.waitFor({ state: 'detached' });

  expect(mira.route()).toBe('/gchat');
  await expect
    .poll(async () => {
      if (await isFocused(chat.box)) await esc();
      return isFocused(chat.box);
    })
    .toBe(false);
  await esc();
  await mira.isAt('/chat');
});

async function open(username: string): Promise<Person> {
  const person = await testApp.returning(username);
  await person.open('/gchat');
  await person.chat.isUsable();
  return person;
}

async function narrow(): Promise<Person> {
  const person = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  await person.open('/chat');
  await person.chats.greets('Mira');
  return person;
}
