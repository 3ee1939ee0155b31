import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { interceptConnection, listenToFrames } from '../kit/network';
import { stompClient } from '../kit/server';
import { passAgain } from './calls';
import { knownOf } from './device';

/** The number of messages in the global chat, 'Line 001' first. They have several senders, because of the rate limit of each. */
const LINES = 300;
/** The calls for older pages. */
const OLDER = /gchat\/messages\?.*before=/;
const senders = ['ravi', 'tara'];

const testApp = openTestApp({}, 'no-preference');
beforeAll(async () => {
  for (const [at, username] of senders.entries()) {
    const half = LINES / senders.length;
    const texts = Array.from({ length: half }, (_, place) => `${line(at * half + place + 1)} ${words(place)}`);
    await testApp.say(username, 'gchat', texts);
  }
  // The member has read the newest one. Otherwise the chat would open at the oldest loaded one.
  const reader = await stompClient(testApp.server.base, await testApp.token('member'));
  await reader.sendAndWait('/app/gchat/read', { messageId: await find(line(LINES)) });
  await reader.close();
});

describe('a long history', () => {
  it('opens at its newest end, and all of it can be reached by scrolling up', async () => {
    const { chat, page } = await open('member');
    await chat.hears(line(LINES));
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);

    const met = new Set<string>();
    const goUp = async () => {
      const seen = await chat.texts(/Line \d{3}/);
      expect(new Set(seen).size).toBe(seen.length);
      for (const text of seen) met.add(text);
      await chat.scrollUp(400);
    };
    // Older messages that cannot be fetched are tried again by hand, as often as needed.
    let tries = 0;
    await page.route(OLDER, (route) => {
      tries++;
      return route.abort();
    });
    const failure = page.getByRole('alert').getByText('Older messages could not be loaded.');
    await expect.poll(() => goUp().then(() => failure.isVisible()), { interval: 30 }).toBe(true);
    // It may be above the view still. A click would scroll to it, past rows that were never drawn.
    await expect.poll(() => goUp().then(() => chat.messages.evaluate((list) => list.scrollTop))).toBe(0);
    await chat.retry.click();
    await expect.poll(() => tries).toBe(2);
    await failure.waitFor();
    await passAgain(page, OLDER);
    await chat.retry.click();
    const beginning = page.getByText('This is where the conversation begins.');
    await expect
      .poll(() => goUp().then(async () => (await beginning.isVisible()) && met.has('Line 001')), {
        timeout: 50_000,
        interval: 30,
      })
      .toBe(true);
    expect(met.size).toBe(LINES);
    const shown = await chat.texts(/Line \d{3}/);
    expect(shown).toEqual([...shown].sort());
  });

  it('keeps the visible rows in place when older ones are added', async () => {
    const { chat, page } = await open('member');
    await chat.hears(line(LINES));
    // Older messages are held back until the list has stopped moving; after that only their arrival can move it.
    let deliver = () => {};
    const permission = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    let asked = 0;
    await page.route(OLDER, async (route) => {
      asked++;
      await permission;
      await route.continue();
    });
    await expect.poll(() => chat.scrollUp(100).then(() => asked), { interval: 30 }).toBeGreaterThan(0);
    // Scrolls to the top step by step, so that every row below has been rendered and its height is known.
    for (let step = 0; step < 50; step++) await chat.scrollUp(100);
    expect(await chat.isOnScreen(line(LINES - 49))).toBe(true);
    const before = await chat.standsAt(line(LINES - 45));
    deliver();
    await chat.message(line(LINES - 52)).waitFor({ state: 'attached' });
    const after = await chat.standsAt(line(LINES - 45));
    expect(Math.abs(after - before)).toBeLessThanOrEqual(4);
  });

  it('an original that is pages back is fetched, shown and highlighted', async () => {
    const early = await find('Line 012');
    await testApp.say('tara', 'gchat', 'Answering an early line', early);
    await testApp.say('tara', 'gchat', 'Answering a late line', await find(line(LINES)));
    const { chat, page } = await open('member');
    const answer = chat.message('Answering an early line');
    const quote = (message: Locator) => message.getByRole('button', { name: 'In reply to' });
    const seek = (message: Locator) => quote(message).press('Enter');
    // Its words are there already, because the server sends them with the reply (DECISIONS 295).
    await quote(answer).getByText('Line 012').waitFor();
    // If the pages between cannot be fetched, the error bar says so, and the next press tries again. Two quick clicks would be a reaction.
    let tries = 0;
    await page.route(OLDER, (route) => {
      tries++;
      return route.abort();
    });
    for (const time of [1, 2]) {
      await seek(answer);
      await expect.poll(async () => [tries, await chat.olderFailure.isVisible()]).toEqual([time, true]);
      await page.getByRole('alert').getByText('Could not load chat.').waitFor();
    }
    // Who writes meanwhile is not taken away from the end when older messages come, and nothing more is looked for.
    const asked: Route[] = [];
    await page.route(OLDER, (route) => void asked.push(route));
    await seek(answer);
    await expect.poll(() => asked.length).toBe(1);
    await chat.say('I go on');
    await chat.hears('I go on');
    const height = () => chat.messages.evaluate((list) => list.scrollHeight);
    const before = await height();
    await asked[0]?.continue();
    await expect.poll(height).toBeGreaterThan(2 * before);
    await expect.poll(() => chat.isOnScreen('I go on')).toBe(true);
    expect(asked).toHaveLength(1);
    // While older messages are on their way, another original is shown at once if it is here; otherwise it says that it is looked for.
    const held: Route[] = [];
    await page.route(OLDER, (route) => (held.length === 0 ? void held.push(route) : route.continue()));
    await seek(answer);
    await expect.poll(() => held.length).toBe(1);
    await Promise.all([chat.isHighlighted(line(LINES)), seek(chat.message('Answering a late line'))]);
    await Promise.all([page.getByRole('status').getByText('Looking for the message…').waitFor(), seek(answer)]);
    await Promise.all([chat.isHighlighted('Line 012'), held[0]?.continue()]);
    // It gets the focus, so that a screen reader reads it, and the keyboard goes on from there.
    await expect.poll(async () => (await chat.isOnScreen('Line 012')) && (await chat.hasFocus('Line 012'))).toBe(true);
    // The reader goes on to the end, and stays there when more is said.
    await page.getByRole('button', { name: 'Go to the newest message' }).click();
    await expect.poll(() => chat.isOnScreen('Answering a late line')).toBe(true);
    for (const text of ['Said after the jump', 'Said after that']) {
      await testApp.say('tara', 'gchat', text);
      await chat.hears(text);
      await expect.poll(() => chat.isOnScreen(text)).toBe(true);
    }
    // Nor do they bring back a reader who has scrolled up.
    await chat.scrollUp(300);
    const place = await chat.standsAt('Answering a late line');
    await testApp.say('tara', 'gchat', 'Said below');
    await page.getByRole('button', { name: 'New Messages' }).waitFor();
    expect(Math.abs((await chat.standsAt('Answering a late line')) - place)).toBeLessThan(1);
  });

  it('is shown as it was kept here if the network fails meanwhile, and is fetched again by hand', async () => {
    const mira = await open('member');
    await mira.chat.hears(line(LINES));
    await expect.poll(async () => `${await knownOf(mira)}`).toContain('messages/gchat');
    const held: Route[] = [];
    await mira.page.route('**/api/gchat/messages?*', (route) => void held.push(route));
    await mira.page.reload();
    await mira.chat.hears(line(LINES));
    await mira.chat.isConnected();
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await passAgain(mira.page, '**/api/gchat/messages?*');
    for (const route of held) await route.abort().catch(() => {});
    const asOf = mira.page.getByRole('status').filter({ hasText: /^As of / });
    await asOf.waitFor();
    await asOf.getByRole('button', { name: 'Try again' }).click();
    await testApp.say('ravi', 'gchat', 'Said while she was away');
    await mira.setOffline(false);
    await mira.chat.hears('Said while she was away');
    await asOf.waitFor({ state: 'detached' });
  });

  it('a message that was found is shown in its place, pages back; Ctrl+K finds incidents, too', async () => {
    const { chat, page, isAt } = await open('member');
    const follows = async (text: string) => {
      await chat.isUsable();
      await testApp.say('ravi', 'gchat', text);
      await chat.hears(text);
      await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    };
    await page.getByRole('link', { name: 'Search in this chat' }).click();
    await page.getByRole('searchbox', { name: 'Search in this chat' }).fill('line 034');
    await page.getByRole('link', { name: /Line 034/ }).click();
    await expect.poll(async () => (await chat.isOnScreen('Line 034')) && (await chat.hasFocus('Line 034'))).toBe(true);
    // After a reload, or when the reader comes back to it later, it is open at its end and follows.
    const field = page.getByRole('searchbox', { name: 'Search', exact: true });
    await page.reload();
    await follows('Said after the reload');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.goBack();
    await follows('Said after the return');
    await page.keyboard.press('Control+k');
    await field.fill('vegetable');
    const kitten = page.getByRole('link', { name: /vegetable market/ });
    await kitten.waitFor();
    expect(await kitten.locator('mark').allInnerTexts()).toEqual(['vegetable']);
    await kitten.click();
    await isAt('/incident/1');
  });
});

