import { beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { dragMouse, type Finger, fingerOn } from '../kit/finger';
import { stompClient } from '../kit/server';

const testApp = openTestApp();

const telephone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
let mira: Person;
let ravi: Person;
let finger: Finger;
beforeEach(async () => {
  [mira, ravi] = await Promise.all([testApp.returning('member'), testApp.returning('ravi', telephone)]);
  await Promise.all([mira.open('/gchat'), ravi.open('/gchat')]);
  await Promise.all([mira.chat.isUsable(), ravi.chat.isUsable()]);
  finger = await fingerOn(ravi.page);
});

describe('answering', () => {
  it('quotes the message for both; a tap on the quote leads to it, a long press opens the menu; it can be cancelled', async () => {
    await mira.chat.say('Who has the crate?');
    await ravi.chat.hears('Who has the crate?');
    await finger.swipe(ravi.chat.bubble('Who has the crate?'), 60);
    expect(await ravi.chat.replyBar.innerText()).toMatch(/Replying to Mira\s+Who has the crate\?/);
    await ravi.chat.say('It is with me');
    await ravi.chat.replyBar.waitFor({ state: 'detached' });

    await mira.chat.hears('It is with me');
    const snippet = mira.chat.message('It is with me').getByRole('button', { name: 'In reply to' });
    expect(await snippet.innerText()).toMatch(/Mira\s+Who has the crate\?/);
    // It is highlighted for 1.5 s: the check starts before the tap, so that it cannot be too late.
    await Promise.all([mira.chat.isHighlighted('Who has the crate?'), snippet.click()]);
    await mira.chat.isHighlightedNoMore('Who has the crate?');

    // With a finger a long press on the quote opens the menu of the answer, and a tap leads to the original.
    await ravi.chat.isTicked('It is with me', 'Read');
    const quote = ravi.chat.message('It is with me').getByRole('button', { name: 'In reply to' });
    await finger.press(quote);
    await ravi.chat.menu.waitFor();
    await finger.lift();
    await ravi.chat.menu.getByText(/^Ravi, Today /).waitFor();
    await ravi.page.keyboard.press('Escape');
    await ravi.chat.menu.waitFor({ state: 'detached' });
    expect(await ravi.chat.messages.locator('[data-highlighted]').count()).toBe(0);
    await Promise.all([ravi.chat.isHighlighted('Who has the crate?'), finger.tap(quote)]);

    // It can be cancelled, by the button and by Esc; a swipe of 50 px is not far enough.
    await mira.chat.say('Anybody near the lake?');
    await ravi.chat.hears('Anybody near the lake?');
    await mira.chat.isTicked('Anybody near the lake?', 'Read');
    await mira.chat.startReply('Anybody near the lake?');
    expect(await mira.chat.replyBar.innerText()).toContain('Replying to Mira');
    await mira.page.getByRole('button', { name: 'Cancel reply' }).click();
    await mira.chat.replyBar.waitFor({ state: 'detached' });
    await mira.chat.startReply('Anybody near the lake?');
    await mira.chat.box.press('Escape');
    await mira.chat.replyBar.waitFor({ state: 'detached' });
    await mira.chat.say('Not an answer');
    await mira.chat.isTicked('Not an answer', 'Read');
    expect(await ravi.chat.message('Not an answer').getByRole('button', { name: 'In reply to' }).count()).toBe(0);

    await finger.swipe(ravi.chat.bubble('Anybody near the lake?'), 50);
    await finger.press(ravi.chat.bubble('Anybody near the lake?'));
    await ravi.chat.menu.waitFor();
    await finger.lift();
    expect(await ravi.chat.replyBar.count()).toBe(0);
  });
});

describe('reacting', () => {
  it('by a long press of the finger, changed, and removed by the same emoji; with a heart by a double tap', async () => {
    await mira.chat.say('The pup is home');
    await ravi.chat.hears('The pup is home');
    const choose = async (emoji: string) => {
      await finger.press(ravi.chat.bubble('The pup is home'));
      await ravi.chat.menu.waitFor();
      // Lifting the finger chooses nothing, even if the menu has opened under it.
      await finger.lift();
      expect(await ravi.chat.menu.getByRole('button').allInnerTexts()).toEqual([
        '👍',
        '❤️',
        '😂',
        '😮',
        '😢',
        '🙏',
        'Reply',
        'Copy text',
      ]);
      await ravi.chat.reaction(emoji).tap();
      await ravi.chat.menu.waitFor({ state: 'detached' });
    };
    await choose('😮');
    await mira.chat.showsReactions('The pup is home', '1 reaction: 😮');
    await choose('🙏');
    await mira.chat.showsReactions('The pup is home', '1 reaction: 🙏');
    await choose('🙏');
    await mira.chat.reactionsOf('The pup is home').waitFor({ state: 'detached' });

    // The heart of a double tap is shown for 600 ms.
    await mira.chat.say('She ate from my hand');
    const said = ravi.chat.bubble('She ate from my hand');
    await said.waitFor();
    await Promise.all([ravi.chat.isHearted('She ate from my hand'), finger.doubleTap(said)]);
    await mira.chat.showsReactions('She ate from my hand', '1 reaction: ❤️');
    await said.getByText('❤️').waitFor({ state: 'detached' });

    // The mouse moves 20 px while pressed: nothing opens, and the next press starts from the beginning.
    const { x, y } = (await mira.chat.bubble('She ate from my hand').boundingBox()) ?? { x: 0, y: 0 };
    await dragMouse(mira.page, { x: x + 10, y: y + 10 }, { x: x + 30, y: y + 10 });
    await mira.chat.bubble('She ate from my hand').dblclick();
    await mira.chat.showsReactions('She ate from my hand', '2 reactions: ❤️');
    expect(await mira.chat.menu.count()).toBe(0);

    // Without a connection a reaction does not wait, because the same one sent twice would take itself back.
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.chat.bubble('She ate from my hand').dblclick();
    await mira.page.getByRole('alert').getByText('There is no connection. Please try again in a moment.').waitFor();
    await mira.setOffline(false);
    await mira.chat.isConnected();
    await mira.chat.say('She sleeps now');
    await mira.chat.isTicked('She sleeps now', 'Read');
    await mira.chat.showsReactions('She ate from my hand', '2 reactions: ❤️');
  });

  it('by holding the mouse for 350 ms, and the Reactions modal lists first names; a drag selects text to copy', async () => {
    await ravi.chat.say('Stitches are out');
    await mira.chat.hears('Stitches are out');
    await mira.chat.bubble('Stitches are out').hover();
    await mira.page.mouse.down();
    await mira.chat.menu.waitFor();
    await mira.page.mouse.up();
    // It grows while it opens.
    await expect.poll(async () => (await mira.chat.menu.boundingBox())?.width).toBe(220);
    await mira.chat.reaction('👍').click();
    await mira.chat.showsReactions('Stitches are out', '1 reaction: 👍');

    // Others react, too. At most three emojis are shown, the most used first, with the total of all.
    const { id } = await newest();
    for (const [username, reaction] of [
      ['tara', '👍'],
      ['captain', '😂'],
      ['inventory', '😢'],
      ['admin', '🙏'],
      ['ravi', '❤️'],
    ] as const) {
      const client = await stompClient(testApp.server.base, await testApp.token(username));
      await client.sendAndWait('/app/gchat/react', { messageId: id, reaction });
      await client.close();
    }
    await mira.chat.showsReactions('Stitches are out', /^6 reactions: 👍 \S+ \S+$/);
    await mira.chat.reactionsOf('Stitches are out').click();
    const items = mira.chat.reactions.getByRole('listitem');
    await expect.poll(() => items.count()).toBe(5);
    const listed = (await items.allInnerTexts()).map((line) => line.split(/\s+/));
    expect(listed.map(([emoji, ...names]) => [emoji, names.join(' ')])).toEqual(
      expect.arrayContaining([
        ['👍', 'Mira, Tara'],
        ['😂', 'Kabir'],
        ['😢', 'Indu'],
        ['🙏', 'Asha'],
        ['❤️', 'Ravi'],
      ]),
    );
    await mira.page.keyboard.press('Escape');
    await mira.chat.reactions.waitFor({ state: 'detached' });

    // A drag of the mouse selects text to copy, and opens no menu.
    await ravi.chat.say('Her name is Pepper');
    await mira.chat.hears('Her name is Pepper');
    const words = mira.chat.bubble('Her name is Pepper').getByText('Her name is Pepper');
    const { x, y, height, width } = (await words.boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
    const middle = y + height / 2;
    await dragMouse(mira.page, { x: x + 1, y: middle }, { x: x + width - 1, y: middle });
    const selected = () => mira.page.evaluate(() => getSelection()?.toString() ?? '');
    expect(await selected()).toContain('name is');
    // The right button opens the browser's own menu, which can copy it.
    await mira.page.mouse.click(x + width / 2, middle, { button: 'right' });
    expect(await selected()).toContain('name is');
    expect(await mira.chat.menu.count()).toBe(0);
  });
});

/** The newest message of the global chat. */
async function newest(): Promise<{ id: string }> {
  const [message] = (await testApp.read('/api/gchat/messages?limit=1', 'tara')) as { id: string }[];
  if (!message) throw new Error('The chat is empty.');
  return message;
}

it('a message counts as read once 70 % of it is in view, and not at 69 % (S1 §9)', async () => {
  const linesBelow = (first: string, lines: number) =>
    [first, ...Array.from({ length: lines }, (_, line) => `line ${line}`)].join('\n');
  // There is enough to scroll up, so that the list does not follow its end.
  await mira.chat.say(linesBelow('Half of the screen', 16));
  await ravi.chat.hears('Half of the screen');
  await mira.chat.isTicked('Half of the screen', 'Read');
  await ravi.chat.scrollUp(80);
  await mira.chat.say(linesBelow('Taller than a line', 12));
  const row = ravi.chat.message('Taller than a line');
  await ravi.chat.hears('Taller than a line');
  /** Scrolls until this share of the row is in view, and waits until the browser has reported that to all observers. */
  const show = (share: number) =>
    row.evaluate(async (element, wanted) => {
      const list = element.closest<HTMLElement>('[role=log]');
      if (!list) throw new Error('There is no list.');
      const { bottom, height } = element.getBoundingClientRect();
      list.scrollTop += bottom - height * (1 - wanted) - list.getBoundingClientRect().bottom;
      const told = await new Promise<IntersectionObserverEntry | undefined>((resolve) => {
        const watcher = new IntersectionObserver(([entry]) => resolve(entry), { root: list });
        requestAnimationFrame(() => requestAnimationFrame(() => watcher.observe(element)));
      });
      return told?.intersectionRatio;
    }, share);
  await ravi.page.evaluate(() => {
    const { send } = WebSocket.prototype;
    const sent: string[] = [];
    Object.assign(window, { sent });
    WebSocket.prototype.send = function (data) {
      sent.push(String(data));
      send.call(this, data);
    };
  });
  const sent = () => ravi.page.evaluate(() => String(Reflect.get(window, 'sent')));
  expect(await show(0.69)).toBeCloseTo(0.69, 2);
  expect(await sent()).not.toContain('/app/gchat/read');
  expect(await show(0.71)).toBeCloseTo(0.71, 2);
  await expect.poll(sent).toContain('/app/gchat/read');
  await mira.chat.isTicked('Taller than a line', 'Read');
});
