import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { ChatPage } from '../journeys/pages/chat';
import { MediaPage } from '../journeys/pages/media';
import { OutboxPage } from '../journeys/pages/outbox';
import { jpeg } from '../kit/media';
import { actorsIn } from '../kit/screens/actors';
import type { Account } from './member';
import { pass } from './times';

/** Longest time for anything that must come sooner or later, in milliseconds. */
export const LONGEST_WAIT = 120_000;
/** After so long without what is waited for, a person loads a page anew, in milliseconds. */
const PATIENCE = 15_000;

/** A tab with the app. */
export interface Tab {
  readonly page: Page;
  readonly chat: ChatPage;
  readonly media: MediaPage;
  readonly tray: OutboxPage;
  /** Goes to a route until something is there, loading the page anew where it does not come. */
  at(route: string, ready: Locator): Promise<void>;
  /** Writes in the open chat and presses Enter until the text has left the box: nothing is sent while a file is uploaded (S1 §4). */
  say(text: string, withPhoto?: boolean): Promise<void>;
  /** The confirmed texts of the open chat, as its chart holds them. */
  shown(): Promise<string[]>;
}

/** The browser of one member, in real Chromium with its own storage. */
export interface Device {
  readonly context: BrowserContext;
  /** @param prepare done before the app is loaded in it */
  tab(prepare?: (page: Page) => Promise<unknown>): Promise<Tab>;
  /** Whether its database has a message with this text, looked at from beside the app. */
  keeps(text: string): Promise<boolean>;
  /** Leaves a record that is none of a member's submissions. */
  leaveMalformed(id: string): Promise<void>;
  /** What is on its screens at this moment, tab by tab, in words; the pictures of them are in `.cache/faults`. */
  screens(): Promise<string>;
  close(): Promise<void>;
}

/** Looks at a state again and again. @throws Error with `what`, and with the last failure of a look, where it does not come */
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

/** Opens the browser of a member who has signed in before, with the app at `base`. */
export async function openDevice(browser: Browser, base: string, { token, me }: Account): Promise<Device> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: 'en-GB' });
  // tsx wraps named functions in this helper of its own, which a page does not know.
  await context.addInitScript('globalThis.__name = (named) => named');
  const beside = await context.newPage();
  await beside.goto(`${base}/config.json`);
  await beside.evaluate((kept) => localStorage.setItem('token', kept), token);

  return {
    context,
    async tab(prepare) {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
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
      return (await Promise.all(tabs.map(screenOf))).join('\n');
    },
    close: () => context.close(),
  };
}

/** How long a page that may hang is given to say what it shows, in milliseconds. */
const SCREEN_WITHIN = 5_000;
let pictures = 0;

/** What a page shows: its address, the text on it, and where its picture is. */
async function screenOf(page: Page): Promise<string> {
  const orSilent = <Value>(value: Promise<Value>) =>
    Promise.race([value.catch(({ message }: Error) => `(${message})`), pass(SCREEN_WITHIN).then(() => '(no answer)')]);
  const path = join('.cache', 'faults', `${Date.now()}-${++pictures}.png`);
  await orSilent(page.screenshot({ path, timeout: SCREEN_WITHIN }));
  const text = await orSilent(page.locator('body').innerText());
  return `${page.url()} (picture: ${path})\n${text.replace(/\n+/g, '\n')}`;
}

function tabIn(page: Page, base: string): Tab {
  const chat = new ChatPage(page);
  const media = new MediaPage(page);
  const isEmpty = async () => (await chat.box.inputValue()) === '';
  const at: Tab['at'] = async (route, ready) => {
    const deadline = performance.now() + LONGEST_WAIT;
    for (let isFirst = true; ; isFirst = false) {
      try {
        // An address that differs in its hash alone loads nothing.
        if (!isFirst) await page.goto('about:blank');
        await page.goto(`${base}/#${route}`, { timeout: PATIENCE });
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
    tray: new OutboxPage(page),
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
