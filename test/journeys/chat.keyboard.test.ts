import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';

const testApp = openTestApp();

describe('with the keyboard alone', () => {
  it('a message is reached, reacted to and answered, and the focus comes back', async () => {
    const { page, chat } = await open('member');
    const keys = (...all: string[]) =>
      all.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await chat.say('First of two');
    await chat.say('Second of two');
    await chat.isTicked('Second of two', 'Sent');

    // From the text box back to the newest message, then up to the one before.
    await expect.poll(() => keys('Shift+Tab').then(() => chat.hasFocus('Second of two'))).toBe(true);
    await keys('ArrowUp');
    expect(await chat.hasFocus('First of two')).toBe(true);
    await keys('Enter');
    await chat.menu.waitFor();
    await keys('Escape');
    await chat.menu.waitFor({ state: 'detached' });
    expect(await chat.hasFocus('First of two')).toBe(true);

    // The third of the six.
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
    await expect.poll(() => chat.box.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('An answer by key');
    await keys('Enter');
    await chat.isTicked('An answer by key', 'Sent');
    expect(await chat.message('An answer by key').getByRole('button', { name: 'In reply to' }).innerText()).toContain(
      'First of two',
    );
  });

  it('Home and End go through the messages, and Tab leads on to the text box', async () => {
    const { page, chat } = await open('member');
    // Past the attach and record buttons, if they are there already.
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
});

describe('the menu of a narrow screen', () => {
  it('opens and closes, and the page behind does not scroll meanwhile', async () => {
    const { page, drawer, isAt } = await narrow();
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
  });

  it('has every link for a member, and logs out', async () => {
    const { page, drawer, login } = await narrow();
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
