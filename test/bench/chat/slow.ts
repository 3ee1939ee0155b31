import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';
import { openPage, type Subject, slowDown } from './visit';

/** Milliseconds of delay and bytes a second of a poor mobile network, and how many times slower a cheap phone's processor is. */
const LATENCY = 400;
const THROUGHPUT = 400_000 / 8;
const RATE = 4;
/** How long layout shifts still count after the messages are painted, in milliseconds. */
const STILL = 2000;

/** How long somebody waits on a slow link with an empty cache, in milliseconds since the address was opened. */
export interface SlowVisit {
  /** Until anything other than 'Loading…' is on the screen. */
  readonly meaningful: number;
  /** Until the login screen shows its button. */
  readonly login: number;
  /** Until the newest message is painted, after a signed-in member has opened a link to a chat. */
  readonly chat: number;
  /** The sum of all layout shifts of that page until shortly after (Chromium's CLS). */
  readonly shifts: number;
}

/** Slows a page down to a poor mobile network and a cheap phone's processor, until it is closed. */
export async function slowLink(cdp: CDPSession): Promise<void> {
  const line = { offline: false, latency: LATENCY, downloadThroughput: THROUGHPUT, uploadThroughput: THROUGHPUT };
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await slowDown(cdp, RATE);
}

/** Opens the login screen, and a link to a chat, on a slow link. */
export async function visitSlowly(browser: Browser, { room, address }: Subject): Promise<SlowVisit> {
  const newest = room.text();
  await room.say(newest);
  await room.readAll();
  /** Opens the address in a new page on the slow link, and calls `wait` with the page. */
  const open = async <Wanted>(
    token: string | undefined,
    wait: (page: Awaited<ReturnType<typeof openPage>>) => Wanted,
  ) => {
    const page = await openPage(browser, newest, token);
    const cdp = await page.context().newCDPSession(page);
    await slowLink(cdp);
    try {
      await page.goto(`${room.base}/${address}`, { waitUntil: 'commit' });
      return await wait(page);
    } finally {
      await page.context().close();
    }
  };
  const login = await open(undefined, (page) => page.evaluate(() => window.watch.painted('Log In', 'button')));
  return open(room.token, async (page) => {
    const [meaningful, chat] = await page.evaluate(() => Promise.all([window.watch.meaningful(), window.awaited]));
    await pause(STILL);
    return { meaningful, login: login.at, chat: chat.at, shifts: await page.evaluate(() => window.watch.shifts()) };
  });
}
