import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { ChatPage } from '../journeys/pages/chat';
import { MediaPage } from '../journeys/pages/media';
import { TrayPage } from '../journeys/pages/tray';
import { jpeg } from '../kit/media';
import { screenOf } from '../kit/screenOf';
import { actorsIn } from '../kit/screens/actors';
import type { Account } from './member';
import { pass } from './times';

/** How long a run waits at most for anything that must happen in the end, in milliseconds. */
export const LONGEST_WAIT = 120_000;
/** How long a person waits for something on a page before they load the page again, in milliseconds. */
const ACTION_TIMEOUT = 15_000;

/** A tab with the app. */
export interface Tab {
  readonly page: Page;
  readonly chat: ChatPage;
  readonly media: MediaPage;
  readonly tray: TrayPage;
  /** Goes to a route, and loads the page again until `ready` is there. */
  at(route: string, ready: Locator): Promise<void>;
  /** Writes in the chat and presses Enter until the box is empty, because Enter does nothing while a file is uploaded (S1 §4). */
  say(text: string, withPhoto?: boolean): Promise<void>;
  /** The texts of the open chat's confirmed messages, read from its chart. */
  shown(): Promise<string[]>;
}

/** The browser of one member, in real Chromium with its own storage. */
export interface Device {
  readonly context: BrowserContext;
  /** @param prepare called with the new page before it loads the app */
  tab(prepare?: (page: Page) => Promise<unknown>): Promise<Tab>;
  /** Whether its database has a message with this text, read by a page without the app. */
  keeps(text: string): Promise<boolean>;
  /** Signs the member in again after a log-out; tabs that are loaded from then on are theirs. */
  signIn(): Promise<void>;
  /** Puts a record among the member's submissions that cannot be read as one. */
  leaveMalformed(id: string): Promise<void>;
  /** What all tabs show now, as text. Their screenshots are put into `.cache/faults`. */
  screens(): Promise<string>;
  close(): Promise<void>;
}

/** Waits until something holds. @throws Error with `what`, and with the last error of `holds`, if it does not */
export async function until(holds: () => Promise<boolean>, what: string, within = LONGEST_WAIT): Promise<void> {
  const deadline = performance.now() + within;
  let failure = '';
  const look = () =>
    holds().catch((error) => {
      failure = ` (${error.message.split('\n')[0]})`;
      return false;
    });
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`It never came: ${what}${failure}`);
    await pass(100);
  }
}

/** Opens the browser of a member who is signed in to the app at `base`. */
export async function openDevice(browser: Browser, base: string, { token, me }: Account): Promise<Device> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: 'en-GB' });
  // tsx calls this helper around named functions; a page does not have it.
  await context.addInitScript('globalThis.__name = (named) => named');
  const beside = await context.newPage();
  await beside.goto(`${base}/config.json`);
  const signIn = () => beside.evaluate((kept) => localStorage.setItem('token', kept), token);
  await signIn();

  return {
    context,
    signIn,
    async tab(prepare) {
      const page = await context.newPage();
      page.setDefaultTimeout(ACTION_TIMEOUT);
      await prepare?.(page);
      return tabIn(page, base);
    },
    keeps: (text) =>
      beside.evaluate(async (wanted) => {
        const answer = <Value>(request: IDBRequest<Value>) =>
          new Promise<Value>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const db = await answer(indexedDB.open('saathi'));
        const rows = await answer(db.transaction('submissions').objectStore('submissions').getAll());
        db.close();
        return JSON.stringify(rows).includes(`"${wanted}"`);
      }, text),
    leaveMalformed: (id) =>
      beside.evaluate(
        async ([userId, name]) => {
          const db = await new Promise<IDBDatabase>((resolve, reject) => {
            const opening = indexedDB.open('saathi');
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
          });
          const transaction = db.transaction('submissions', 'readwrite');
          transaction.objectStore('submissions').add({ userId, id: name, submission: { kind: 'message' } });
          await new Promise((resolve) => {
            transaction.oncomplete = resolve;
          });
          db.close();
        },
        [String(me.id), id] as const,
      ),
    async screens() {
      const tabs = context.pages().filter((page) => page !== beside);
      return (await Promise.all(tabs.map((page) => screenOf(page, '.cache/faults')))).join('\n');
    },
    close: () => context.close(),
  };
}

function tabIn(page: Page, base: string): Tab {
  const chat = new ChatPage(page);
  const media = new MediaPage(page);
  const isEmpty = async () => (await chat.box.inputValue()) === '';
  const at: Tab['at'] = async (route, ready) => {
    const deadline = performance.now() + LONGEST_WAIT;
    for (let isFirst = true; ; isFirst = false) {
      try {
        // A new hash alone does not load the page again.
        if (!isFirst) await page.goto('about:blank');
        await page.goto(`${base}/#${route}`, { timeout: ACTION_TIMEOUT });
        return await ready.waitFor();
      } catch (error) {
        if (performance.now() > deadline || page.isClosed()) throw error;
        await pass(300);
      }
    }
  };
  return {
    page,
    chat,
    media,
    tray: new TrayPage(page),
    at,
    async say(text, withPhoto = false) {
      if (!(await chat.box.isVisible())) await at('/gchat', chat.box);
      if (withPhoto) {
        await media.pick(await jpeg());
        await media.isReady(1);
      }
      await chat.box.fill(text);
      await until(async () => {
        await chat.box.press('Enter');
        await pass(50);
        return isEmpty();
      }, `'${text}' is not taken`);
    },
    shown: async () => {
      const timeline = (await actorsIn(page).field('conversation/history', 'timeline')) as {
        id: string;
        text: string;
      }[];
      return timeline.filter(({ id }) => !id.startsWith('temp-')).map(({ text }) => text);
    },
  };
}
