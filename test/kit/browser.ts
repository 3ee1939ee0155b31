import { dirname, join } from 'node:path';
import type { AnyRouter } from '@tanstack/react-router';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { ChatGroupEntry } from '../../src/contract/chats';
import { ChatPage } from '../journeys/pages/chat';
import { ChatListPage } from '../journeys/pages/chatList';
import { DrawerPage } from '../journeys/pages/drawer';
import { LoginPage } from '../journeys/pages/login';
import { MediaPage } from '../journeys/pages/media';
import { MenuPage } from '../journeys/pages/menu';
import { SignupPage } from '../journeys/pages/signup';
import { TrayPage } from '../journeys/pages/tray';
import { VoicePage } from '../journeys/pages/voice';
import { faultsLeft } from './axe';
import { type BrowserPool, type BrowserProfile, createBrowserPool } from './browserPool';
import { forShortPages, launchChromium } from './chromium';
import { copyOfTemplate } from './database';
import { type ServerProcess, startServerProcess } from './process';
import { screenOf } from './screenOf';
import { startPageRecording } from './screens/recording';
import { call, signIn, stompClient } from './server';
import { slowPage } from './slowly';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a page waits for anything, in milliseconds. Set in `vitest.config.ts`. */
    uiTimeout: number;
  }
}

/** A person with a browser, and the page objects of the app in it. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Cuts the network of the person's browser, or restores it. */
  setOffline(isOffline: boolean): Promise<void>;
  readonly login: LoginPage;
  readonly signup: SignupPage;
  readonly menu: MenuPage;
  readonly drawer: DrawerPage;
  readonly chats: ChatListPage;
  readonly chat: ChatPage;
  readonly media: MediaPage;
  readonly voice: VoicePage;
  readonly tray: TrayPage;
  /** Goes to a route of the app, such as '/chat', like a link from outside. */
  open(route: string): Promise<void>;
  /** The route in the page's address, without search parameters. */
  route(): string;
  /** Waits until the page shows the screen of a route. */
  isAt(route: string): Promise<void>;
  /** The same person in another tab. */
  anotherTab(): Promise<Person>;
}

/** The settings of a person's browser: those of Playwright, and the answer to a request for the microphone. */
export interface PersonOptions extends BrowserContextOptions {
  /** By default pages get a fake microphone, which beeps every second, without a prompt. */
  readonly microphone?: 'granted' | 'denied';
  /** The address of the server for this browser, without a slash at the end; by default that of the app's own server. */
  readonly base?: string;
  /**
   * Whether the clock of the pages is Playwright's from the start. A browser that gets that clock later cannot be used again, and a new
   * one costs about a second of processor time.
   */
  readonly hasClock?: boolean;
}

/** A server, a browser, and the people who use it. */
export interface TestApp {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** The time zone of everybody's browser. */
  readonly zone: string;
  /** A person with a browser of their own, who has not signed in. */
  visitor(options?: PersonOptions): Promise<Person>;
  /** A member of the demo organisation who has logged in on the login screen and sees the chat list. */
  member(username: string, options?: PersonOptions): Promise<Person>;
  /** A member whose browser has the token of an earlier login; no page is open yet. */
  returning(username: string, options?: PersonOptions): Promise<Person>;
  /** The token of a member of the demo organisation, for actions without a browser. */
  token(username: string): Promise<string>;
  /** GETs something from the API as a member. */
  read(path: string, username: string): Promise<unknown>;
  /** A member calls the API, without a browser. @returns what the server answers. @throws Error if it refuses */
  act(username: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
  /**
   * A member says something in 'gchat' or 'chat/<id>', without a browser. Resolves when all is stored.
   * @param parentMessageId the message that it answers
   */
  say(username: string, chat: string, texts: string | readonly string[], parentMessageId?: string): Promise<void>;
  /** The id of the chat of Mira, Ravi and Tara. */
  caseChat(): Promise<string>;
  /** What all tabs show now: their addresses, texts, and paths of their pictures. */
  shown(): Promise<string>;
  /** The console errors of all pages since the browsers were last closed. */
  complaints(): readonly string[];
  /** Closes the browsers of all people. @throws Error if a page threw an error or violated its security policy */
  closeBrowsers(): Promise<void>;
  close(): Promise<void>;
}

/** Whether the element has the keyboard focus. */
export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it === document.activeElement);

