import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { ChatPage } from '../../journeys/pages/chat';
import { launchChromium } from '../../kit/chromium';
import { openRoom, type Room } from '../chat/room';
import { slowLink } from '../chat/slow';
import { openPage } from '../chat/visit';
import type { Row } from '../row';

const RUNS = 5;
/** How often a message is written right after a reload. Few, because each pushes up the message that every page waits for (`openPage`). */
const WRITTEN = 3;
/** Milliseconds until an open chat has surely stored its newest page: it does so within two seconds, later on a slow processor. */
const KEPT_WITHIN = 4000;

/**
 * Opens a chat that was read before again, on a slow link: with the device's copy of the chat and, as the floor, without it. The files
 * of the app come from the service worker both times.
 * @param beside the folder of another version, built, that keeps no files and no copies; its files come from the browser's cache
 */
export async function measureWarm(beside?: string): Promise<Row[]> {
  const room = await openRoom(process.cwd());
  const other = beside === undefined ? null : await openRoom(beside);
  const browser = await launchChromium();
  try {
    const { page, start } = await openChat(browser, room);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await slowLink(await page.context().newCDPSession(page));
    // The first reload does not count, because the browser still compiles code.
    await start();
    const made: { readonly known: number; readonly unknown: number }[] = [];
    for (let run = 0; run < RUNS; run++) {
      const known = await start();
      await forget(page);
      made.push({ known, unknown: await start() });
    }
    const written: number[] = [];
    for (let run = 0; run < WRITTEN; run++) written.push(await writeAtOnce(page, room.text()));
    // The best of each, because other work of the machine can only make one worse.
    const ours = Math.min(...made.map(({ known }) => known));
    const floor = Math.min(...made.map(({ unknown }) => unknown));
    const before = other && { beside: await bestOf(browser, other), besideGoal: 0.5 };
    return [
      {
        name: 'Warm start of a chat on a slow link, 4 ×',
        unit: 'ms',
        limit: 1,
        better: 'less',
        ours,
        floor,
        ...before,
      },
      { name: 'The same: something to read', unit: 'ms', limit: null, goal: 1000, better: 'less', ours, floor },
      {
        name: 'The same: an own message is written and painted',
        unit: 'ms',
        limit: null,
        goal: 2000,
        better: 'less',
        ours: Math.min(...written),
        floor,
      },
    ];
  } finally {
    await browser.close();
    await room.close();
    await other?.close();
  }
}

/** Opens the chat for the first time, on a fast link. */
async function openChat(browser: Browser, room: Room) {
  const newest = room.text();
  await room.say(newest);
  await room.readAll();
  const page = await openPage(browser, newest, room.token, 'allow');
  await page.goto(`${room.base}/#/gchat`);
  await page.evaluate(() => window.awaited);
  /** Milliseconds from the start of a reload to the newest message painted. */
  const start = async () => {
    await page.reload({ waitUntil: 'commit' });
    const { at } = await page.evaluate(() => window.awaited);
    await pause(KEPT_WITHIN);
    return at;
  };
  return { page, start };
}

/** The shortest time in which another version paints the newest message after a reload on the slow link, in milliseconds. */
async function bestOf(browser: Browser, room: Room): Promise<number> {
  const { page, start } = await openChat(browser, room);
  await slowLink(await page.context().newCDPSession(page));
  await start();
  const made: number[] = [];
  for (let run = 0; run < RUNS; run++) made.push(await start());
  await page.context().close();
  return Math.min(...made);
}

/** Reloads the chat, and writes and sends a message as soon as it can. @returns when it was painted, since the start of the reload */
async function writeAtOnce(page: Page, text: string): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  await page.evaluate((words) => {
    window.awaited = window.watch.painted(words);
  }, text);
  await new ChatPage(page).write(text);
  await page.keyboard.press('Enter');
  const { at } = await page.evaluate(() => window.awaited);
  await pause(KEPT_WITHIN);
  return at;
}

/** Deletes the device's copies of the server's answers. @throws if there are none */
async function forget(page: Page): Promise<void> {
  const kept = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('saathi');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('known', 'readwrite');
          const store = transaction.objectStore('known');
          const count = store.count();
          store.clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
  if (kept === 0) throw new Error('The device has kept nothing of the chat.');
}
