import { describe, expect, it } from 'vitest';
import type { ChatGroupEntry } from '../../src/contract/chats';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { holdWaits, neverEnds } from '../kit/clock';
import { jpeg, uploaded } from '../kit/media';
import { interceptConnection } from '../kit/network';
import { stompClient } from '../kit/server';
import { answers, handOn, isLost, passAgain, passes } from './calls';
import { device, deviceAnswers } from './device';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);
const NO_CONNECTION = 'Could not connect to the server.';

it('an own message is edited and deleted; the others see it at once, and an admin reads what it said before', async () => {
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  const asha = await testApp.returning('admin');
  const connection = await interceptConnection(asha.page);
  for (const { open, chat } of [mira, asha]) {
    await open('/gchat');
    await chat.isUsable();
  }
  const inMenu = (name: string) => mira.chat.menu.getByRole('button', { name, exact: true });

  await mira.chat.say('Meet at the font door');
  // Asha sees the message before it is changed.
  await mira.chat.isTicked('Meet at the font door', 'Read');
  await asha.chat.hears('Meet at the font door');
  // Asha is about to answer. What she answers is shown as it is now, below as well.
  await asha.chat.openMenu('Meet at the font door');
  await asha.chat.menu.getByRole('button', { name: 'Reply', exact: true }).click();
  await asha.chat.replyBar.getByText('Meet at the font door', { exact: true }).waitFor();
  await expect.poll(() => isFocused(asha.chat.box)).toBe(true);
  // An unfinished message is in the text box. It comes back after the edit.
  await mira.chat.write('Who has the');
  await mira.chat.openMenu('Meet at the font door');
  await inMenu('Edit').click();
  await mira.page.getByText('Editing your message').waitFor();
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Meet at the font door');
  await mira.page.getByRole('button', { name: 'Cancel edit' }).click();
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Who has the');
  // A change that cannot be sent is taken back, and says so.
  await mira.page.route('**/api/messages/*', (route) => route.abort());
  await mira.chat.openMenu('Meet at the font door');
  await inMenu('Edit').click();
  await mira.chat.say('Meet at the back door');
  await mira.page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  await mira.chat.message('Meet at the back door').waitFor({ state: 'detached' });
  await passAgain(mira.page, '**/api/messages/*');
  await mira.chat.openMenu('Meet at the font door');
  await inMenu('Edit').click();
  await mira.chat.say('Meet at the front door');
  await mira.page.getByText('Editing your message').waitFor({ state: 'detached' });
  await expect.poll(() => mira.chat.box.inputValue()).toBe('Who has the');
  for (const { chat } of [mira, asha]) {
    await chat.message('Meet at the front door').getByText('edited', { exact: true }).waitFor();
    await chat.message('Meet at the font door').waitFor({ state: 'detached' });
  }
  await asha.chat.replyBar.getByText('Meet at the front door', { exact: true }).waitFor();

  // Nobody can change the messages of others, not even an admin.
  await asha.chat.openMenu('Meet at the front door');
  expect(await asha.chat.menu.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0);
  await asha.chat.menu.getByRole('button', { name: 'Earlier versions' }).click();
  const versions = asha.page.getByRole('dialog', { name: 'Earlier versions' });
  await versions.getByText('Meet at the font door', { exact: true }).waitFor();
  await asha.page.keyboard.press('Escape');
  await versions.waitFor({ state: 'detached' });

  // Asha's reaction reaches the server after the message is deleted.
  connection.hold('page');
  await asha.chat.react('Meet at the front door', '👍');
  await expect.poll(() => connection.held()).toContain('/app/gchat/react');
  await mira.chat.openMenu('Meet at the front door');
  await inMenu('Delete').click();
  const question = mira.page.getByRole('dialog', { name: 'Delete message?' });
  await question.getByText('Meet at the front door', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  for (const { chat } of [mira, asha]) {
    await chat.hears('This message was deleted.');
    await chat.message('Meet at the front door').waitFor({ state: 'detached' });
  }
  await asha.chat.replyBar.getByText('This message was deleted.', { exact: true }).waitFor();
  connection.release();
  await asha.page.getByRole('alert').getByText('You cannot react to this message.').waitFor();

  // The text is gone for everybody, on the server, too.
  await asha.page.reload();
  await asha.chat.hears('This message was deleted.');
  expect(await asha.chat.message('Meet at the front door').count()).toBe(0);
  // Her answer without a word is still there.
  await asha.chat.replyBar.waitFor();

  // Who has the focus on a link keeps it on the row when the message is deleted.
  await mira.chat.say('Call 9876543210');
  const link = asha.page.getByRole('link', { name: '9876543210' });
  await link.focus();
  await mira.chat.isTicked('Call 9876543210', 'Read');
  await mira.chat.openMenu('Call 9876543210');
  await inMenu('Delete').click();
  await mira.page
    .getByRole('dialog', { name: 'Delete message?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await link.waitFor({ state: 'detached' });
  expect(await asha.page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE');
});

it('a captain pins a message: all in the case see it in one line that leads there; a member shares her place', async () => {
  const text = `Meet at the back door of the old mill, ${'behind the tall trees, '.repeat(8)}at noon`;
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 } });
  const kabir = await testApp.returning('captain');
  await mira.page.addInitScript(device);
  const route = `/chat/${await testApp.caseChat()}`;
  const everybody = [mira, kabir];
  for (const { open, chat } of everybody) {
    await open(route);
    await chat.isUsable();
  }
  const bar = ({ page }: (typeof everybody)[number]) => page.getByRole('button', { name: /^Pinned message: / });
  const press = async (name: 'Pin' | 'Unpin') => {
    await kabir.chat.openMenu(text);
    await kabir.chat.menu.getByRole('button', { name, exact: true }).click();
    await kabir.chat.menu.waitFor({ state: 'detached' });
  };

  await mira.chat.say(text);
  await kabir.chat.hears(text);
  await mira.chat.isTicked(text, 'Read');
  await kabir.page.route('**/api/messages/*/pin', (route) => route.abort());
  await press('Pin');
  await kabir.page.getByRole('alert').getByText(NO_CONNECTION).waitFor();
  await passAgain(kabir.page, '**/api/messages/*/pin');
  await press('Pin');
  for (const person of everybody) await bar(person).getByText(`Mira ${text}`, { exact: true }).waitFor();
  // A long text on a narrow screen is still shown in one line.
  await expect.poll(async () => (await bar(mira).boundingBox())?.height).toBeLessThan(50);
  await mira.chat.openMenu(text);
  expect(await mira.chat.menu.getByRole('button', { name: /^(Pin|Unpin)$/ }).count()).toBe(0);
  await mira.page.keyboard.press('Escape');
  await mira.chat.menu.waitFor({ state: 'detached' });

  // Members who open the chat later see it, too.
  await mira.page.reload();
  await mira.chat.isUsable();
  await mira.chat.hears(text);
  await bar(mira).waitFor();
  await Promise.all([mira.chat.isHighlighted(text), bar(mira).click()]);
  await expect.poll(() => mira.chat.hasFocus(text)).toBe(true);

  // The case changes, but what has become of its chat cannot be fetched: what is known of it stays.
  const [chat] = (await testApp.read('/api/chat/groups', 'member')) as ChatGroupEntry[];
  const groups = await groupsOf(mira);
  for (const [place, failure] of [
    ['The coir yard, north gate', answers(200, '{}')],
    ['The coir yard, south gate', answers(500, '{}')],
  ] as const) {
    groups.always(failure);
    await groups.areAsked(() => situations.change(String(chat?.chatGroup.purposeId), { location: place }));
  }
  await mira.chat.say('We are there');
  await mira.chat.isTicked('We are there', 'Read');
  await mira.page.getByRole('heading', { level: 1, name: 'Incident #3' }).waitFor();
  expect(await bar(mira).count()).toBe(1);
  expect(await mira.page.getByText('The coir yard').count()).toBe(0);
  // Who opens the chat in a dead zone is shown the same, and what has become of it as soon as there is a connection (DECISIONS 395).
  await mira.page.route('**/ws/**', isLost);
  await mira.page.addInitScript(neverEnds, 30_000);
  await mira.page.reload();
  await mira.chat.hears('We are there');
  await mira.page.getByText('ASSIGNED · Old bridge').waitFor();
  groups.always(passes);
  await passAgain(mira.page, '**/ws/**');
  await mira.page.evaluate(() => dispatchEvent(new Event('online')));
  await mira.page.getByText('ASSIGNED · The coir yard, south gate').waitFor();

  await press('Unpin');
  for (const person of everybody) await bar(person).waitFor({ state: 'detached' });
  await press('Pin');
  for (const person of everybody) await bar(person).waitFor();
  await mira.chat.openMenu(text);
  await mira.chat.menu.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = mira.page.getByRole('dialog', { name: 'Delete message?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  for (const person of everybody) await bar(person).waitFor({ state: 'detached' });
  await kabir.chat.hears('This message was deleted.');

  // Her place is sent as a message as soon as the device tells it. The button is shown while the text box is empty.
  const place = mira.page.getByRole('dialog', { name: 'Share my place?' });
  await mira.page.getByRole('button', { name: 'Share my place' }).click();
  await place.getByRole('button', { name: 'Share', exact: true }).click();
  await deviceAnswers(mira.page, 'denied');
  await place.getByText('Unable to retrieve location. Please check your browser permissions.').waitFor();
  await place.getByRole('button', { name: 'Try again' }).click();
  await deviceAnswers(mira.page, 'found');
  await place.waitFor({ state: 'detached' });
  for (const { chat } of everybody) {
    const link = chat.message('My place: ').getByRole('link', { name: '12.97161, 77.59460' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=12.97161,77.5946');
  }
  await mira.chat.write('On my way');
  await mira.page.getByRole('button', { name: 'Share my place' }).waitFor({ state: 'detached' });
});

it('changes that wait for one under way are made, too, if the member leaves the chat', async () => {
  const mira = await testApp.returning('member');
  const tara = await testApp.returning('tara');
  // What the clock of her phone says does not decide whether a message can still be deleted (DECISIONS 370).
  await mira.page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  for (const { open, chat } of [mira, tara]) {
    await open('/gchat');
    await chat.isUsable();
  }
  const texts = ['The vet is there at six', 'The key is with me', 'Wrong chat'];
  for (const text of texts) {
    await mira.chat.say(text);
    await mira.chat.isTicked(text, 'Read');
  }
  const drop = async (text: string) => {
    await mira.chat.openMenu(text);
    await mira.chat.menu.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = mira.page.getByRole('dialog', { name: 'Delete message?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await mira.chat.message(text).waitFor({ state: 'detached' });
  };
  const calls = await handOn(mira.page, (request) => request.method() === 'DELETE');
  calls.hold();
  for (const text of texts) await drop(text);
  await mira.menu.goTo('My Cases');
  await mira.isAt('/my-cases');
  // One that fails is told, and does not keep back the next one.
  let refused = false;
  await calls.let(passes, (route) => {
    const isSecond = !refused;
    refused = true;
    return isSecond
      ? answers(503, JSON.stringify({ message: 'The server is being restarted.' }))(route)
      : passes(route);
  });
  await mira.page.getByText('The server is being restarted.').waitFor();
  for (const text of [texts[0], texts[2]]) await tara.chat.message(String(text)).waitFor({ state: 'detached' });
  expect(await tara.chat.message('The key is with me').count()).toBe(1);
});

it('the question before a message is deleted says what is left of it, and so do its earlier versions', async () => {
  const { base } = testApp.server;
  const token = await testApp.token('admin');
  const client = await stompClient(base, token);
  const asha = await testApp.returning('admin');
  await asha.open('/gchat');
  await asha.chat.isUsable();
  const sent = asha.page.getByRole('article').last();
  const question = asha.page.getByRole('dialog', { name: 'Delete message?' });
  for (const [text, hasFile, says] of [
    ['Only words', false, 'Admins can still read what it said.'],
    ['Her left leg', true, 'Admins can still read what it said. The file is deleted for good.'],
    [null, true, 'The file is deleted for good.'],
  ] as const) {
    const file = hasFile ? await uploaded(base, token, await jpeg()) : {};
    const clientMessageId = crypto.randomUUID();
    await client.sendAndWait('/app/gchat/send', { ...file, text, parentMessageId: null, clientMessageId });
    if (text === null) await expect.poll(() => sent.getByText('Her left leg').count()).toBe(0);
    else await sent.getByText(text).waitFor();
    await sent.hover();
    await sent.getByRole('button', { name: 'React or reply' }).click();
    await asha.chat.menu.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByText(`It goes for everybody in this chat. ${says}`, { exact: true }).waitFor();
    const press = text === null ? question.getByRole('button', { name: 'Delete', exact: true }) : question;
    await press.press(text === null ? 'Enter' : 'Escape');
    await question.waitFor({ state: 'detached' });
  }
  await client.close();
  await sent.getByText('This message was deleted.').waitFor();
  await sent.press('Enter');
  await asha.chat.menu.getByRole('button', { name: 'Earlier versions' }).click();
  await asha.page.getByRole('dialog').getByText('A file without words.', { exact: true }).waitFor();
});

describe('the microphone is released, and what was recorded and written is kept, in a chat', () => {
  it('whose case is done, also while the browser still asks', async () => {
    const incidentId = await situations.begun('Mira', 'Ravi');
    const room = await chatOf(incidentId);
    const [mira, ravi] = await Promise.all([inEmpty(room, 'member'), inEmpty(room, 'ravi')]);
    const allow = await ravi.voice.keepAsking();
    await ravi.voice.record.click();
    await ravi.page.getByText('Please allow the microphone.').waitFor();
    await mira.voice.recordFor(1);
    await mira.chat.write('It is in the blue basket.');
    await situations.complete(incidentId, 'Healed.');
    for (const { page } of [mira, ravi])
      await page.getByText('This case is done. Its chat can only be read.').waitFor();
    await allow();
    for (const { voice } of [mira, ravi]) await expect.poll(() => voice.microphones()).toEqual({ given: 1, on: 0 });
    // DECISIONS 291: what was not sent does not vanish with the input bar.
    const unsent = mira.page.getByRole('region', { name: 'Not sent' });
    await unsent.getByText('It is in the blue basket.').waitFor();
    await unsent.getByRole('button', { name: 'Copy text' }).click();
    await mira.page.getByText(/^(Copied!|The text could not be copied\.)$/).waitFor();
    const [saved] = await Promise.all([
      mira.page.waitForEvent('download'),
      unsent.getByRole('link', { name: /^Save / }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^voice.*\.\w+$/);
    await ravi.page.getByRole('region', { name: 'Not sent' }).waitFor({ state: 'detached' });

    // The chat is in no list any more, so the device has no copy of its head: it stays, and is asked for again after 30 s (DECISIONS 395).
    const waits = await holdWaits(ravi.page, [30_000]);
    const groups = await groupsOf(ravi);
    groups.always(answers(500, '{}'));
    await groups.areAsked(() => situations.change(incidentId, { location: 'Glass harbour' }));
    await waits.begun(30_000);
    await ravi.page.getByText('This case is done. Its chat can only be read.').waitFor();
    expect(await ravi.page.getByText('Glass harbour').count()).toBe(0);
    groups.always(passes);
    await waits.end(30_000);
    await ravi.page.getByText('ONGOING · Glass harbour').waitFor();
  });

  it('whose team the member is taken off', async () => {
    const incidentId = await situations.assigned('Mira', 'Ravi');
    const mira = await inEmpty(await chatOf(incidentId), 'member');
    await mira.voice.recordFor(1);
    await mira.chat.write('I can take it home.');
    await situations.assign(incidentId, 'Ravi');
    await mira.chat.fails('Chat group not found or you are not a participant.');
    await mira.page.getByRole('region', { name: 'Not sent' }).getByText('I can take it home.').waitFor();
    await expect.poll(() => mira.voice.microphones()).toEqual({ given: 1, on: 0 });
    // It is offered again once they are back, without a press (DECISIONS 292).
    await situations.assign(incidentId, 'Mira', 'Ravi');
    await mira.voice.recording.waitFor();
  });
});

/**
 * The calls of a person's page for the list of case chats. `areAsked` does something, and waits for the answer to the call that it
 * causes.
 */
async function groupsOf({ page }: Person) {
  const isIt = (url: string) => url.endsWith('/api/chat/groups');
  const calls = await handOn(page, (request) => isIt(request.url()));
  const areAsked = (act: () => Promise<unknown>) =>
    Promise.all([page.waitForResponse((answer) => isIt(answer.url())), act()]);
  return { ...calls, areAsked };
}

/** The address of an incident's chat. */
async function chatOf(incidentId: string): Promise<string> {
  const entries = (await testApp.read('/api/chat/groups', 'ravi')) as ChatGroupEntry[];
  return `/chat/${entries.find(({ chatGroup }) => chatGroup.purposeId === incidentId)?.chatGroup.id}`;
}

/** A member in an open chat where nobody has written yet. The test can see how the page uses their microphone. */
async function inEmpty(room: string, username: string): Promise<Person> {
  const person = await testApp.returning(username);
  await person.voice.watch();
  await person.open(room);
  await person.chat.isConnected();
  await person.page.getByText('No messages yet').waitFor();
  return person;
}
