import { expect, it, onTestFinished } from 'vitest';
import { isFocused, openTestApp } from '../kit/browser';
import { fingerOn } from '../kit/finger';
import { shows } from '../kit/momentary';
import { stompClient } from '../kit/server';
import { handOn, passes } from './calls';
import type { ChatPage } from './pages/chat';

const testApp = openTestApp({}, 'no-preference');
const telephone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-read', 'clipboard-write'],
};

it('a chat opens where reading stopped; numbers can be called, places opened and texts copied, and the end is one press away', async () => {
  const place = `chat/${await testApp.caseChat()}`;
  await testApp.say('member', place, ['I read until here']);
  await testApp.say('ravi', place, [
    'News 01: the vet is on 98765 43210',
    'News 02: she waits at 12.97160, 77.59460',
    'News 03: that is 12, Gandhi Road, Mysuru',
    ...Array.from({ length: 17 }, (_, turn) => `News ${String(turn + 4).padStart(2, '0')}: nothing yet`),
  ]);

  const { page, chat, open, chats } = await testApp.returning('member', telephone);
  await open('/chat');
  const card = chats.card('Incident #3');

  // Two unread messages of the demo data, and twenty of Ravi's.
  await card.getByRole('img', { name: '22 Unread messages' }).waitFor();
  await card.getByText('Ravi:').waitFor();
  await card.click();

  await page.getByRole('heading', { name: 'Unread messages', exact: true }).waitFor();
  await expect.poll(() => chat.isOnScreen('News 01')).toBe(true);
  // The Tab key stops at the first unread message, which says that it is.
  const stop = chat.messages.locator('article[tabindex="0"]');
  await expect
    .poll(() => stop.evaluateAll((rows) => rows.map((row) => row.ariaLabel)))
    .toEqual([expect.stringMatching(/^First unread message\. Ravi, .+: News 01: /)]);
  await chat.newMessages.waitFor();
  expect(await chat.newMessages.innerText()).toMatch(/^New Messages\s*\d+$/);
  expect(await chat.distance()).toBeGreaterThan(50);

  const link = (text: string) => chat.message(text).getByRole('link').getAttribute('href');
  expect(await link('News 01')).toBe('tel:9876543210');
  expect(await link('News 02')).toBe('https://www.google.com/maps/search/?api=1&query=12.9716,77.5946');
  expect(await link('News 03')).toBe(
    'https://www.google.com/maps/search/?api=1&query=12%2C%20Gandhi%20Road%2C%20Mysuru',
  );

  // A screen reader does not pass on a long press: for it each row has the button of the menu. It takes no taps.
  const button = chat.message('News 04').getByRole('button', { name: 'React or reply' });
  const isHit = (it: Element) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await button.evaluate(isHit)).toBe(false);
  await button.dispatchEvent('click');
  await chat.menu.waitFor();
  await page.keyboard.press('Escape');
  await chat.menu.waitFor({ state: 'detached' });

  const finger = await fingerOn(page);
  await finger.press(chat.bubble('News 04'));
  await chat.menu.waitFor();
  await finger.lift();
  await chat.menu.getByText(/^Ravi, Today /).waitFor();
  await shows(page, 'Copied!', () => chat.menu.getByRole('button', { name: 'Copy text' }).tap());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('News 04: nothing yet');

  await chat.newMessages.tap();
  await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
  await expect.poll(() => chat.isOnScreen('News 20')).toBe(true);
  // There are no new messages below any more, but there is still a button that leads to the end.
  const back = page.getByRole('button', { name: 'Go to the newest message' });
  await chat.scrollAway(500);
  // A tap so soon, where 'New Messages' was, would count as the second one of a double tap (DECISIONS 211).
  await back.or(chat.newMessages).press('Enter');
  await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
  await back.or(chat.newMessages).waitFor({ state: 'detached' });

  // The day and the sender of the first message in view are shown at the top, because their own labels are scrolled out of it.
  const atTop = async (words: RegExp) => {
    const label = page.locator('p[aria-hidden=true]', { hasText: words });
    await label.waitFor();
    const [shown, list] = [await label.boundingBox(), await chat.messages.boundingBox()];
    expect((shown?.y ?? 0) - (list?.y ?? 0)).toBeLessThan(44);
  };
  await chat.scrollAway(300);
  await atTop(/^TodayRavi$/);
  // Then they leave the words below them free.
  const opacity = () => page.locator('p[aria-hidden=true]').evaluate((label) => getComputedStyle(label).opacity);
  await expect.poll(opacity).toBe('0');
  await chat.scrollUp(10_000);
  await chat.message('On my way after work').evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await atTop(/^YesterdayMira$/);
  // They do not cover a separator of the same day.
  await chat.messages.getByText('Today', { exact: true }).evaluate((day) => day.scrollIntoView());
  await page.locator('p[aria-hidden=true]').filter({ visible: true }).waitFor({ state: 'detached' });
});