/** What screen readers read out after the name of the element, from the hint to the error. */
export const descriptionsOf = (element: Locator): Promise<string[]> =>
  element.evaluate((it) => (it.ariaDescribedByElements ?? []).map((by) => (by as HTMLElement).innerText));

/**
 * The app of a test file, which runs from the first test to the last. `env` are settings for its server. The browsers of all people are
 * closed after each test. It cannot be used before the first test.
 * @param reducedMotion whether people see animations. Without them a journey takes a sixth less time
 */
export function openTestApp(
  env: Readonly<Record<string, string>> = {},
  reducedMotion: 'reduce' | 'no-preference' = 'reduce',
): TestApp {
  let opened: TestApp | null = null;
  const open = () => {
    if (!opened) throw new Error('The app starts with the first test.');
    return opened;
  };
  beforeAll(async () => {
    opened = await startTestApp(env, reducedMotion);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await open().shown());
    await open().closeBrowsers();
  });
  afterAll(() => opened?.close());
  return {
    get server() {
      return open().server;
    },
    get browser() {
      return open().browser;
    },
    get zone() {
      return open().zone;
    },
    visitor: (options) => open().visitor(options),
    member: (username, options) => open().member(username, options),
    returning: (username, options) => open().returning(username, options),
    token: (username) => open().token(username),
    read: (path, username) => open().read(path, username),
    act: (...act) => open().act(...act),
    say: (...said) => open().say(...said),
    caseChat: () => open().caseChat(),
    shown: () => open().shown(),
    complaints: () => open().complaints(),
    closeBrowsers: () => open().closeBrowsers(),
    close: () => open().close(),
  };
}

/** Another name for this machine. Over plain http browsers count 127.0.0.1 and localhost as secure, but not this name. */
export const plainHttpName = 'saathi.test';
const nameOverPlainHttp = `--host-resolver-rules=MAP ${plainHttpName} 127.0.0.1`;

/**
 * The browsers of this worker. All its test files use them one after the other, and leave no profile behind. Playwright ends them with
 * the process. The answer to requests for the microphone belongs to the whole browser, because not all versions ask a context for it.
 */
const browsers = new Map<string, Promise<Browser>>();
async function browserWith(microphone: 'granted' | 'denied'): Promise<Browser> {
  const running = await browsers.get(microphone);
  if (running?.isConnected()) return running;
  const launched = launchChromium([...forShortPages, ...fakeDevices(microphone), nameOverPlainHttp]);
  browsers.set(microphone, launched);
  return launched;
}

/** The size of a window, if a test gives no other. */
const usualSize = { width: 1000, height: 700 };

/** The browser profiles of this worker, by the address of the app. */
const pools = new Map<string, BrowserPool>();
function poolAt(base: string): BrowserPool {
  const pool = pools.get(base) ?? createBrowserPool(base);
  pools.set(base, pool);
  return pool;
}

