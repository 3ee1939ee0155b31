import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { passUntil, stopClock } from '../kit/clock';
import { listenTo } from '../kit/heard';
import { type Frames, interceptConnection, listenToFrames } from '../kit/network';
import { holdBack } from './calls';

const testApp = openTestApp();

/** Tall enough for every message of the conversation. */
const tall = { viewport: { width: 900, height: 5000 } };

it('a server killed in the middle of a conversation loses no message, doubles none, and keeps their order', async () => {
  const [mira, ravi] = await Promise.all([testApp.returning('member', tall), testApp.returning('ravi', tall)]);
  const frames = listenToFrames(mira.page);
  await Promise.all([openCase(mira), openCase(ravi)]);
  const heard = await listenTo(mira.page);
  const both = (from: number, to: number) => Promise.all([talk(mira, 'Mira', from, to), talk(ravi, 'Ravi', from, to)]);

  await both(1, 4);
  await Promise.all([testApp.server.kill(), both(5, 8)]);
  await Promise.all([mira.chat.isDisconnected(), ravi.chat.isDisconnected()]);
  await mira.chat.connection.getByText('Connection lost. Reconnecting…').waitFor();
  await both(9, 12);
  await mira.chat.isTicked('Mira 12.', 'Sending');
  frames.forget();
  await Promise.all([testApp.server.start(), both(13, 16)]);
  await Promise.all([mira.chat.isConnected(), ravi.chat.isConnected()]);
  expect(await mira.chat.connection.innerText()).toBe('');
  // A screen reader says once that the connection is lost, and once that it is back. The visible words change with each try.
  await expect.poll(heard).toEqual(['Connection lost. Reconnecting…', 'Connected again.']);
  expect(await mira.page.locator('[data-connection]:is([role], [role] *, [aria-live], [aria-live] *)').count()).toBe(0);
  await both(17, 20);

  const all = (name: string) => Array.from({ length: 20 }, (_, at) => `${name} ${at + 1}.`);
  for (const { chat } of [mira, ravi]) {
    await expect.poll(() => chat.texts(/Mira \d+\./), { timeout: 30_000 }).toEqual(all('Mira'));
    await expect.poll(() => chat.texts(/Ravi \d+\./), { timeout: 30_000 }).toEqual(all('Ravi'));
  }
  // Each has seen everything that the other has written.
  for (const { chat } of [mira, ravi])
    await expect.poll(() => chat.ticks(/(Mira|Ravi) \d+\./), { timeout: 30_000 }).toEqual(Array(20).fill('Read'));
  const stored = await testApp.read(`/api/chat/messages/${await testApp.caseChat()}`, 'member');
  const said = (stored as { text: string }[])
    .map(({ text }) => text)
    .filter((text) => /^(Mira|Ravi) \d+\.$/.test(text));
  expect(said.filter((text) => text.startsWith('Mira'))).toEqual(all('Mira'));
  expect(said.filter((text) => text.startsWith('Ravi'))).toEqual(all('Ravi'));

  // One subscription per topic on the new connection, so one copy of each message.
  const wanted = frames.sent.flatMap((frame) => /^SUBSCRIBE\n(?:.*\n)*?destination:(.+)/.exec(frame)?.[1] ?? []);
  expect(wanted).toContain(`/topic/chat/${await testApp.caseChat()}`);
  expect(new Set(wanted).size).toBe(wanted.length);
  await ravi.chat.say('One copy, please.');
  await ravi.chat.isTicked('One copy, please.', 'Read');
  expect(firstCopiesOf('One copy, please.', frames)).toBe(1);
});

it('without a network messages wait with their clock, and are sent once when it is back', async () => {
  const [mira, ravi] = await Promise.all([testApp.returning('member', tall), testApp.returning('ravi', tall)]);
  await Promise.all([openCase(mira), openCase(ravi)]);

  await mira.setOffline(true);
  await mira.chat.connection.getByText('You are offline. Messages wait until you are back.').waitFor();
  await mira.chat.say('In the tunnel 1');
  await mira.chat.say('Never mind this one');
  await mira.chat.say('In the tunnel 2');
  await mira.chat.isTicked('In the tunnel 1', 'Sending');
  await mira.chat.message('In the tunnel 1').getByText('Waiting for the connection').waitFor();
  await mira.chat.message('Never mind this one').getByRole('button', { name: 'Delete' }).click();
  await mira.chat.message('Never mind this one').waitFor({ state: 'detached' });
  // Meanwhile others continue to write.
  await ravi.chat.say('Where is Mira?');
  await ravi.chat.isTicked('Where is Mira?', 'Sent');
  expect(await ravi.chat.texts(/In the tunnel/)).toEqual([]);
  expect(await mira.chat.texts(/Where is Mira/)).toEqual([]);

  await mira.setOffline(false);
  await mira.chat.isConnected();
  expect(await mira.chat.connection.innerText()).toBe('');
  for (const text of ['In the tunnel 1', 'In the tunnel 2']) await mira.chat.isTicked(text, 'Read');
  await ravi.chat.isTicked('Where is Mira?', 'Read');
  const whole = ['In the tunnel 1', 'In the tunnel 2'];
  expect(await mira.chat.texts(/In the tunnel \d|Never mind/)).toEqual(whole);
  expect(await ravi.chat.texts(/In the tunnel \d|Never mind/)).toEqual(whole);
});