describe('while others write', () => {
  it('a message that comes between the answer and the opening of the topic is shown', async () => {
    const mira = await testApp.returning('member');
    const connection = await interceptConnection(mira.page);
    connection.hold('page');
    await mira.open('/gchat');
    await mira.chat.hears(line(LINES));
    await testApp.say('ravi', 'gchat', 'A dog is bleeding');
    connection.release();
    await mira.chat.hears('A dog is bleeding');
    expect(await mira.chat.texts(/A dog is bleeding/)).toEqual(['A dog is bleeding']);
  });

  it('a message that comes while the page is being fetched is shown, although the topic opens before the answer', async () => {
    const mira = await testApp.returning('member');
    const connection = await interceptConnection(mira.page);
    const frames = listenToFrames(mira.page);
    connection.hold('page');
    let deliver = () => {};
    const permission = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    let isRead = false;
    await mira.page.route(
      '**/api/gchat/messages?*',
      async (route) => {
        const response = await route.fetch();
        isRead = true;
        await permission;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await mira.open('/gchat');
    await expect.poll(() => isRead).toBe(true);
    await testApp.say('ravi', 'gchat', 'The vet is here');
    connection.release();
    await expect
      .poll(() => frames.received.filter((frame) => /\nlatest-message:/.test(frame)).length)
      .toBeGreaterThan(0);
    deliver();
    await mira.chat.hears('The vet is here');
    expect(await mira.chat.texts(/The vet is here/)).toEqual(['The vet is here']);
  });

  it('a list within 50 px of its end follows; one further up stays and offers New Messages, which jumps at once', async () => {
    const { chat } = await open('member');
    await chat.hears(line(LINES));
    await testApp.say('ravi', 'gchat', 'They follow me');
    await chat.hears('They follow me');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    expect(await chat.newMessages.count()).toBe(0);

    // A list that is 50 px from its end still follows new messages.
    await chat.scrollAway(50);
    await testApp.say('ravi', 'gchat', 'Still near');
    await chat.hears('Still near');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    expect(await chat.newMessages.count()).toBe(0);

    // So does one that is scrolled by a few px at the moment in which a message arrives.
    await chat.scrollUpWithTheNext(10);
    await testApp.say('ravi', 'gchat', 'In the same moment');
    await chat.hears('In the same moment');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    expect(await chat.newMessages.count()).toBe(0);

    // A list that is 60 px from its end does not. The new row may still be measured, which takes the list to its end once more.
    await chat.standsAt('In the same moment');
    await chat.scrollAway(60);
    await chat.standsAt('In the same moment');
    expect(await chat.distance()).toBeGreaterThan(50);
    await testApp.say('ravi', 'gchat', 'Somewhere below');
    await chat.newMessages.waitFor();
    await expect.poll(() => chat.distance()).toBeGreaterThan(60);
    await chat.newMessages.click();
    await chat.newMessages.waitFor({ state: 'detached' });
    await expect.poll(() => chat.isOnScreen('Somewhere below')).toBe(true);
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);

    // Scrolling down by hand has the same effect.
    await chat.scrollAway(400);
    await testApp.say('ravi', 'gchat', 'Once more below');
    await chat.newMessages.waitFor();
    await chat.scrollAway(0);
    await chat.newMessages.waitFor({ state: 'detached' });

    // An own message brings one who is further up back to the end.
    await chat.scrollAway(900);
    await chat.say('Here I am');
    await chat.isTicked('Here I am', 'Sent');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);

    // New Messages jumps to the end at once: while scrolling slowly, the next message would be missed.
    await chat.scrollAway(700);
    await testApp.say('captain', 'gchat', 'Is anybody near the ring road?');
    await chat.newMessages.click();
    expect(await chat.distance()).toBeLessThanOrEqual(1);
    expect(await chat.newMessages.count()).toBe(0);
    await testApp.say('captain', 'gchat', ['I am.', 'Me, too.']);
    await chat.hears('Me, too.');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
  });

  it('a new message takes no row away above the view, which would soon be rendered again (DECISIONS 237)', async () => {
    const { chat, page } = await open('member');
    await page.setViewportSize({ width: 1000, height: 450 });
    await testApp.say('ravi', 'gchat', 'Who has seen him?');
    await chat.hears('Who has seen him?');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    const above = await chat.messages.evaluate((list) => {
      const row = [...list.querySelectorAll('article')].at(-12);
      row?.setAttribute('data-marked', '');
      return row && list.getBoundingClientRect().top - row.getBoundingClientRect().bottom;
    });
    expect(above).toBeGreaterThan(0);
    // Listens before the message is sent: on a busy machine it would otherwise scroll before the page begins to listen.
    const scrolled = await chat.messages.evaluateHandle((list) => ({
      end: new Promise((resolve) => list.addEventListener('scroll', () => setTimeout(resolve), { once: true })),
    }));
    await testApp.say('ravi', 'gchat', 'At the ring road');
    await chat.hears('At the ring road');
    await scrolled.evaluate(({ end }) => end);
    expect(await page.locator('[data-marked]').count()).toBe(1);
  });

  it('typing is not disturbed while messages pour in', async () => {
    const { chat, page } = await open('member');
    const phone = await onCheapPhone(page);
    await chat.box.focus();
    const pouring = Promise.all(
      ['captain', 'inventory', 'admin'].map((username) =>
        testApp.say(
          username,
          'gchat',
          Array.from({ length: 40 }, (_, place) => `Drop ${place} of ${username}`),
        ),
      ),
    );
    const text = 'Every letter of this arrives, in its order, whatever else goes on.';
    await page.keyboard.type(text);
    expect(await chat.box.inputValue()).toBe(text);
    await phone.off();
    await pouring;
    await page.keyboard.press('Enter');
    await chat.isTicked(text, 'Sent');
    expect(await chat.box.inputValue()).toBe('');
    expect(await chat.texts(/Every letter of this arrives/)).toHaveLength(1);
    await chat.hears('Drop 39 of');
    await expect.poll(() => chat.distance()).toBeLessThanOrEqual(1);
    expect(await chat.newMessages.count()).toBe(0);
  });
});

const line = (place: number) => `Line ${String(place).padStart(3, '0')}`;

/** Rows of different heights. */
const words = (place: number) => 'and what there is to say about it, '.repeat(place % 4).trim();

/** Makes a page as slow as on a cheap phone, until `off` is called. */
async function onCheapPhone(page: Page): Promise<{ off(): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  const slowDown = async (rate: number) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  };
  // Not slower: on a busy machine the page would hang until its connection is lost, and then the list opens at what is unread.
  await slowDown(4);
  return { off: () => slowDown(1) };
}

async function open(username: string): Promise<Person> {
  const person = await testApp.returning(username);
  await person.open('/gchat');
  await person.chat.isUsable();
  return person;
}

/** The id of the message that begins with this text. */
async function find(start: string): Promise<string> {
  const all = (await testApp.read('/api/gchat/messages', 'tara')) as { id: string; text: string | null }[];
  const found = all.find(({ text }) => text?.startsWith(start));
  if (!found) throw new Error(`Nobody said '${start}'.`);
  return found.id;
}
