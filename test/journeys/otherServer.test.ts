import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBesideOtherServer } from '../kit/besideOtherServer';
import type { Person } from '../kit/browser';
import { stopClock } from '../kit/clock';
import { mira as miraSen } from '../kit/otherPeople';
import { LeaderboardPage } from './pages/leaderboard';
import { LivePage } from './pages/live';
import { ReportPage } from './pages/report';

const { other, testApp, returning } = await openBesideOtherServer();
const mira = () => returning('mira');
const lines = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'could not be shown' }).allInnerTexts();
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('a member logs in, opens the list and a chat, talks, reacts, sends a picture and reports', async () => {
  const person = await testApp.visitor();
  const { page, login, chats, chat } = person;
  await person.open('/login');
  await login.logIn('mira');
  await chats.greets('Mira');
  // The chat is fetched once for the device, and once when it is opened.
  const fetched = () => other.calls.filter((call) => call === 'GET /api/chat/messages/71').length;
  await expect.poll(fetched).toBe(1);
  await chats.open('Dog at the bridge');
  await chat.hears('Take a blanket, please.');
  await chat.isUsable();
  await expect.poll(fetched).toBe(2);
  expect(other.calls).not.toContain('GET /api/gchat/messages');

  // The length of messages has no limit, because this server names none.
  expect(await chat.box.getAttribute('maxlength')).toBe(null);

  // The ids of others' messages go back as numbers in receipts and replies.
  const asked = other.say(71, 'Who takes him to the vet?');
  await chat.hears('Who takes him to the vet?');
  await expect.poll(() => other.frames.find(({ to }) => to.endsWith('/read'))?.messageId).toBeTypeOf('number');
  await chat.startReply('Who takes him to the vet?');
  // Also if the reply was read from the device again.
  await page.reload();
  await chat.replyBar.waitFor();
  await chat.say('I do');
  await chat.isTicked('I do', 'Sent');
  expect(other.frames.find(({ text }) => text === 'I do')).toMatchObject({ parentMessageId: asked.id });
  await chat.react('Who takes him to the vet?', '👍');
  await expect
    .poll(() => other.frames.find(({ to }) => to === '/app/chat/71/react'))
    .toMatchObject({ messageId: asked.id, reaction: '👍' });

  // What is beyond the specification is not offered: changing messages, pinning, searching.
  await chat.openMenu('I do');
  await chat.reply.waitFor();
  expect(await chat.menu.getByText(/^(Edit|Delete|Pin|Earlier)/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await chat.menu.waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: /Search/ }).count()).toBe(0);

  // This server does not encode the file's name in the address, and adds a query.
  await person.media.pick({ name: 'WhatsApp Image 1.png', type: 'image/png', content: picture });
  await chat.send.click();
  const image = chat.messages.getByRole('img', { name: 'Photo from Mira' });
  await expect.poll(() => other.stored(71).at(-1)?.mediaUrl).toMatch(/^\/uploads\/\d+ WhatsApp Image 1\.\w+\?key=7$/);
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1);
  await expect.poll(() => image.getAttribute('src')).toMatch(/%20WhatsApp%20Image%201\.\w+\?key=7$/);

  const report = new ReportPage(page);
  await person.open('/report');
  await report.write({ location: 'Behind the old mill' });
  expect(await page.getByText('How soon is help needed?').count()).toBe(0);
  await report.submit.click();
  expect(await report.modal('Report Submitted!')).toContain('Thank you.');
  expect(other.reports).toEqual([
    {
      location: 'Behind the old mill',
      description: 'A brown dog with a hurt hind leg.',
      animalType: 'DOG',
      informerName: 'Lata Rao',
      contactNumber: '9876543210',
    },
  ]);
  await report.press('OK, Got It');
  await person.isAt('/chat');

  // Nobody adds notes to an incident here.
  await person.open('/incident/12');
  await page.getByText('View Team', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Add Photo or Note' }).count()).toBe(0);
});