it('if the browser is wrong about the network, the connection can be tried by hand', async () => {
  const mira = await testApp.returning('member');
  await openCase(mira);
  await mira.page.evaluate(() => dispatchEvent(new Event('offline')));
  await mira.chat.connection.getByText('You are offline. Messages wait until you are back.').waitFor();
  await mira.chat.connection.getByRole('button', { name: 'Try now' }).click();
  await mira.chat.isConnected();
});

it('a connection that is lost while the first messages are fetched leaves none out', async () => {
  const mira = await testApp.returning('member');
  const frames = listenToFrames(mira.page);
  const release = await holdBack(mira.page, /\/api\/gchat\/messages/);
  await mira.open('/gchat');
  await mira.chat.isConnected();
  await testApp.say('ravi', 'gchat', 'Before the gap');
  // The topic works when it brings something.
  await expect.poll(() => frames.received.some((frame) => frame.includes('Before the gap'))).toBe(true);
  await mira.setOffline(true);
  await mira.chat.isDisconnected();
  await testApp.say('ravi', 'gchat', 'In the gap');
  await mira.setOffline(false);
  release();
  await mira.chat.hears('In the gap');
  expect(await mira.chat.texts(/(Before|In) the gap/)).toEqual(['Before the gap', 'In the gap']);
});

it('a WebSocket that opens late is waited for: the page of a cheap phone is busy while a chat opens', async () => {
  const mira = await testApp.returning('member');
  await mira.page.clock.install();
  const connection = await interceptConnection(mira.page);
  const byXhr: string[] = [];
  mira.page.on('request', (request) => {
    if (/\/ws\/.*\/xhr/.test(request.url())) byXhr.push(request.url());
  });
  // The frame with which SockJS opens a connection.
  connection.hold('server', /^o$/);
  // Opening the page may take seconds itself.
  const { clock } = mira.page;
  await stopClock(mira.page);
  await mira.open('/gchat');
  await passUntil(mira.page, async () => connection.held() === 'o');
  await clock.runFor(4_000);
  connection.release();
  await clock.resume();
  await mira.chat.isConnected();
  expect(byXhr).toEqual([]);
});

it('a message goes out before a slow network confirms the subscription, again after it, and is stored once', async () => {
  const mira = await testApp.returning('member');
  const connection = await interceptConnection(mira.page);
  const frames = listenToFrames(mira.page);
  connection.hold('server', /RECEIPT|MESSAGE/);
  // After 1.5 s without a confirmation the chat counts as open.
  await openCase(mira);
  await mira.chat.say('Over the slow line');
  const sent = () => frames.sent.filter((frame) => frame.startsWith('SEND') && frame.includes('Over the slow line'));
  await expect.poll(() => sent().length).toBe(1);
  await mira.chat.isTicked('Over the slow line', 'Sending');
  // The mouse comes when the row has its place: on a slow machine the list may still follow to its end.
  await mira.chat.standsAt('Over the slow line');
  await mira.chat.message('Over the slow line').hover();
  // The confirmation comes before the echo. What was sent before it may have been lost.
  connection.release();
  await expect.poll(() => sent().length).toBe(2);
  await mira.chat.isTicked('Over the slow line', 'Sent');
  // The mouse has rested on the message since before it had a menu.
  await mira.chat.message('Over the slow line').getByRole('button', { name: 'React or reply' }).waitFor();
  const stored = (await testApp.read(`/api/chat/messages/${await testApp.caseChat()}`, 'ravi')) as { text: string }[];
  expect(stored.filter(({ text }) => text === 'Over the slow line')).toHaveLength(1);
  expect(await mira.chat.texts(/Over the slow line/)).toEqual(['Over the slow line']);
});

