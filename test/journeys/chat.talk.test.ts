import { afterEach, describe, expect, it } from 'vitest';
import { descriptionsOf, openTestApp, type Person, type PersonOptions } from '../kit/browser';
import { fingerOn } from '../kit/finger';
import { interceptConnection } from '../kit/network';
import { stompClient } from '../kit/server';

const testApp = openTestApp();
afterEach(() => {
  expect(testApp.complaints()).toEqual([]);
  // The server warns at its start that the tests' databases are not safe against a power cut. They are faster for it.
  const output = testApp.server.output().replace(/^.*A power cut may lose.*$/m, '');
  expect(output).not.toMatch(/"level":(40|50|60)/);
});

/** In the browsers' time zone it is about 8 p.m. when this file begins, and 9 p.m. may come while it runs. */
const evening = /^(20|21):\d\d$/;
const telephone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
const caseChat = {
  name: 'a case chat',
  isCase: true,
  async open(person: Person) {
    await person.open('/chat');
    await person.chats.open('Incident #3');
  },
};
const rooms = [{ name: 'Global Chat', isCase: false, open: (person: Person) => person.open('/gchat') }, caseChat];

describe.each(rooms)('in $name', ({ open, isCase }) => {
  it('a message carries a clock, one tick, and the read tick when another sees it; a group has one name and one time', async () => {
    const mira = await testApp.returning('member');
    const ravi = await testApp.returning('ravi');
    const connection = await interceptConnection(mira.page);
    await Promise.all([open(mira), ravi.open('/chat')]);
    await Promise.all([mira.chat.isUsable(), ravi.chats.greets('Ravi')]);

    connection.hold();
    await mira.chat.say('Has he eaten?');
    await mira.chat.isTicked('Has he eaten?', 'Sending');
    connection.release();
    await mira.chat.isTicked('Has he eaten?', 'Sent');
    expect(await mira.chat.message('Has he eaten?').getByRole('img', { name: 'Read' }).count()).toBe(0);

    await open(ravi);
    await ravi.chat.hears('Has he eaten?');
    await mira.chat.isTicked('Has he eaten?', 'Read');
    // Somebody else's message has no tick.
    expect(await ravi.chat.message('Has he eaten?').locator('[data-tick]').count()).toBe(0);
    expect(await mira.chat.texts(/Has he eaten\?/)).toEqual(['Has he eaten?']);

    // Consecutive messages of one member form a group.
    await ravi.chat.say('Who goes?');
    await mira.chat.hears('Who goes?');
    await mira.chat.say('I can go');
    await mira.chat.say('at six');
    await ravi.chat.hears('at six');
    await ravi.chat.say('Thank you');
    await mira.chat.hears('Thank you');

    // The name and the avatar at the start, the time at the end.
    const [first, last] = [ravi.chat.message('I can go'), ravi.chat.message('at six')];
    expect(await first.innerText()).toContain('Mira');
    expect(await last.innerText()).not.toContain('Mira');
    expect(await first.locator('time').count()).toBe(0);
    // In the log of a case the other messages of a group show their time, too, if there is a mouse.
    expect(evening.test((await first.innerText()).trim().slice(-5))).toBe(isCase);
    expect(await last.locator('time').innerText()).toMatch(evening);
    // Elsewhere the mouse over a message shows its time beside it.
    await first.hover();
    await first.getByText(evening).waitFor();
    // Own messages are on the other side, without the name.
    expect(await mira.chat.message('I can go').innerText()).not.toContain('Mira');
    const [own, other] = await Promise.all([
      mira.chat.bubble('I can go').boundingBox(),
      mira.chat.bubble('Thank you').boundingBox(),
    ]);
    expect(own?.x).toBeGreaterThan(other?.x ?? Number.POSITIVE_INFINITY);
  });
});

it('a long message in a narrow window keeps its size when the mouse comes over it', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 420, height: 800 } });
  await mira.open('/gchat');
  await mira.chat.isUsable();
  await mira.chat.say('He sleeps under the second bridge, behind the blue boats, and comes out when it is dark.');
  await mira.chat.say('Take the ladder with you, because the stairs there are broken since the last monsoon.');
  const first = mira.chat.bubble('He sleeps');
  await mira.chat.isTicked('He sleeps', 'Sent');
  const before = await first.boundingBox();
  await first.hover();
  await mira.chat.message('He sleeps').getByText(evening).waitFor();
  expect(await first.boundingBox()).toEqual(before);
});