it('the message that a reply quotes may be gone from the history: a press on the quote says so', async () => {
  const { open, page, chats, chat } = await mira();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.say(71, 'Yes, I can', { parentMessageId: 9_999 });
  await chat.hears('Yes, I can');
  await chat.message('Yes, I can').getByRole('button', { name: 'In reply to' }).click();
  await page.getByText('The original message is no longer there.').waitFor();
  // Everything goes on.
  await chat.say('Thank you');
  await chat.isTicked('Thank you', 'Sent');
});

it('files and photos of the other server open beside the app, because browsers do not download from there', async () => {
  const { page, open, chats, chat, media } = await mira();
  await page.context().route('**/uploads/plan.pdf', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page
    .context()
    .route('**/uploads/tree.png', (route) => route.fulfill({ contentType: 'image/png', body: picture }));
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  const before = page.url();
  const opened = async (link: Locator) => {
    const beside = page.context().waitForEvent('page', { timeout: 5_000 });
    await link.click();
    const file = await beside;
    await file.waitForURL(/uploads/);
    const address = file.url();
    await file.close();
    expect(page.url()).toBe(before);
    return address;
  };
  other.say(71, 'Where we look', { mediaUrl: '/uploads/plan.pdf', mediaType: 'DOCUMENT' });
  expect(await opened(chat.message('Where we look').getByRole('link', { name: 'plan.pdf' }))).toMatch(/plan\.pdf$/);
  other.say(71, 'Behind this tree', { mediaUrl: '/uploads/tree.png', mediaType: 'IMAGE' });
  await media.picture(chat.message('Behind this tree')).click();
  await media.isViewing();
  expect(await opened(media.viewer.getByRole('link', { name: 'Download' }))).toMatch(/tree\.png$/);
});

it('elements of lists that cannot be read are left out, and a line says how many', async () => {
  Object.assign(other.switches, {
    bareReactions: true,
    senderlessMessage: true,
    textCoordinates: true,
    caseWithoutIncident: true,
    duplicates: true,
    roles: 'objects',
  });
  const person = await mira();
  const { page, chat } = person;
  await person.open('/gchat');
  await chat.isUsable();
  // Reactions name people only by their first names.
  await expect
    .poll(() => chat.texts(/Is anybody near the bridge\?|I am\.|Take a blanket, please\./))
    .toEqual(['Is anybody near the bridge?', 'I am.', 'Take a blanket, please.']);
  await chat.messages.getByRole('button', { name: '2 reactions: 👍' }).first().click();
  expect(await chat.reactions.innerText()).toContain('Kabir, Tara');
  await page.keyboard.press('Escape');
  expect(await lines(person)).toEqual(['1 message could not be shown.']);

  await person.open('/live');
  const live = new LivePage(page);
  await expect.poll(() => live.locations()).toEqual(['Near bridge 13', 'Near bridge 12']);
  await expect.poll(() => lines(person)).toEqual(['1 incident could not be shown.']);

  await person.open('/my-cases');
  await page.getByRole('heading', { name: 'My Active Cases' }).waitFor();
  await page.getByText('Near bridge 31').waitFor();
  // The device's copy of the cases may be shown first. It has only those that could be read.
  await expect.poll(() => lines(person)).toEqual(['2 cases could not be shown.']);

  await person.open('/leaderboard');
  await new LeaderboardPage(page).rest.first().waitFor();
  expect(await lines(person)).toEqual([]);
});

it('a chat that is open beside the list has no unread messages, also while the list of this server is older', async () => {
  const { page, open, chat } = await mira();
  await page.route('**/api/chat/groups', async (route) => {
    const answer = await route.fetch();
    const entries: object[] = await answer.json();
    await route.fulfill({ response: answer, json: entries.map((entry) => ({ ...entry, hasUnreadMessages: true })) });
  });
  await page.setViewportSize({ width: 1400, height: 800 });
  const card = page.getByRole('link', { name: 'Dog at the bridge' });
  const unread = card.getByRole('img', { name: 'Unread messages' });
  await open('/chat');
  await unread.waitFor();
  // With forced colours, which show no backgrounds, there is a dot, too, and an edge of the card.
  await page.emulateMedia({ forcedColors: 'active' });
  const edgeOf = (target: Locator) => target.evaluate((it) => getComputedStyle(it).borderTopWidth);
  expect([await edgeOf(unread), await edgeOf(card)]).toEqual(['6px', '1px']);
  await page.emulateMedia({ forcedColors: 'none' });
  await open('/chat/71');
  await chat.isUsable();
  await card.and(page.locator('[aria-current]')).waitFor();
  expect(await unread.count()).toBe(0);
});

it('the live incidents are asked for every minute, because this server does not tell of changes', async () => {
  const { page, open } = await mira();
  const asked = () => other.calls.filter((call) => call === 'GET /api/incidents/live').length;
  await page.clock.install();
  await open('/live');
  await expect.poll(() => new LivePage(page).locations()).not.toEqual([]);
  const before = asked();
  const inAMinute = async () => {
    await page.clock.fastForward(60_000);
    return asked();
  };
  await expect.poll(inAMinute).toBeGreaterThan(before + 2);
});

it('a global chat that is answered with a page of HTML says that it could not be loaded', async () => {
  other.switches.unreadableGlobalChat = true;
  other.switches.roles = 'text';
  const { open, chat } = await mira();
  await open('/gchat');
  await chat.fails('Could not load chat.');
});

it('a server that answers ERROR to unknown destinations is sent only those of S1', async () => {
  other.switches.errors = true;
  const person = await mira();
  await person.open('/chat');
  await person.chats.open('Dog at the bridge');
  await person.chat.isUsable();
  await person.chat.say('On my way');
  await person.chat.isTicked('On my way', 'Sent');
  expect(other.calls.filter((call) => call === 'GET /api/chat/groups').length).toBeGreaterThan(0);
  expect(testApp.complaints().filter((said) => said.includes('realtime'))).toEqual([]);
});

/** How often the server got a message, and how often it has stored it. */
const timesOf = (text: string) => [
  other.frames.filter((frame) => frame.text === text).length,
  other.stored(71).filter((message) => message.text === text).length,
];

it.each([
  ['whose echo does not say which message it is', { echoesBare: true }],
  ['whose connection is lost after it has stored a message', { dropsAfterStoring: 1 }],
])('a server %s gets each message once, and the next one after it', async (_, switches) => {
  const { open, chats, chat } = await mira();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  Object.assign(other.switches, switches);
  await chat.say('On my way');
  await chat.say('With a blanket');
  await chat.isTicked('With a blanket', 'Sent');
  await chat.isTicked('On my way', 'Sent');
  expect(await chat.texts(/On my way|With a blanket/)).toEqual(['On my way', 'With a blanket']);
  expect([timesOf('On my way'), timesOf('With a blanket')]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it('a message that ends the connection with ERROR is left alone for a while, so that the chat works, and is not sent twice', async () => {
  const { page, open, chats, chat } = await mira();
  await page.clock.install();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.switches.failsOn = 1;
  await stopClock(page);
  const before = other.calls.filter((call) => call === 'GET /api/chat/messages/71').length;
  await chat.say('On my way');
  await chat.connection.getByText('Connection lost. Reconnecting…').waitFor();
  expect(timesOf('On my way')).toEqual([1, 0]);
  other.say(71, 'Is the gate open?');
  await page.getByRole('button', { name: 'Try now' }).click();
  // In steps, because connecting takes both answers and timers. All steps together must be shorter than the wait of at least 1.5 s.
  const hasHeard = async () => {
    await page.clock.runFor(5);
    return chat.message('Is the gate open?').count();
  };
  await expect.poll(hasHeard).toBe(1);
  expect(timesOf('On my way')).toEqual([1, 0]);
  await chat.isTicked('On my way', 'Sending');
  // The history is fetched again with the new connection; nothing was looked for in it.
  expect(other.calls.filter((call) => call === 'GET /api/chat/messages/71').length - before).toBe(1);
  await page.clock.runFor(2_000);
  await chat.message('On my way').getByText('Not sent').waitFor();
  expect(timesOf('On my way')).toEqual([1, 0]);
  await chat.message('On my way').getByRole('button', { name: 'Retry' }).click();
  await page.clock.resume();
  await chat.isTicked('On my way', 'Sent');
  expect(timesOf('On my way')).toEqual([2, 1]);
});

it('a message whose echo takes longer than 10 s is looked for in the history, and not sent again', async () => {
  const { page, open, chats, chat } = await mira();
  await page.clock.install();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.switches.echoDelay = 3_600_000;
  await chat.say('On my way');
  await expect.poll(() => timesOf('On my way')).toEqual([1, 1]);
  // The first look fails, so it is looked for again.
  let looks = 0;
  await page.route('**/api/chat/messages/**', (route) => {
    looks++;
    return looks === 1 ? route.abort() : route.continue();
  });
  await page.clock.fastForward(15_000);
  await expect.poll(() => looks).toBeGreaterThan(0);
  await page.clock.fastForward(11_000);
  await chat.isTicked('On my way', 'Sent');
  await page.clock.fastForward(120_000);
  // Whatever was sent before this has arrived before it.
  other.switches.echoDelay = 0;
  await chat.say('After it');
  await chat.isTicked('After it', 'Sent');
  expect(timesOf('On my way')).toEqual([1, 1]);
  expect(await chat.texts(/On my way/)).toEqual(['On my way']);
});

it('a message that the server has forgotten is not sent; those behind it are, and a person may try again', async () => {
  const { page, open, chats, chat } = await mira();
  await page.clock.install();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.switches.forgets = 1;
  await chat.say('On my way');
  await chat.say('With a blanket');
  await expect.poll(() => timesOf('On my way')).toEqual([1, 0]);
  await page.clock.fastForward(11_000);
  await chat.isTicked('With a blanket', 'Sent');
  await chat.message('On my way').getByText('Not sent').waitFor();
  expect(timesOf('On my way')).toEqual([1, 0]);
  await chat.message('On my way').getByRole('button', { name: 'Retry' }).click();
  await chat.isTicked('On my way', 'Sent');
  expect(timesOf('On my way')).toEqual([2, 1]);
});

it('a message whose echo comes long after Not sent is shown as sent by itself, and is stored once', async () => {
  const { page, open, chats, chat } = await mira();
  await page.clock.install();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  Object.assign(other.switches, { forgets: 1, echoesBare: true });
  await chat.say('At the gate');
  await expect.poll(() => timesOf('At the gate')).toEqual([1, 0]);
  await page.clock.fastForward(11_000);
  await chat.message('At the gate').getByText('Not sent').waitFor();
  other.recall();
  await expect.poll(() => timesOf('At the gate')).toEqual([1, 1]);
  await expect.poll(() => page.getByText('Not sent').count()).toBe(0);
  await expect.poll(() => chat.texts(/At the gate/)).toEqual(['At the gate']);
  expect(timesOf('At the gate')).toEqual([1, 1]);
});

it('a lost message is not taken for an earlier one with the same text, of this device or of another one, also after a reload', async () => {
  const { page, open, chats, chat } = await mira();
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  other.switches.echoesBare = true;
  await chat.say('At the gate');
  await chat.isTicked('At the gate', 'Sent');
  other.say(71, 'On my way', { sender: miraSen });
  await chat.hears('On my way');
  // The device keeps what the chat shows when the chat is left.
  await open('/chat');
  await chats.open('Dog at the bridge');
  await chat.isUsable();
  for (const text of ['At the gate', 'On my way']) {
    other.switches.forgets = 1;
    const [published = 0] = timesOf(text);
    await chat.say(text);
    await expect.poll(() => timesOf(text)).toEqual([published + 1, 1]);
    await page.reload();
    const lost = chat.message(text).last();
    await lost.getByText('Not sent').waitFor();
    await lost.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => timesOf(text)).toEqual([published + 2, 2]);
    await expect.poll(() => page.getByText('Not sent').count()).toBe(0);
  }
  expect(await chat.texts(/At the gate|On my way/)).toEqual(['At the gate', 'On my way', 'At the gate', 'On my way']);
});

it('a report whose answer is lost is not sent again by itself: the member decides', async () => {
  const { page, open } = await mira();
  const report = new ReportPage(page);
  other.switches.losesAnswers = 1;
  await open('/report');
  await report.write({ location: 'Behind the old mill' });
  await report.submit.click();
  await page.getByText('We could not see whether it arrived.').first().waitFor();
  expect(other.reports).toHaveLength(1);
});
