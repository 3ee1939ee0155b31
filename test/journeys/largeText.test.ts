import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { reactionSet } from '../../src/contract/chats';
import type { Team } from '../../src/contract/teams';
import { openTestApp, type PersonOptions } from '../kit/browser';
import { cutRingsOf, enlargeText, misfitsOf, normalText } from '../kit/fit';
import { photo } from '../kit/media';
import { AssignmentPage, MyCasesPage } from './pages/cases';

/** A small phone. */
const options: PersonOptions = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' };
const testApp = openTestApp();

it('what waits and the lost network fit into the bar of a phone', async () => {
  const mira = await testApp.returning('member', options);
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.setOffline(true);
  const offline = mira.chat.connection.getByText('You are offline. Messages wait until you are back.');
  await offline.waitFor();
  await enlargeText(mira.page);
  await expect.poll(() => misfitsOf(mira.page)).toEqual([]);
  await mira.chat.write('Waits for the network');
  await mira.chat.send.click();
  await mira.tray.bar.waitFor();
  for (const enlarge of [normalText, enlargeText]) {
    await enlarge(mira.page);
    await expect.poll(() => misfitsOf(mira.page)).toEqual([]);
    const [words, bar] = [await offline.boundingBox(), await mira.page.getByRole('banner').first().boundingBox()];
    expect((bar?.height ?? 0) - (words?.height ?? 0)).toBeGreaterThanOrEqual(8);
  }
});

it('a chat that is read without a network fits with the bar that says how old it is', async () => {
  const mira = await testApp.returning('member', options);
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.open('/chat');
  await mira.isAt('/chat');
  await mira.setOffline(true);
  await mira.open('/gchat');
  await mira.page.getByText(/^As of /).waitFor();
  await enlargeText(mira.page);
  await expect.poll(() => misfitsOf(mira.page)).toEqual([]);
  // Above the keyboard.
  await mira.chat.box.tap();
  await mira.page.setViewportSize({ width: 360, height: 400 });
  await mira.chat.write('Waits for the network');
  const bottom = async () => {
    const { y = 0, height = 0 } = (await mira.chat.send.boundingBox()) ?? {};
    return y + height;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(400);
  // Without the keyboard.
  await mira.page.setViewportSize({ width: 360, height: 800 });
  await mira.page.getByText(/^As of /).waitFor();
});

it('the menu fits with its counts', async () => {
  const { page, drawer, open } = await testApp.returning('member', options);
  await page.route('**/api/notifications?*', async (route) => {
    const response = await route.fetch();
    const [one] = (await response.json()) as { isRead: boolean }[];
    const json = Array.from({ length: 100 }, (_, at) => ({ ...one, id: String(at + 1), isRead: false }));
    await route.fulfill({ response, json });
  });
  await open('/chat');
  await drawer.open();
  await drawer.links
    .getByRole('link', { name: /^Notifications/ })
    .locator('[data-count="99+"]')
    .waitFor();
  await enlargeText(page);
  await expect.poll(() => misfitsOf(page)).toEqual([]);
});

it('attached files, the names after an @ and the dialog of a note fit, and the focus on a file can be seen', async () => {
  const { page, chat, open } = await testApp.returning('member', options);
  await open('/gchat');
  await chat.isUsable();
  await chat.write('@M');
  await page.getByRole('option').first().waitFor();
  const { name, type: mimeType, content } = await photo();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  await page.getByRole('button', { name: /^Remove / }).waitFor();
  await enlargeText(page);
  await expect.poll(() => misfitsOf(page)).toEqual([]);
  await expect.poll(() => cutRingsOf(page)).toEqual([]);
  await open('/incident/1');
  await page.getByRole('button', { name: 'Add Photo or Note' }).click();
  await page.getByRole('dialog').getByText('Optional').waitFor();
  await expect.poll(() => misfitsOf(page)).toEqual([]);
});

it('a toast leaves the controls of a chat free', async () => {
  const mira = await testApp.returning('member', options);
  const ravi = await testApp.returning('ravi');
  const caseChat = await testApp.caseChat();
  await ravi.open(`/chat/${caseChat}`);
  await ravi.chat.isUsable();
  await mira.open('/gchat');
  await mira.chat.isUsable();
  const news = mira.page.getByRole('status', { name: 'News' });
  await news.waitFor({ state: 'attached' });
  await ravi.chat.write('We are at the gate');
  await ravi.chat.send.click();
  await news.getByText('We are at the gate').waitFor();
  // It does not close by itself while the pointer is over it.
  await news.getByText('We are at the gate').hover();
  const { page } = mira;
  for (const name of [
    'Go to Incident Chats',
    'Search in this chat',
    'Mute this chat',
    'Send Image/Video',
    'Record Voice Message',
  ])
    expect(await page.getByRole('main').getByLabel(name).count(), name).toBe(1);
  expect(
    await page.evaluate(coveredIn, 'main header a, main header button, main form button, main form textarea'),
  ).toEqual([]);
});

it('the chat of a case shows messages, and Send, on phones of each size with large text', async () => {
  const { page, chat, open } = await testApp.returning('member', options);
  await open(`/chat/${await testApp.caseChat()}`);
  await chat.isUsable();
  await enlargeText(page);
  for (const [phone, viewport] of [
    ['a small phone', { width: 320, height: 568 }],
    ['a phone', { width: 360, height: 640 }],
    ['a phone lying down', { width: 800, height: 360 }],
    ['a phone with its keyboard open', { width: 360, height: 430 }],
  ] as const) {
    await chat.write('');
    await chat.box.blur();
    await page.setViewportSize(viewport);
    for (const write of [async () => {}, () => chat.box.focus(), () => chat.write('We are at the gate')]) {
      await write();
      await expect
        .poll(() => page.evaluate(() => document.querySelector('[role=log]')?.clientHeight), { message: phone })
        .toBeGreaterThan(0.25 * viewport.height);
      const { y = 0, height = 0 } = (await chat.send.boundingBox()) ?? {};
      expect(y + height, phone).toBeLessThanOrEqual(viewport.height);
    }
  }
});

it.each([
  ['a phone lying down', { width: 740, height: 260 }, normalText],
  ['a phone with large text', { width: 360, height: 640 }, enlargeText],
])('all entries of the menu of a message can be reached on %s', async (_, viewport, size) => {
  const { page, chat, open } = await testApp.returning('member', { ...options, viewport });
  await open('/gchat');
  await chat.isUsable();
  await chat.say('Take this back');
  await chat.isTicked('Take this back', 'Sent');
  await size(page);
  await chat.message('Take this back').press('Enter');
  await chat.menu.waitFor();
  const isInside = (entry: Locator) =>
    entry.evaluate((button, tall) => {
      const [own, menu] = [button, button.closest('dialog')].map((it) => it?.getBoundingClientRect());
      if (!own || !menu) return false;
      return (
        own.left >= menu.left &&
        own.right <= menu.right &&
        own.top >= menu.top &&
        own.bottom <= Math.min(menu.bottom, tall)
      );
    }, viewport.height);
  for (const emoji of reactionSet) expect(await isInside(chat.reaction(emoji)), emoji).toBe(true);
  await chat.reaction('👍').hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => isInside(chat.menu.getByRole('button', { name: 'Delete', exact: true }))).toBe(true);
});