it('in a case chat the menu of a message leads to who has seen it, also while they do (DECISIONS 69)', async () => {
  const said = 'The vet comes at four';
  const [mira, ravi] = await Promise.all([testApp.returning('member'), testApp.returning('ravi', telephone)]);
  await Promise.all([caseChat.open(mira), ravi.open('/chat')]);
  await mira.chat.isUsable();
  await mira.chat.say(said);
  await mira.chat.isTicked(said, 'Sent');
  await mira.chat.openMenu(said);
  await mira.chat.seenByOption.click();
  await mira.chat.seenBy.getByText('Nobody has seen this message yet.', { exact: true }).waitFor();
  expect(await descriptionsOf(mira.chat.seenBy)).toEqual(['Nobody has seen this message yet.']);
  expect(await mira.chat.readers()).toEqual([]);

  // The list of readers stays open while the others read: Ravi in a browser, Tara without one.
  await ravi.chats.open('Incident #3');
  await expect.poll(() => mira.chat.readers()).toEqual(['Ravi']);
  const chatId = await testApp.caseChat();
  const [newest] = (await testApp.read(`/api/chat/messages/${chatId}?limit=1`, 'tara')) as {
    id: string;
    text: string;
  }[];
  expect(newest?.text).toBe(said);
  const tara = await stompClient(testApp.server.base, await testApp.token('tara'));
  await tara.sendAndWait(`/app/chat/${chatId}/read`, { messageId: newest?.id });
  await tara.close();
  await expect.poll(() => mira.chat.readers()).toEqual(['Ravi', 'Tara']);
  expect(await mira.chat.seenBy.getByText('Nobody has seen').count()).toBe(0);
  await mira.page.keyboard.press('Escape');
  await mira.chat.seenBy.waitFor({ state: 'detached' });

  // Members other than the sender can open it, too, here with a finger.
  await ravi.chat.hears(said);
  const finger = await fingerOn(ravi.page);
  await finger.press(ravi.chat.bubble(said));
  await ravi.chat.menu.waitFor();
  await finger.lift();
  await ravi.chat.seenByOption.tap();
  await expect.poll(() => ravi.chat.readers()).toEqual(['Ravi', 'Tara']);
  await ravi.chat.seenBy.getByRole('button', { name: 'Close' }).tap();
  await ravi.chat.seenBy.waitFor({ state: 'detached' });
});

