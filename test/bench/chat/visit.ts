import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { ChatPage } from '../../journeys/pages/chat';
import { LoginPage } from '../../journeys/pages/login';
import { costOf } from '../mainThread';
import type { Room } from './room';
import type { Painted } from './watch';

const RELOADS = 2;
const RECEIVED = 12;
const SENT = 8;
/** Messages that arrive at 20 a second. */
export const STREAM = 40;
const STREAM_INTERVAL = 50;
/** How long a page has time to finish before its bytes are counted, in milliseconds. */
const IDLE = 2000;

declare global {
  interface Window {
    /** What the measuring process waits for now. */
    awaited: Promise<Painted>;
  }
}

/** A page that is measured. */
export interface Subject {
  readonly room: Room;
  /** Its path, relative to the server's address. */
  readonly address: string;
}

/** The times of one visit, in milliseconds. Some are measured more than once. */
export interface Visit {
  /** From the press of Log In to the newest message painted. Before the press the page has fetched ahead what it can. */
  readonly login: number[];
  /** From the start of a reload to the newest message painted, when the page has been loaded at least twice before. */
  readonly reload: number[];
  /** From the arrival of the frame in the page to its message painted. */
  readonly receive: number[];
  /** From Enter to the own message painted. */
  readonly own: number[];
  /** From Enter to the message's arrival at another client. */
  readonly other: number[];
  /** Time of the main thread per received message, at 20 messages a second. */
  readonly cost: number[];
}

/** What a visit brought over the network until nothing more came, in kB. */
export interface Bytes {
  readonly cold: number;
  readonly warm: number;
}

/** `watch.ts` as a plain script: without its types, and without the `export {}` that is left of them. */
async function watchScript(): Promise<string> {
  const file = fileURLToPath(new URL('./watch.ts', import.meta.url));
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return code.replace('export {};', '');
}

/** Opens a page with `watch.ts` in it, which waits for the newest message of the room from the start. */
export async function openPage(
  browser: Browser,
  newest: string,
  token?: string,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 }, serviceWorkers });
  const remember = token === undefined ? '' : `localStorage.setItem('token', ${JSON.stringify(token)});`;
  await context.addInitScript({
    content: `{${await watchScript()}}${remember}window.awaited = window.watch.painted(${JSON.stringify(newest)});`,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  return page;
}

export const slowDown = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });

/** A member logs in, reloads, reads and writes, on a processor that is slowed down `rate` times. */
export async function visit(browser: Browser, { room, address }: Subject, rate: number): Promise<Visit> {
  const { page, cdp, ...figures } = await arrive(browser, { room, address }, rate);
  const chat = new ChatPage(page);
  try {
    const reload: number[] = [];
    for (let time = -1; time < RELOADS; time++) {
      const at = await reloadOf(page);
      // The first reload does not count: Chromium stores compiled code at the second load, and uses it from the third on.
      if (time >= 0) reload.push(at);
    }
    const receive: number[] = [];
    for (let time = 0; time < RECEIVED; time++) {
      const text = room.text();
      await awaits(page, text);
      await moment();
      await room.say(text);
      const { at, received } = await awaited(page);
      if (received === null) throw new Error('The socket did not bring what is shown.');
      receive.push(at - received);
    }
    const own: number[] = [];
    const other: number[] = [];
    const origin = await page.evaluate(() => performance.timeOrigin);
    for (let time = 0; time < SENT; time++) {
      const text = room.text();
      await chat.write(text);
      await awaits(page, text);
      await moment();
      const heard = room.hears(text);
      await page.keyboard.press('Enter');
      const { at, pressed } = await awaited(page);
      own.push(at - pressed);
      other.push((await heard) - origin - pressed);
    }
    await moment();
    const cost = await costOf(cdp, () => stream(page, room));
    return { ...figures, reload, receive, own, other, cost: [cost('TaskDuration') / STREAM] };
  } finally {
    await page.context().close();
  }
}

/** Measures what a first visit and a reload bring over the network. */
export async function weigh(browser: Browser, subject: Subject): Promise<Bytes> {
  const { page } = await arrive(browser, subject, 1);
  const settled = async () => {
    await pause(IDLE);
    return (await page.evaluate(() => window.watch.bytes())) / 1000;
  };
  try {
    const cold = await settled();
    await reloadOf(page);
    return { cold, warm: await settled() };
  } finally {
    await page.context().close();
  }
}

/** A member logs in. */
export async function arrive(browser: Browser, { room, address }: Subject, rate: number) {
  const newest = room.text();
  await room.say(newest);
  await room.readAll();
  const page = await openPage(browser, newest);
  const cdp = await page.context().newCDPSession(page);
  const login = new LoginPage(page);
  await page.goto(`${room.base}/${address}`);
  await login.isShown();
  await login.enter('member', 'rescue-demo');
  await page.waitForLoadState('networkidle');
  await slowDown(cdp, rate);
  await login.submit();
  const { at, pressed } = await awaited(page);
  await new ChatPage(page).isUsable();
  return { page, cdp, login: [at - pressed] };
}

async function reloadOf(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  const { at } = await awaited(page);
  await new ChatPage(page).isUsable();
  await moment();
  return at;
}

/** Sends messages at 20 a second, and waits until the page has handled them. */
export async function stream(page: Page, room: Room): Promise<void> {
  for (let time = 1; time < STREAM; time++) {
    room.shout(room.text());
    await pause(STREAM_INTERVAL);
  }
  const last = room.text();
  await room.say(last);
  await awaits(page, last);
  await awaited(page);
  await pause(STREAM_INTERVAL * 10);
}

export const awaits = (page: Page, text: string) =>
  page.evaluate((words) => {
    window.awaited = window.watch.painted(words);
  }, text);
export const awaited = (page: Page) => page.evaluate(() => window.awaited);

/** Waits 100 to 200 ms, so that what came before is over. The time is random, so that the steps do not fall into step with the frames. */
const moment = () => pause(100 + Math.random() * 100);