it('the entries of the menu of a message lie below each other, whole, on a phone with large text', async () => {
  const text = 'Who has the long ladder?';
  const mira = await testApp.returning('member', options);
  const ravi = await testApp.returning('ravi', options);
  const caseChat = await testApp.caseChat();
  for (const { open, chat } of [ravi, mira]) {
    await open(`/chat/${caseChat}`);
    await chat.isUsable();
  }
  await ravi.chat.say(text);
  await mira.chat.hears(text);
  for (const { page, chat } of [mira, ravi]) {
    await enlargeText(page);
    await chat.message(text).press('Enter');
    await chat.menu.waitFor();
    expect(await misfitsOf(page)).toEqual([]);
    const parts = await chat.menu.locator('> button, > p').evaluateAll((all) =>
      all.map((part) => {
        const words = document.createRange();
        words.selectNodeContents(part);
        return { box: part.getBoundingClientRect().toJSON(), words: words.getBoundingClientRect().toJSON() };
      }),
    );
    expect(parts.length).toBeGreaterThan(3);
    for (const [at, { box, words }] of parts.entries()) {
      expect(words.top).toBeGreaterThanOrEqual(box.top - 1);
      expect(words.bottom).toBeLessThanOrEqual(box.bottom + 1);
      expect(box.top).toBeGreaterThanOrEqual(parts[at - 1]?.box.bottom ?? 0);
    }
    const { y = 0, height = 0 } = (await chat.menu.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(9.5);
    expect(y + height).toBeLessThanOrEqual(790.5);
  }
  // Without a network each entry also says what it needs.
  await ravi.setOffline(true);
  await ravi.chat.menu.getByText('needs the network').first().waitFor();
  expect(await ravi.chat.menu.evaluate((menu) => menu.scrollWidth - menu.clientWidth)).toBeLessThanOrEqual(1);
});

it('the pinned message is whole beside the line about the team on a phone lying down', async () => {
  const { page, chat, open } = await testApp.returning('captain', {
    ...options,
    viewport: { width: 800, height: 360 },
  });
  await open(`/chat/${await testApp.caseChat()}`);
  await chat.isUsable();
  await chat.say('The gate code is on the board');
  await chat.isTicked('The gate code is on the board', 'Sent');
  await chat.message('The gate code is on the board').press('Enter');
  await chat.menu.getByRole('button', { name: 'Pin', exact: true }).click();
  const team = page.getByText('Nobody has said that they are on the way.');
  const bar = page.getByRole('button', { name: /^Pinned message: / });
  await Promise.all([team.waitFor(), bar.waitFor()]);
  expect(
    await bar.evaluate(({ parentElement: top }) => top && top.scrollHeight - top.clientHeight),
  ).toBeLessThanOrEqual(1);
});

it('the dialog that begins a case says which one, and shows whom it is about on a phone lying down with large text', async () => {
  const { page, open } = await testApp.returning('member', { ...options, viewport: { width: 800, height: 360 } });
  await open('/my-cases');
  await page
    .getByRole('article', { name: 'Incident #3', exact: true })
    .getByRole('button', { name: 'Initiate Case' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Initiate Case: Incident #3', exact: true });
  const last = dialog.getByRole('checkbox').last();
  await last.waitFor();
  await enlargeText(page);
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  // The button is below the names, so nobody presses it without having seen them.
  const [name, button] = [await last.boundingBox(), await confirm.boundingBox()];
  expect(button?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1);
  await last.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      last.evaluate((box) => {
        const { left, top, width, height } = box.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === box;
      }),
    )
    .toBe(true);
  await confirm.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(coveredIn, 'dialog[open] form button')).toEqual([]);
});

it('who assigns a team sees volunteers beside what speaks against the choice, lying down and with large text', async () => {
  // So high that all cards are drawn.
  const { page, open } = await testApp.returning('captain', { ...options, viewport: { width: 740, height: 2000 } });
  await open('/incident/1/assign');
  const assignment = new AssignmentPage(page);
  const { cards, assign } = assignment;
  await assignment.card('Tara').press('Enter');
  await assignment.card('Indu').press('Enter');
  await page.getByText(/^Engaged in another case: /).waitFor();
  await page.getByText(/^Nobody in this team has: /).waitFor();
  for (const [phone, viewport, size, room] of [
    ['a phone lying down', { width: 740, height: 360 }, normalText, 140],
    ['a phone with large text', { width: 360, height: 800 }, enlargeText, 240],
  ] as const) {
    await page.setViewportSize(viewport);
    await size(page);
    // Some lines of a card, beside the header and the footer.
    await expect
      .poll(() => cards.first().evaluate((card) => card.closest('[data-scroller]')?.clientHeight), { message: phone })
      .toBeGreaterThan(room);
    const { y = 0, height = 0 } = (await assign.boundingBox()) ?? {};
    expect(y + height, phone).toBeLessThanOrEqual(viewport.height);
  }
});

it('the dialog that begins a case breaks a name that is longer than its line', async () => {
  const { page, open } = await testApp.returning('member', options);
  const name = 'Venkatanarasimharajuvaripeta Chandrasekharan';
  await page.route('**/api/incidents/3/assignment/team', async (route) => {
    const response = await route.fetch();
    const team = (await response.json()) as Team;
    await route.fulfill({
      response,
      json: { ...team, teamMembers: team.teamMembers.map((member) => ({ ...member, fullName: name })) },
    });
  });
  await open('/my-cases');
  await new MyCasesPage(page).initiate('3');
  const dialog = page.getByRole('dialog', { name: 'Initiate Case: Incident #3', exact: true });
  await dialog.getByRole('checkbox', { name }).first().waitFor();
  const isTooWide = () =>
    dialog
      .getByRole('group')
      .evaluate((it) => [it, it.parentElement].some((box) => box && box.scrollWidth > box.clientWidth));
  expect(await isTooWide()).toBe(false);
  await enlargeText(page);
  expect(await isTooWide()).toBe(false);
});

/** The controls of a part of the page that are below something else. Runs in the page. */
function coveredIn(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((control) => {
      if (!control.checkVisibility()) return false;
      const { left, top, width, height } = control.getBoundingClientRect();
      return !control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
}