describe('the text box', () => {
  it('sends with Enter, adds a line with Shift+Enter, sends nothing empty; mentions are highlighted, emoji alone are large', async () => {
    const { chat, page } = await writing();
    await chat.box.focus();
    await page.keyboard.type('  Two bowls');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and a blanket  ');
    expect(await chat.box.inputValue()).toBe('  Two bowls\nand a blanket  ');
    await page.keyboard.press('Enter');
    await chat.isTicked('Two bowls and a blanket', 'Sent');
    expect(await chat.bubble('Two bowls and a blanket').innerText()).toMatch(/^Two bowls\nand a blanket\s/);
    expect(await chat.box.inputValue()).toBe('');

    const before = await stored();
    for (const nothing of ['', '   ', ' \n ']) {
      await chat.write(nothing);
      expect(await chat.send.isDisabled()).toBe(true);
      await chat.box.press('Enter');
      expect(await chat.box.inputValue()).toBe(nothing);
    }
    await chat.write('Done');
    await chat.send.click();
    await chat.isTicked('Done', 'Sent');
    expect(await stored()).toBe(before + 1);

    // Mentions are completed and highlighted.
    for (const [typed, sent, mentioned] of [
      ['Over to you @kab', 'Over to you @Kabir', ['@Kabir']],
      ['@ please read', '@Everyone please read', ['@Everyone']],
      ['LLL come at nine', '@Everyone come at nine', ['@Everyone']],
      // Two characters are too few to be completed; nobody has this name; an e-mail address is no mention.
      ['Is @ka there?', 'Is @ka there?', []],
      ['Is @nobody there?', 'Is @nobody there?', []],
      ['Write to help@kab.org', 'Write to help@kab.org', []],
    ] as const) {
      await chat.say(typed);
      await chat.isTicked(sent, 'Sent');
      await expect.poll(() => chat.bubble(sent).locator('strong').allInnerTexts()).toEqual(mentioned);
      expect(await chat.box.inputValue()).toBe('');
    }

    // What is made of emoji only is shown large and without a bubble.
    await chat.say('😂 🙏');
    await chat.say('Good 😂');
    await chat.isTicked('Good 😂', 'Sent');
    const look = (text: string) =>
      chat.bubble(text).evaluate((bubble, said) => {
        const letters = [...bubble.querySelectorAll('*')].find((one) => one.textContent?.startsWith(said)) ?? bubble;
        return {
          size: Number.parseFloat(getComputedStyle(letters).fontSize),
          ground: getComputedStyle(bubble).backgroundColor,
        };
      }, text);
    const [emoji, words] = [await look('😂 🙏'), await look('Good 😂')];
    expect(emoji.size).toBeGreaterThan(2 * words.size);
    expect(emoji.ground).toBe('rgba(0, 0, 0, 0)');
    expect(words.ground).not.toBe('rgba(0, 0, 0, 0)');
  });

  it("is empty after a message that was typed with a phone's keyboard, and suggests nobody any more", async () => {
    const { chat, page } = await writing(telephone);
    await chat.box.tap();
    // A touch keyboard inserts text, without a press of each key.
    await page.keyboard.insertText('Hello from Mira @kab');
    await chat.suggestions.getByRole('option', { name: '@Kabir' }).waitFor();
    await page.keyboard.press('Enter');
    await chat.isTicked('Hello from Mira @Kabir', 'Sent');
    expect(await chat.box.inputValue()).toBe('');
    expect(await chat.suggestions.count()).toBe(0);
  });

  it('suggests people while an @name is typed; arrow keys pick one, Esc closes the list', async () => {
    const mira = await writing();
    const { chat, page } = mira;
    const option = (name: string, selected = false) =>
      chat.suggestions.getByRole('option', { name, exact: true, ...(selected && { selected }) });
    let answer = () => {};
    const permission = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    await page.route('**/api/volunteers', async (route) => {
      asked++;
      await permission;
      await route.continue();
    });
    await chat.box.focus();
    await page.keyboard.type('Ask @');
    // The configured names are offered until those of the members have come. No member is called Anil.
    await option('@Anil').waitFor();
    await page
      .getByRole('status')
      .getByText(/^\d+ names\. Arrow keys choose\.$/)
      .waitFor({ state: 'attached' });
    answer();
    await option('@Anil').waitFor({ state: 'detached' });
    await page.keyboard.type('ra');
    await option('@Ravi').waitFor();
    for (const key of ['ArrowDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      await option('@Ravi', true).waitFor();
    }
    // With forced colours, too, which show no backgrounds.
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await option('@Ravi', true).evaluate((it) => getComputedStyle(it).outlineStyle)).toBe('solid');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.box.inputValue()).toBe('Ask @Ravi ');
    await page.keyboard.type('or @ta');
    await chat.suggestions.waitFor();
    await page.keyboard.press('Escape');
    await chat.suggestions.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('ta');
    await chat.suggestions.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => chat.box.inputValue()).toBe('Ask @Ravi or @Tara ');

    // In the next chat the names of the members are offered at once.
    await mira.menu.goTo('Incident Chats');
    await mira.chats.open('Incident #3');
    await chat.isUsable();
    await chat.box.focus();
    await page.keyboard.type('@');
    await option('@Ravi').waitFor();
    expect(await option('@Anil').count()).toBe(0);
    expect(asked).toBe(1);
  });
});

it('days are told apart by Today, Yesterday, and month and day', async () => {
  // Tall enough for all of the conversation.
  const tara = await testApp.returning('tara', { viewport: { width: 1000, height: 4000 } });
  const days = tara.chat.messages.locator('time:not(article time)');
  await tara.open('/chat');
  await tara.chats.open('Incident #3');
  await tara.chat.isUsable();
  await expect.poll(() => days.allInnerTexts()).toEqual(['Yesterday', 'Today']);
  await tara.open('/gchat');
  await tara.chat.hears('Welcome to the global chat');
  const nineDaysAgo = new Date(Date.now() - 9 * 24 * 3_600_000);
  const [day, month] = nineDaysAgo
    .toLocaleDateString('en-GB', { timeZone: testApp.zone, day: 'numeric', month: 'long' })
    .split(' ');
  expect(await days.first().innerText()).toContain(`${day} ${month}`);
  await expect.poll(async () => (await days.allInnerTexts()).slice(-2)).toEqual(['Yesterday', 'Today']);
});

it("'Today' becomes 'Yesterday' at midnight, though nothing else happens", async () => {
  const tara = await testApp.returning('tara', { viewport: { width: 1000, height: 4000 } });
  const days = tara.chat.messages.locator('time:not(article time)');
  await tara.page.clock.install();
  await tara.open('/chat');
  await tara.chats.open('Incident #3');
  await expect.poll(() => days.allInnerTexts()).toEqual(['Yesterday', 'Today']);
  await tara.page.clock.fastForward('24:00:00');
  await expect.poll(async () => (await days.allInnerTexts()).at(-1)).toBe('Yesterday');
});

/** Mira in the global chat. */
async function writing(options: PersonOptions = {}): Promise<Person> {
  const mira = await testApp.returning('member', options);
  await mira.open('/gchat');
  await mira.chat.isUsable();
  return mira;
}

/** The number of messages that the server has stored for the global chat. */
const stored = async () => ((await testApp.read('/api/gchat/messages', 'member')) as unknown[]).length;