it('nothing moves, on a phone or beside the menu, when the connection is lost or comes back, or a message waits', async () => {
  const size = (width: number) => ({ viewport: { width, height: 800 } });
  const [phone, wide] = await Promise.all([
    testApp.returning('member', size(360)),
    testApp.returning('ravi', size(1280)),
  ]);
  const both = <Result>(act: (person: Person) => Promise<Result>) => Promise.all([phone, wide].map(act));
  await both(openCase);
  // The newest message is on the screen although the chat has become long.
  await phone.chat.say('Still here');
  await both(({ chat }) => expect.poll(() => chat.isOnScreen('Still here')).toBe(true));
  await phone.chat.isTicked('Still here', 'Read');
  const shifts = await both(({ page }) => watchShifts(page));
  const positions = ({ chat, page }: Person) => {
    const fixed = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('link', { name: 'Back to Incident Chats' }),
      chat.message('Still here'),
      chat.box,
      chat.send,
      page.getByRole('button', { name: page === phone.page ? 'Open menu' : 'Log Out' }),
    ];
    return Promise.all(fixed.map((control) => control.boundingBox()));
  };
  const before = await both(positions);
  const tryNow = ({ page }: Person) => page.getByRole('button', { name: 'Try now' });
  /** Checks that nothing has moved, and that the status is inside the window and can be pressed. */
  const isStill = async () => {
    expect(await both(positions)).toEqual(before);
    await both((person) => tryNow(person).click({ trial: true }));
  };

  await both((person) => person.setOffline(true));
  await both(({ chat }) => chat.connection.getByText('You are offline. Messages wait until you are back.').waitFor());
  await isStill();
  await both((person) => person.setOffline(false));
  await both(({ chat }) => chat.isConnected());
  expect(await both(positions)).toEqual(before);
  await Promise.all([testApp.server.kill(), both(({ chat }) => chat.isDisconnected())]);
  await both(({ chat }) => chat.connection.getByText('Connection lost. Reconnecting…').waitFor());
  await isStill();
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await both(({ page }) => page.route('**/ws/**', (route) => held.then(() => route.continue())));
  await testApp.server.start();
  await both((person) => tryNow(person).click());
  await both(({ chat }) => chat.connection.getByText('Connecting…').waitFor());
  expect(await both(positions)).toEqual(before);
  // The button stays while it is tried, because it has the focus.
  expect(await both((person) => isFocused(tryNow(person)))).toEqual([true, true]);
  letThrough();
  await both(({ chat }) => chat.isConnected());
  expect(await both(positions)).toEqual(before);
  expect(await Promise.all(shifts.map((moved) => moved()))).toEqual([[], []]);

  // An own message may move the list, but nothing else.
  await both((person) => person.setOffline(true));
  await both(({ chat }) => chat.isDisconnected());
  await both(async (person) => {
    const { chat, page, tray } = person;
    const text = page === phone.page ? 'Into the tunnel' : 'Into the valley';
    await chat.say(text);
    await chat.isTicked(text, 'Sending');
    await tray.bar.getByText('1 message waiting to be sent').waitFor();
    const [heading, back, , box, send, corner] = before[page === phone.page ? 0 : 1] ?? [];
    expect(await positions(person)).toEqual([heading, back, expect.anything(), box, send, corner]);
    await tray.bar.click();
    await tray.panel.waitFor();
    await page.keyboard.press('Escape');
    await person.setOffline(false);
    // The other one looks at the same chat, and may have read it at once.
    await chat
      .message(text)
      .getByRole('img', { name: /^(Sent|Read)$/ })
      .waitFor();
  });
});

it('a message goes from one tab of a member to the other, once', async () => {
  const here = await testApp.returning('member', tall);
  await openCase(here);
  const there = await here.anotherTab();
  await openCase(there);
  await here.chat.say('Said in one tab');
  await there.chat.isTicked('Said in one tab', 'Sent');
  await there.chat.say('And in the other');
  await here.chat.isTicked('And in the other', 'Sent');
  for (const { page, chat } of [here, there]) {
    // A background tab renders nothing.
    await page.bringToFront();
    await expect
      .poll(() => chat.texts(/Said in one tab|And in the other/))
      .toEqual(['Said in one tab', 'And in the other']);
  }
});

/** Records what moves on the screen and in the menu from now on. @returns a function that gives the texts of what has moved */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of entry.sources)
          if (node?.parentElement?.closest('main, nav')) moved.push(node.textContent ?? '');
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { moved });
  });
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

async function openCase(person: Person): Promise<void> {
  await person.open(`/chat/${await testApp.caseChat()}`);
  await person.chat.isUsable();
}

/** Sends '{name} {number}.' for a range of numbers, waiting only for the text box. */
async function talk({ chat }: Person, name: string, from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at++) await chat.say(`${name} ${at}.`);
}

/** How often a new message has come, once per subscription. Later copies of it name those who have read it, and do not count. */
const firstCopiesOf = (text: string, { received }: Frames): number =>
  received.filter((frame) => frame.startsWith('MESSAGE') && frame.includes(text) && frame.includes('"seenBy":[]'))
    .length;
