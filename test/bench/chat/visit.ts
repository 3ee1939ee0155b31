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
const STREAM = 40;
const STREAM_INTERVAL = 50;
/** How long a page has nothing more to do before its bytes are counted, in milliseconds. */
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
  /** Its address below that of the server. */
  readonly address: string;
}

/** What one visit took, in milliseconds: once or several times each. */
export interface Visit {
  /** From the press of Log In to the painted newest message, code and all not yet in the browser's cache. */
  readonly login: number[];
  /** From the start of a reload to the painted newest message, with a cache that has seen two loads. */
  readonly reload: number[];
  /** From the frame in the page to the painted message. */
  readonly receive: number[];
  /** From Enter to the own message painted. */
  readonly own: number[];
  /** From Enter to another client having the message. */
  readonly other: number[];
  /** What a received message costs the main thread, at 20 a second. */
  readonly cost: number[];
}

/** What a visit brought over the network until nothing more came, in kB. */
export interface Bytes {
  readonly cold: number;
  readonly warm: number;
}

/** The watch as a plain script: without its types, and without the sign of a module that they leave behind. */
async function watchScript(): Promise<string> {
  const file = fileURLToPath(new URL('./watch.ts', import.meta.url));
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return code.replace('export {};', '');
}

/** A page with the watch in it. The newest message of the room is awaited from the start. */
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

/** A member logs in, reloads, reads and writes, on a processor that is so many times slower. */
export async function visit(browser: Browser, { room, address }: Subject, rate: number): Promise<Visit> {
  const { page, cdp, ...figures } = await arrive(browser, { room, address }, rate);
  const chat = new ChatPage(page);
  try {
    const reload: number[] = [];
    for (let time = -1; time < RELOADS; time++) {
      const at = await reloadOf(page);
      // After the first one the browser compiles nothing for good yet.
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

/** What a first visit and a reload bring over the network. */
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
async function arrive(browser: Browser, { room, address }: Subject, rate: number) {
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

/** Messages come at 20 a second, and what they cause is done. */
async function stream(page: Page, room: Room): Promise<void> {
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

const awaits = (page: Page, text: string) =>
  page.evaluate((words) => {
    window.awaited = window.watch.painted(words);
  }, text);
const awaited = (page: Page) => page.evaluate(() => window.awaited);

/** A tenth of a second or two: what comes before has an end, and nothing keeps step with the frames of the screen. */
const moment = () => pause(100 + Math.random() * 100);