/** Starts the app with a server of its own. */
async function startTestApp(
  env: Readonly<Record<string, string>>,
  reducedMotion: 'reduce' | 'no-preference',
): Promise<TestApp> {
  const { databaseUrl, dataDir, remove } = await copyOfTemplate();
  const [server, browser] = await Promise.all([
    startServerProcess({ DATABASE_URL: databaseUrl, ...env }, { dataDir, isHosted: true }),
    browserWith('granted'),
  ]);
  const zone = whereItIsEvening();
  const profiles = poolAt(server.base);
  const accidents: string[] = [];
  /** What axe has checked in this run. The folder of the template is deleted at the end. */
  const marks = join(dirname(inject('template').dataDir), 'axe');
  /** All tabs of the test. */
  const tabs: Page[] = [];
  const recording = startPageRecording();
  const complaints: string[] = [];
  const tokens = new Map<string, Promise<string>>();
  const token = (username: string) => {
    const kept = tokens.get(username) ?? signIn(server.base, username);
    tokens.set(username, kept);
    return kept;
  };

  const personAt = (
    profile: BrowserProfile,
    page: Page,
    base: string,
    openTab: (where: 'apart') => Promise<Person>,
  ): Person => {
    page.setDefaultTimeout(inject('uiTimeout'));
    page.on('pageerror', (error) => accidents.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const said = `${page.url()}: ${message.text()}`;
      if (/Content Security Policy|Uncaught/.test(said)) accidents.push(said);
      if (message.type() === 'error') complaints.push(said);
    });
    return {
      page,
      get context() {
        return profile.context;
      },
      setOffline: (isOffline) => profile.setOffline(isOffline),
      login: new LoginPage(page),
      signup: new SignupPage(page),
      menu: new MenuPage(page),
      drawer: new DrawerPage(page),
      chats: new ChatListPage(page),
      chat: new ChatPage(page),
      media: new MediaPage(page),
      voice: new VoicePage(page),
      tray: new TrayPage(page),
      open: async (route) => {
        await page.goto(`${base}/#${route}`);
      },
      route: () => routeOf(page.url()),
      isAt: async (route) => {
        await page.waitForURL((url) => routeOf(url.href) === route);
        // The address changes first. The previous screen stays, and accepts presses, until the code of the next one is loaded.
        await expect.poll(() => page.evaluate(isScreenShown), { interval: 20 }).toBe(true);
      },
      anotherTab: () => openTab('apart'),
    };
  };
  const openProfile = async ({
    microphone = 'granted',
    base = server.base,
    viewport = usualSize,
    hasClock,
    ...options
  }: PersonOptions = {}) => {
    const usual = { locale: 'en-GB', reducedMotion, timezoneId: zone, viewport: usualSize };
    const profile = await profiles.take(await browserWith(microphone), base, { ...usual, ...options }, hasClock);
    const openTab = async (where?: 'apart'): Promise<Person> => {
      const page = await profile.tab(where);
      // The size of the tab, not of the profile, so that a profile can be used again for a window of another size.
      if (viewport && viewport !== usualSize) await page.setViewportSize(viewport);
      await recording.record(page);
      await slowPage(page);
      tabs.push(page);
      return personAt(profile, page, base, openTab);
    };
    return { profile, openTab: () => openTab() };
  };
  const visitor = async (options?: PersonOptions) => (await openProfile(options)).openTab();

  const read = async (path: string, username: string) =>
    (await call(server.base, path, { token: await token(username) })).body;

  return {
    server,
    browser,
    zone,
    visitor,
    async member(username, options) {
      const person = await visitor(options);
      await person.open('/login');
      await person.login.logIn(username);
      await person.isAt('/chat');
      return person;
    },
    async returning(username, options) {
      const { profile, openTab } = await openProfile(options);
      await profile.remember('token', await token(username));
      return openTab();
    },
    token,
    read,
    async act(username, method, path, body) {
      const answer = await call(server.base, path, { method, body, token: await token(username) });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async say(username, chat, texts, parentMessageId) {
      const client = await stompClient(server.base, await token(username));
      for (const text of [texts].flat())
        client.send(`/app/${chat}/send`, { text, parentMessageId, clientMessageId: crypto.randomUUID() });
      await client.settled();
      await client.close();
    },
    async caseChat() {
      const [entry] = (await read('/api/chat/groups', 'member')) as ChatGroupEntry[];
      if (!entry) throw new Error('Mira has no chat.');
      return entry.chatGroup.id;
    },
    shown: async () => (await Promise.all(tabs.map((page) => screenOf(page, 'test/results/failed')))).join('\n\n'),
    complaints: () => complaints,
    async closeBrowsers() {
      await recording.catchUp();
      for (const page of tabs.splice(0)) accidents.push(...(await faultsLeft(page, marks)));
      await profiles.clear();
      complaints.length = 0;
      const happened = accidents.splice(0);
      if (happened.length > 0) throw new Error(happened.join('\n'));
    },
    async close() {
      await recording.write();
      await profiles.reduce();
      await server.discard();
      await remove();
    },
  };
}

/** The switches for Chromium's fake microphone and camera, and for the automatic answer to its prompts. */
const fakeDevices = (microphone: 'granted' | 'denied') => [
  '--use-fake-device-for-media-stream',
  `--use-fake-ui-for-media-stream${microphone === 'denied' ? '=deny' : ''}`,
];

const routeOf = (address: string) => new URL(address).hash.replace(/^#/, '').replace(/\?.*$/, '');

/** Whether the page shows the screen of its address. Runs in the page and asks the app's own router. */
function isScreenShown(): boolean {
  const state = (window as { __TSR_ROUTER__?: AnyRouter }).__TSR_ROUTER__?.state;
  return state?.status === 'idle' && state.resolvedLocation?.href === state.location.href;
}

/** A time zone in which it is about 8 p.m. now, so that messages some hours old are from today and midnight is hours away. */
function whereItIsEvening(): string {
  const east = (20 - new Date().getUTCHours() + 24) % 24;
  const offset = east > 14 ? east - 24 : east;
  // The names of these zones have the opposite sign: 'Etc/GMT-5' is UTC+5.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