it('a chat at its end goes on following when it gets more room: the keyboard closes, the phone is turned, a long draft goes', async () => {
  await testApp.say(
    'ravi',
    'gchat',
    Array.from({ length: 30 }, (_, turn) => `Line ${turn}: ${'and so on, '.repeat(turn % 5)}`),
  );
  const { page, chat, open } = await testApp.returning('tara', telephone);
  await open('/gchat');
  // It opens where reading stopped.
  await chat.newMessages.tap();
  const follows = async (after: string) => {
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    await testApp.say('ravi', 'gchat', [`Said after ${after}`]);
    await chat.hears(`Said after ${after}`);
    await expect.poll(() => chat.isOnScreen(`Said after ${after}`)).toBe(true);
  };
  const resizes = [
    ['the start', 360, 800],
    ['opening the keyboard', 360, 450],
    ['closing it', 360, 800],
    ['turning the phone', 800, 360],
    ['turning it back', 360, 800],
  ] as const;
  for (const [after, width, height] of resizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => `${innerWidth} × ${innerHeight}`)).toBe(`${width} × ${height}`);
    await follows(after);
  }
  await chat.write('one\ntwo\nthree\nfour\nfive\nsix');
  await follows('writing six lines');
  await chat.write('');
  await follows('deleting them');
});

it('a chat at its end jumps over nothing that came while its reader had no connection, or another tab open', async () => {
  const { page, chat, open, setOffline } = await testApp.returning('tara', telephone);
  await open('/gchat');
  await chat.isUsable();
  const hide = (visibility: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  await isMissed(chat, 'Hidden', async (come) => {
    await hide('hidden');
    await come();
    await chat.hears('Hidden 30');
    await hide('visible');
  });
  await isMissed(chat, 'Offline', async (come) => {
    await setOffline(true);
    await chat.isDisconnected();
    await come();
    // All of them are announced in one text.
    await shows(page, '31 new messages', () => setOffline(false), '[aria-live]');
  });
});

it('a chat that opens at its unread messages can be scrolled while more are coming', async () => {
  await testApp.say(
    'ravi',
    'gchat',
    Array.from({ length: 70 }, (_, turn) => `Long ago ${turn}`),
  );
  await testApp.say('tara', 'gchat', ['Read until here']);
  const numbers = Array.from({ length: 60 }, (_, turn) => String(turn + 1).padStart(2, '0'));
  await testApp.say(
    'ravi',
    'gchat',
    numbers.slice(0, 30).map((number) => `Before ${number}`),
  );
  const { page, chat, open } = await testApp.returning('tara', telephone);
  const older = await handOn(page, (request) => request.url().includes('before='));
  older.hold();
  await open('/gchat');
  await expect.poll(() => chat.isOnScreen('Before 01')).toBe(true);
  // They come faster than the list is left alone after a row was measured.
  const stream = await stompClient(testApp.server.base, await testApp.token('ravi'));
  let sent = 0;
  const timer = setInterval(() => {
    const text = `Meanwhile ${numbers[sent++] ?? 'more'}`;
    stream.send('/app/gchat/send', { text, clientMessageId: crypto.randomUUID() });
  }, 150);
  onTestFinished(async () => {
    clearInterval(timer);
    await stream.close();
  });
  await expect.poll(() => sent).toBeGreaterThan(3);
  await chat.scrollAway(200);
  // The rows that it has come to are measured first.
  await chat.standsAt('Before 25');
  const before = sent;
  // In the list, because a bar may come above it.
  const top = () =>
    chat
      .message('Before 25')
      .evaluate(
        (row) =>
          row.getBoundingClientRect().top - (row.closest('[role="log"]')?.getBoundingClientRect().top ?? Number.NaN),
      );
  const stands = await top();
  // Older messages come as well.
  await older.let(passes);
  await expect.poll(() => sent).toBeGreaterThan(before + 6);
  expect(Math.abs((await top()) - stands)).toBeLessThanOrEqual(1);
});

/** Goes to the end of the open global chat and away from it, and checks that the list begins with what came meanwhile. */
async function isMissed(chat: ChatPage, when: string, away: (come: () => Promise<void>) => Promise<void>) {
  await chat.say(`${when} next`);
  await chat.isTicked(`${when} next`, 'Sent');
  await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
  const numbers = Array.from({ length: 30 }, (_, turn) => String(turn + 1).padStart(2, '0'));
  await away(() =>
    testApp.say('ravi', 'gchat', [`${when} 00: come, @Tara`, ...numbers.map((number) => `${when} ${number}`)]),
  );
  await chat.messages.getByText('Unread messages', { exact: true }).waitFor();
  await expect.poll(() => chat.isOnScreen(`${when} 00`)).toBe(true);
  await chat.newMessages.waitFor();
  expect(await chat.distance()).toBeGreaterThan(50);
}

it('the search in a chat leads back to it', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  for (const path of ['/gchat', `/chat/${await testApp.caseChat()}`]) {
    await mira.open(path);
    await mira.chat.isUsable();
    await mira.page.getByRole('link', { name: 'Search in this chat' }).click();
    await mira.page.getByRole('searchbox', { name: 'Search in this chat' }).waitFor();
    await mira.page.getByRole('link', { name: 'Back to the chat' }).click();
    await mira.isAt(path);
    await mira.chat.isUsable();
  }
});

it('on a phone no keyboard stays over the results of a search', async () => {
  const { page, open, isAt } = await testApp.returning('member', telephone);
  await open('/search');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  const kitten = page.getByRole('link', { name: /vegetable market/ });
  await expect.poll(() => isFocused(field)).toBe(true);
  await field.fill('vegetable');
  await kitten.waitFor();
  await page.keyboard.press('Enter');
  expect(await isFocused(field)).toBe(false);
  await kitten.click();
  await isAt('/incident/1');
  await page.goBack();
  await kitten.waitFor();
  await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Search', exact: true }))).toBe(true);
});
