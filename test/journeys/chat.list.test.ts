import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { openTestApp, type Person } from '../kit/browser';
import { neverEnds } from '../kit/clock';
import { passAgain } from './calls';
import { knownOf } from './device';
import { holdStore } from './storedDevice';

const testApp = openTestApp();

const GROUPS = '**/api/chat/groups';

/** Mira without a realtime connection, because the list would be fetched again when one opens. */
async function miraAlone(): Promise<Person> {
  const mira = await testApp.returning('member');
  await mira.page.route('**/ws/**', (route) => route.abort());
  return mira;
}

describe('the list of incident chats', () => {
  it('greets, and shows each chat with 30 characters of its last message, also after it could not be fetched again', async () => {
    const mira = await testApp.returning('member');
    await mira.open('/chat');
    await mira.chats.greets('Mira');
    await mira.chats.says('Your active case conversations are listed below.');
    const card = mira.chats.card('Incident #3');
    await say('She has eaten and drunk a lot of water.');
    await card.getByText('She has eaten and drunk a lot ...', { exact: true }).waitFor();
    await say('Exactly thirty characters here');
    await card.getByText('Exactly thirty characters here', { exact: true }).waitFor();
    // It also shows the place of the incident, and the time of the message.
    await card.getByText('Old bridge, east bank, below the tea stall', { exact: true }).waitFor();
    await expect.poll(() => card.getByRole('time').innerText()).toMatch(/^\d\d:\d\d$/);
    await card.click();
    await mira.isAt(`/chat/${await testApp.caseChat()}`);
    await mira.page.getByRole('heading', { name: 'Incident #3' }).waitFor();
    await mira.page.getByRole('button', { name: 'Incident details' }).waitFor();
    await mira.page.getByRole('link', { name: 'Back to Incident Chats' }).click();
    await mira.isAt('/chat');

    // It says so when it cannot be fetched again, and is fetched again when the device is back.
    await say('The gate is open.');
    await card.getByText('Ravi: The gate is open.').waitFor();
    await mira.page.route(GROUPS, (route) => route.abort());
    await say('The gate is shut.');
    const failure = mira.page.getByText('Could not connect to server.');
    await failure.waitFor();
    await passAgain(mira.page, GROUPS);
    await mira.page.evaluate(() => dispatchEvent(new Event('online')));
    await card.getByText('Ravi: The gate is shut.').waitFor();
    await failure.waitFor({ state: 'detached' });
  });

  it('has the global chat in it, with its last message, its sender and time, also without a network', async () => {
    const mira = await testApp.returning('member');
    await say('Who has a spare carrier?', 'gchat');
    await mira.open('/chat');
    const card = mira.chats.card(/^Global Chat/);
    await card.getByText('Ravi: Who has a spare carrier?').waitFor();
    await card.getByRole('time').waitFor();
    await say('Found one, thanks.', 'gchat');
    await card.getByText('Ravi: Found one, thanks.').waitFor();
    await card.click();
    await mira.chat.hears('Found one, thanks.');
    await mira.chat.say('Good.');
    await mira.chat.isTicked('Good.', 'Sent');
    await mira.open('/chat');
    await card.getByText('Mira: Good.').waitFor();
    await expect.poll(() => knownOf(mira, 'messages/gchat')).toContain('Good.');
    await mira.menu.goTo('Live Incidents');
    await mira.isAt('/live');
    await mira.setOffline(true);
    await mira.menu.goTo('Incident Chats');
    await card.getByText('Mira: Good.').waitFor();
  });

  it('has the last message of the global chat, also if it came while another screen was open', async () => {
    const mira = await testApp.returning('member');
    const counted = mira.page.waitForResponse(/\/api\/gchat\/messages/);
    await mira.open('/live');
    await counted;
    await say('Has @Mira a bowl?', 'gchat');
    await mira.page.getByRole('link', { name: /^Ravi mentioned you in Global Chat/ }).waitFor();
    await mira.menu.goTo('Incident Chats');
    const card = mira.chats.card(/^Global Chat/);
    await card.getByText('Ravi: Has @Mira a bowl?').waitFor();

    // The card of a case says, too, that the member is mentioned, and each says that it is muted.
    await say('Can @Mira bring it?');
    const ofCase = mira.chats.card('Incident #3');
    await ofCase.getByRole('img', { name: /Unread messages?, you are mentioned$/ }).waitFor();
    await card.click();
    await mira.page.getByRole('button', { name: 'Mute this chat' }).click();
    await mira.page.getByRole('link', { name: 'Go to Incident Chats' }).click();
    await card.getByRole('img', { name: 'Muted on this device' }).waitFor();
    expect(await ofCase.getByRole('img', { name: 'Muted on this device' }).count()).toBe(0);
  });

  it('has an unread dot that comes when another writes, and goes when the message was read', async () => {
    const mira = await testApp.returning('member');
    const chatId = await testApp.caseChat();
    await mira.open(`/chat/${chatId}`);
    // The newest message counts as read a moment after it is shown.
    const isRead = () =>
      expect
        .poll(async () => {
          const messages = (await testApp.read(`/api/chat/messages/${chatId}`, 'member')) as Message[];
          return messages.at(-1)?.seenBy.map(({ firstName }) => firstName);
        })
        .toContain('Mira');
    await isRead();
    await mira.page.getByRole('link', { name: 'Back to Incident Chats' }).click();
    const dot = mira.chats.card('Incident #3').getByRole('img', { name: /Unread message/ });
    await dot.waitFor({ state: 'detached' });
    await say('One more thing');
    await dot.waitFor();
    expect(await dot.getAttribute('aria-label')).toBe('1 Unread message');
    await mira.chats.open('Incident #3');
    await mira.chat.hears('One more thing');
    await isRead();
    await mira.page.getByRole('link', { name: 'Back to Incident Chats' }).click();
    await mira.chats.greets('Mira');
    await dot.waitFor({ state: 'detached' });
  });

  it('says while it loads, and when there is nothing in it', async () => {
    const indu = await testApp.returning('inventory');
    let answer = () => {};
    const permission = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await indu.page.route(GROUPS, async (route) => {
      await permission;
      await route.continue();
    });
    await indu.open('/chat');
    await indu.chats.says('Loading Your Chats...');
    answer();
    await indu.chats.says('No Active Conversations');
    await indu.chats.says('Chat groups appear here once you are assigned to rescue cases.');
    expect(await indu.page.getByText('Loading Your Chats...').count()).toBe(0);
    await indu.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await indu.isAt('/live');
    // On a phone the way to report an animal is on both screens, not only in the menu (DECISIONS 327).
    const report = indu.page.getByRole('main').getByRole('link', { name: 'Report Incident' });
    expect(await report.count()).toBe(0);
    await indu.page.setViewportSize({ width: 360, height: 740 });
    await report.waitFor();
    await indu.page.goBack();
    await report.click();
    await indu.isAt('/report');
  });

  it('logs out when the server answers 403', async () => {
    const mira = await testApp.returning('member');
    await mira.page.route(GROUPS, (route) => route.fulfill({ status: 403, json: { message: 'No.' } }));
    await Promise.all([mira.chats.fails('You are not authorized to view this page. Logging out.'), mira.open('/chat')]);
    expect(await mira.chats.retry.count()).toBe(0);
    await mira.isAt('/login');
    await mira.login.isShown();
    expect(await mira.page.evaluate(() => localStorage.getItem('token'))).toBe(null);
  });

  it('says so when the server fails or cannot be reached, and tries again; a chat without a name is an Incident Chat', async () => {
    const mira = await miraAlone();
    let status: number | null = 500;
    await mira.page.route(GROUPS, (route) => (status ? route.fulfill({ status, json: {} }) : route.abort()));
    await mira.open('/chat');
    await mira.chats.fails('Failed to fetch chat groups.');
    status = null;
    await mira.chats.retry.click();
    await mira.chats.fails('Could not connect to server.');
    await passAgain(mira.page, GROUPS);
    await mira.chats.retry.click();
    await mira.chats.card('Incident #3').waitFor();
    expect(mira.route()).toBe('/chat');

    // A chat without a name is called 'Incident Chat', as its header does.
    const chatId = await testApp.caseChat();
    await mira.page.route(GROUPS, (route) =>
      route.fulfill({ json: [{ chatGroup: { id: chatId, name: null }, hasUnreadMessages: false, lastMessage: null }] }),
    );
    await mira.page.reload();
    await mira.chats.greets('Mira');
    await mira.chats.open('Incident Chat');
    await mira.isAt(`/chat/${chatId}`);
    const heading = mira.page.getByRole('heading', { name: 'Incident Chat' });
    await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(40);
  });
});

