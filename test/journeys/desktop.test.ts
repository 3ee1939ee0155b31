import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFocused, openTestApp } from '../kit/browser';
import { dog } from '../walks/incidents/samples';
import { photo } from './reports';

const testApp = openTestApp();
const desk = { viewport: { width: 1280, height: 800 } };
/** A window that is too narrow for two panes. */
const narrow = { width: 1000, height: 800 };

const open = (list: Locator) => list.locator('[data-item][aria-current="page"]');

it('a list stays beside what is opened from it, and a chat and its draft stay when the width changes', async () => {
  const mira = await testApp.returning('member', desk);
  const { page, chat } = mira;
  const chats = page.getByRole('region', { name: 'Chats' });
  await mira.open('/chat');
  await page.getByRole('main').getByText('Choose a chat. It opens here.').waitFor();
  await chats.getByRole('link', { name: 'Incident #3' }).click();
  await mira.isAt(`/chat/${await testApp.caseChat()}`);
  await open(chats).filter({ hasText: 'Incident #3' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Incident #3 · Dog']);

  await chat.isUsable();
  await chat.box.fill('He limps less');
  const drafted = chats.getByRole('link', { name: 'Incident #3' }).filter({ hasText: 'Draft: He limps less' });
  await drafted.waitFor();
  // The text box stays the same element, so its chart has stayed, too.
  await chat.box.evaluate((box) => box.setAttribute('data-same', ''));
  const same = page.locator('textarea[data-same]');
  await page.setViewportSize(narrow);
  await chats.waitFor({ state: 'detached' });
  expect(await same.inputValue()).toBe('He limps less');
  await page.setViewportSize(desk.viewport);
  await open(chats).filter({ hasText: 'Incident #3' }).waitFor();
  expect(await same.inputValue()).toBe('He limps less');
  await drafted.waitFor();
  await chat.box.fill('');
  await drafted.waitFor({ state: 'detached' });
  await chat.box.fill('He walks');
  await chats.getByText('Draft: He walks').waitFor();
  await chat.box.press('Enter');
  await chats.getByText('Draft: ').waitFor({ state: 'detached' });

  const live = page.getByRole('region', { name: 'Live incidents' });
  await mira.open('/live');
  await live.getByRole('link', { name: 'Ring road' }).click();
  await mira.isAt('/incident/2');
  await open(live).filter({ hasText: 'Ring road' }).waitFor();
  // The list has its own filter while an incident is open.
  await live.getByRole('combobox', { name: 'Status' }).selectOption('CLOSED');
  await live.getByText('Ring road').waitFor({ state: 'detached' });
  expect(mira.route()).toBe('/incident/2');

  await page.setViewportSize(narrow);
  await live.waitFor({ state: 'detached' });
  await page.setViewportSize(desk.viewport);
  await live.getByText('Lake road').waitFor();
  expect(await live.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('CLOSED');

  await page.setViewportSize(narrow);
  await live.waitFor({ state: 'detached' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole('heading', { name: 'Incident #2' }).waitFor();
  // The connection is opened after the first calls.
  await chat.isConnected();
  expect(asked).toContain('/api/incidents/2');
  expect(asked).not.toContain('/api/incidents/live');
});

it('can be used by keys: through a list, into an entry and back, to the search; letters in a field stay letters', async () => {
  const mira = await testApp.returning('member', desk);
  const { page, chat } = mira;
  const { keyboard } = page;
  const items = page.getByRole('region', { name: 'Live incidents' }).locator('[data-item]');
  const hasFocus = (item: Locator) => expect.poll(() => isFocused(item)).toBe(true);
  await mira.open('/live');
  await items.nth(1).waitFor();
  for (const [key, place] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
    ['k', 0],
  ] as const) {
    await keyboard.press(key);
    await hasFocus(items.nth(place));
  }
  await keyboard.press('Enter');
  await mira.isAt('/incident/2');
  await page.getByRole('heading', { name: 'Incident #2' }).waitFor();

  const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await keyboard.press('?');
  await sheet.getByRole('row', { name: 'j Next in the list' }).waitFor();
  await keyboard.press('j');
  expect(await isFocused(sheet.getByRole('button', { name: 'Close' }))).toBe(true);
  // Esc that is held down after it has closed the dialog does not leave the screen, too.
  await keyboard.down('Escape');
  await sheet.waitFor({ state: 'detached' });
  await keyboard.down('Escape');
  await keyboard.up('Escape');
  await keyboard.press('?');
  await sheet.waitFor();
  expect(mira.route()).toBe('/incident/2');
  await keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await keyboard.press('Escape');
  await mira.isAt('/live');
  await hasFocus(items.first());

  await keyboard.press('/');
  await mira.isAt('/search');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  await hasFocus(field);
  await keyboard.type('jk/?');
  expect(await field.inputValue()).toBe('jk/?');

  await mira.open('/chat');
  await mira.isAt('/chat');
  await page.getByRole('link', { name: /^Global Chat \w+: / }).focus();
  await keyboard.press('Enter');
  await mira.isAt('/gchat');
  await hasFocus(chat.box);
  await keyboard.type('j?');
  expect(await chat.box.inputValue()).toBe('j?');
  expect(await sheet.count()).toBe(0);
  // The first Esc only leaves the field.
  await keyboard.press('Escape');
  await expect.poll(() => isFocused(chat.box)).toBe(false);
  expect(mira.route()).toBe('/gchat');
  const focused = page.locator('[data-item]:focus');
  // The key leads to the chat after the open one, so the list must have it.
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: 'Incident #3' }).waitFor();
  const press = (key: Partial<Record<'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>>) =>
    page.evaluate((it) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...it }));
    }, key);
  for (const key of [{ isComposing: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    await press(key);
    expect([key, await focused.count()]).toEqual([key, 0]);
  }
  await press({});
  await focused.waitFor();

  // Esc does not leave the chat while it would lose something.
  await page.locator('input[type=file]').setInputFiles(await photo(20, 20));
  const remove = page.getByRole('button', { name: 'Remove dog.png' });
  await remove.waitFor();
  await keyboard.press('Escape');
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  expect(mira.route()).toBe('/gchat');
  // The text box has the focus now (DECISIONS 260), so one Esc leaves the field, and the next one the chat.
  await hasFocus(chat.box);
  for (let presses = 0; presses < 2; presses++) await keyboard.press('Escape');
  await mira.isAt('/chat');

  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click();
  await sheet.waitFor();
  await keyboard.press('Escape');

  // Who dictates can turn off the single keys, on this device (DECISIONS 299).
  await mira.open('/profile');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('heading', { name: 'Settings' }).click();
  for (const key of ['?', 'j', '/']) await keyboard.press(key);
  expect([await sheet.count(), await focused.count(), mira.route()]).toEqual([0, 0, '/profile']);
  await keyboard.press('Control+k');
  await mira.isAt('/search');
});

it('a key that is held down goes through a long list, one after the other, to its end and back', async () => {
  const mira = await testApp.returning('member', desk);
  const { page } = mira;
  const LENGTH = 60;
  const many = Array.from({ length: LENGTH }, (_, at) => dog({ id: String(at + 1), location: `Street ${at + 1}` }));
  await page.route('**/api/incidents/live', (route) => route.fulfill({ json: many }));
  await mira.open('/live');
  const cards = page.getByRole('region', { name: 'Live incidents' }).getByRole('article');
  await cards.first().waitFor();
  /** The places in the list that get the focus. */
  await page.evaluate(() => {
    const focused: number[] = [];
    Object.assign(window, { focused });
    document.addEventListener('focusin', ({ target }) => {
      const card = target instanceof Element && target.closest('[aria-posinset]');
      if (card) focused.push(Number(card.getAttribute('aria-posinset')));
    });
  });
  const focused = () => page.evaluate(() => (window as unknown as { focused: number[] }).focused);
  /** Holds the key: a browser repeats it until it is released. */
  const hold = async (key: string, end: number) => {
    await expect
      .poll(
        async () => {
          await page.keyboard.down(key);
          return (await focused()).at(-1);
        },
        { interval: 0 },
      )
      .toBe(end);
    await page.keyboard.up(key);
  };
  const forth = Array.from({ length: LENGTH }, (_, at) => at + 1);
  await hold('j', LENGTH);
  expect(await focused()).toEqual(forth);
  await hold('k', 1);
  expect(await focused()).toEqual([...forth, ...forth.toReversed().slice(1)]);
  await page.keyboard.press('Enter');
  await mira.isAt('/incident/1');
});