describe('a chat that cannot be shown', () => {
  it("because there is none with its id, or it is another team's, says so", async () => {
    const ofTara = (await testApp.read('/api/chat/groups', 'tara')) as Entry[];
    const other = ofTara.find(({ chatGroup }) => chatGroup.name === 'Incident #4 · Bird');
    const mira = await testApp.returning('member');
    for (const id of ['999999', 'of-nobody', other?.chatGroup.id]) {
      await mira.open('/chat');
      await mira.chats.greets('Mira');
      await mira.open(`/chat/${id}`);
      await mira.chat.fails('Chat group not found or you are not a participant.');
    }
    // Without a realtime connection it is the list that says so, not the topic.
    const alone = await miraAlone();
    await alone.open('/chat/999999');
    await alone.chat.fails('Chat group not found or you are not a participant.');
  });

  it('because its messages or the groups cannot be fetched says so, and tries again', async () => {
    const mira = await miraAlone();
    const path = '**/api/chat/messages/**';
    const answersAs = (where: string, status: number, json: object) =>
      mira.page.route(where, (route) => route.fulfill({ status, json }));
    await answersAs(path, 500, {});
    await answersAs(GROUPS, 500, {});
    await mira.open(`/chat/${await testApp.caseChat()}`);
    await mira.chat.fails('Fetch groups failed (Status: 500)');
    expect(await mira.chat.box.count()).toBe(0);
    await passAgain(mira.page, GROUPS);
    await mira.chat.retry.click();
    await mira.chat.fails('Fetch messages failed (Status: 500)');
    expect(await mira.chat.box.count()).toBe(0);
    await answersAs(path, 503, { message: 'Down.' });
    await mira.chat.retry.click();
    await mira.chat.fails('Fetch messages failed (Status: 503)');
    await passAgain(mira.page, path);
    await mira.chat.retry.click();
    await mira.chat.hears('On my way after work, there by six.');
  });

  it("shows in the global chat the server's message, else the status, else a default text", async () => {
    const mira = await miraAlone();
    const path = '**/api/gchat/messages**';
    let answer: { status: number; json: object } | null = null;
    await mira.page.route(path, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await mira.open('/gchat');
    await mira.chat.fails('Could not load chat.');
    answer = { status: 503, json: { message: 'The chat is being moved.' } };
    await mira.chat.retry.click();
    await mira.chat.fails('The chat is being moved.');
    answer = { status: 500, json: {} };
    await mira.chat.retry.click();
    await mira.chat.fails('Failed to fetch messages (Status: 500)');
    await passAgain(mira.page, path);
    await mira.chat.retry.click();
    await mira.chat.hears('All three of them?');
  });

  it('is shown once there is a connection; if the server refuses the missed messages, the chat closes', async () => {
    const route = `/chat/${await testApp.caseChat()}`;
    const [words, messages] = ['On my way after work, there by six.', '**/api/chat/messages/**'];
    const mira = await testApp.returning('member');
    // The routes stay, because a call that is held by a route at the moment when this is removed may get no answer.
    let isBroken = true;
    for (const path of [GROUPS, messages])
      await mira.page.route(path, (call) => (isBroken ? call.fulfill({ status: 500, json: {} }) : call.fallback()));
    await mira.page.route('**/ws/**', (call) => (isBroken ? call.abort() : call.continue()));
    // Both have to fail before the connection opens: what fails later waits for 'Try again'.
    const refused = mira.page.waitForResponse(messages);
    await mira.open(route);
    await mira.chat.fails('Fetch groups failed (Status: 500)');
    await refused;
    isBroken = false;
    await mira.chat.hears(words);

    await mira.page.route(messages, (call) => call.fulfill({ status: 403, json: {} }));
    await mira.setOffline(true);
    await mira.chat.isDisconnected();
    await mira.setOffline(false);
    await mira.chat.fails('Fetch messages failed (Status: 403)');
  });

  it('is loaded once there is a connection, without a copy on this device or with one that is slow to read', async () => {
    const mira = await testApp.member('member');
    const other = await mira.anotherTab();
    await other.page.goto(`${testApp.server.base}/config.json`);
    const messages = '**/api/gchat/messages**';
    let asked = 0;
    let isCut = true;
    await mira.page.route('**/ws/**', (call) => (isCut ? call.abort() : call.continue()));
    await mira.page.route(messages, async (call) => {
      // The page asks before the app runs. That call fails only once the app waits for its answer, and passes if the network is back first.
      const waiting = mira.page.locator('[data-connection="waiting"]');
      await expect.poll(async () => !isCut || (await waiting.count()) > 0).toBe(true);
      if (!isCut) return call.continue();
      await call.abort();
      asked++;
    });
    let release = await holdStore(other.page, 'known', 'clear');
    await mira.open('/gchat');
    await mira.page.reload();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await release();
    await mira.chat.fails('Could not load chat.');

    release = await holdStore(other.page, 'known');
    asked = 0;
    await mira.page.reload();
    await expect.poll(() => asked).toBeGreaterThan(0);
    isCut = false;
    await mira.page.evaluate(() => dispatchEvent(new Event('online')));
    await mira.chat.hears('All three of them?');
    await release();
    await expect.poll(() => knownOf(mira)).toContain('messages/gchat');

    // While the server is out of order the copy is shown. It is asked again after 3 s, which never pass here, or at once after a press.
    isCut = true;
    asked = 0;
    await mira.page.route(messages, async (call) => {
      await mira.chat.hears('All three of them?');
      await call.fulfill({ status: 500, json: {} });
      asked++;
    });
    await mira.page.addInitScript(neverEnds, 3_000);
    await mira.page.reload();
    await expect.poll(() => asked).toBe(2);
    const asOf = mira.page.getByRole('status').filter({ hasText: /^As of / });
    await asOf.waitFor();
    await passAgain(mira.page, messages);
    await asOf.getByRole('button', { name: 'Try again' }).click();
    await asOf.waitFor({ state: 'detached' });
    await mira.chat.hears('All three of them?');
  });
});

interface Entry {
  readonly chatGroup: { readonly id: string; readonly name: string };
}

/** Ravi sends a message to the chat of his team, or to the global one, without a browser. */
async function say(text: string, chat?: 'gchat'): Promise<void> {
  await testApp.say('ravi', chat ?? `chat/${await testApp.caseChat()}`, text);
}
