import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { ChatGroupEntry } from '../../src/contract/chats';
import { ChatPage } from '../journeys/pages/chat';
import { ChatListPage } from '../journeys/pages/chatList';
import { DrawerPage } from '../journeys/pages/drawer';
import { LoginPage } from '../journeys/pages/login';
import { MediaPage } from '../journeys/pages/media';
import { MenuPage } from '../journeys/pages/menu';
import { OutboxPage } from '../journeys/pages/outbox';
import { SignupPage } from '../journeys/pages/signup';
import { VoicePage } from '../journeys/pages/voice';
import { type BrowserProfile, createBrowserPool } from './browserPool';
import { launchChromium } from './chromium';
import { copyOfTemplate } from './database';
import { type ServerProcess, startServerProcess } from './process';
import { call, signIn } from './server';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a page waits for anything, in milliseconds; `vitest.config.ts` says so. */
    uiTimeout: number;
  }
}

/** Somebody at a browser, and the app as they see it. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly login: LoginPage;
  readonly signup: SignupPage;
  readonly menu: MenuPage;
  readonly drawer: DrawerPage;
  readonly chats: ChatListPage;
  readonly chat: ChatPage;
  readonly media: MediaPage;
  readonly voice: VoicePage;
  readonly outbox: OutboxPage;
  /** Goes to a route of the app, '/chat' for instance, as by a link from outside. */
  open(route: string): Promise<void>;
  /** The route that the page shows, without what the login remembers. */
  route(): string;
  /** Waits until the page shows a route. */
  isAt(route: string): Promise<void>;
  /** The same person in another tab. */
  anotherTab(): Promise<Person>;
}

/** How somebody's browser is: as Playwright tells it, and what it does when a page asks for the microphone. */
export interface Seat extends BrowserContextOptions {
  /** The fake one, which beeps every second, is given without a question unless this says otherwise. */
  readonly microphone?: 'granted' | 'denied';
  /** Where they reach the server, without a slash at the end: directly unless this says otherwise. */
  readonly base?: string;
}

/** A server, a browser, and the people in front of it. */
export interface TestApp {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** The time zone of everybody's browser. */
  readonly zone: string;
  /** A person with a browser of their own, who has not signed in. */
  visitor(options?: Seat): Promise<Person>;
  /** A member of the demo organisation who has signed in through the login screen, and stands before the chat list. */
  member(username: string, options?: Seat): Promise<Person>;
  /** A member who has signed in another day, so that the browser holds the token; nothing is opened yet. */
  returning(username: string, options?: Seat): Promise<Person>;
  /** The token of a member of the demo organisation, for what others do meanwhile without a browser. */
  token(username: string): Promise<string>;
  /** What the API answers a member who reads something. */
  read(path: string, username: string): Promise<unknown>;
  /** The id of the chat of Mira, Ravi and Tara. */
  caseChat(): Promise<string>;
  /** What the pages have complained of on their consoles since everybody was sent home. */
  complaints(): readonly string[];
  /** Sends everybody home. @throws Error when a page broke or its security policy was violated */
  sendHome(): Promise<void>;
  close(): Promise<void>;
}

/** Whether what is typed now comes to this element. */
export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it === document.activeElement);

/**
 * The testApp of a test file, open from its first test to its last; `env` are settings for its server. After each test everybody is
 * sent home. Nothing of it can be had before the first test.
 */
export function openTestApp(env: Readonly<Record<string, string>> = {}): TestApp {
  let opened: TestApp | null = null;
  const open = () => {
    if (!opened) throw new Error('The testApp opens with the first test.');
    return opened;
  };
  beforeAll(async () => {
    opened = await runChart(env);
  });
  afterEach(() => open().sendHome());
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
    visitor: (seat) => open().visitor(seat),
    member: (username, seat) => open().member(username, seat),
    returning: (username, seat) => open().returning(username, seat),
    token: (username) => open().token(username),
    read: (path, username) => open().read(path, username),
    caseChat: () => open().caseChat(),
    complaints: () => open().complaints(),
    sendHome: () => open().sendHome(),
    close: () => open().close(),
  };
}

/**
 * The browsers of this worker, which all its test files use one after the other: they leave no profile behind. Playwright ends them
 * with the process. Whether the microphone is given is a matter of the whole browser: not all of them ask a context's permissions.
 */
const browsers = new Map<string, Promise<Browser>>();
async function browserWith(microphone: 'granted' | 'denied'): Promise<Browser> {
  const running = await browsers.get(microphone);
  if (running?.isConnected()) return running;
  const launched = launchChromium(fakeDevices(microphone));
  browsers.set(microphone, launched);
  return launched;
}

/** A testApp with a server of its own. */
async function runChart(env: Readonly<Record<string, string>>): Promise<TestApp> {
  const { databaseUrl, dataDir, remove } = await copyOfTemplate();
  const [server, browser] = await Promise.all([
    startServerProcess({ DATABASE_URL: databaseUrl, ...env }, { dataDir }),
    browserWith('granted'),
  ]);
  const zone = whereItIsEvening();
  const profiles = createBrowserPool(server.base);
  const accidents: string[] = [];
  const complaints: string[] = [];
  const tokens = new Map<string, Promise<string>>();
  const token = (username: string) => {
    const kept = tokens.get(username) ?? signIn(server.base, username);
    tokens.set(username, kept);
    return kept;
  };

  const personAt = (profile: BrowserProfile, page: Page, base: string): Person => {
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
      login: new LoginPage(page),
      signup: new SignupPage(page),
      menu: new MenuPage(page),
      drawer: new DrawerPage(page),
      chats: new ChatListPage(page),
      chat: new ChatPage(page),
      media: new MediaPage(page),
      voice: new VoicePage(page),
      outbox: new OutboxPage(page),
      open: async (route) => {
        await page.goto(`${base}/#${route}`);
      },
      route: () => routeOf(page.url()),
      isAt: (route) => page.waitForURL((url) => routeOf(url.href) === route),
      anotherTab: async () => personAt(profile, await profile.tab('apart'), base),
    };
  };
  const arrive = async ({ microphone = 'granted', base = server.base, ...options }: Seat = {}) => {
    const profile = await profiles.take(await browserWith(microphone), base, {
      locale: 'en-GB',
      timezoneId: zone,
      viewport: { width: 1000, height: 700 },
      ...options,
    });
    return { profile, sitDown: async () => personAt(profile, await profile.tab(), base) };
  };
  const visitor = async (options?: Seat) => (await arrive(options)).sitDown();

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
      const { profile, sitDown } = await arrive(options);
      await profile.remember('token', await token(username));
      return sitDown();
    },
    token,
    read,
    async caseChat() {
      const [entry] = (await read('/api/chat/groups', 'member')) as ChatGroupEntry[];
      if (!entry) throw new Error('Mira has no chat.');
      return entry.chatGroup.id;
    },
    complaints: () => complaints,
    async sendHome() {
      await profiles.clear();
      complaints.length = 0;
      const happened = accidents.splice(0);
      if (happened.length > 0) throw new Error(happened.join('\n'));
    },
    async close() {
      await profiles.close();
      await server.discard();
      await remove();
    },
  };
}

/** Chromium's own microphone and camera for tests, and its answer in place of the member's. */
const fakeDevices = (microphone: 'granted' | 'denied') => [
  '--use-fake-device-for-media-stream',
  `--use-fake-ui-for-media-stream${microphone === 'denied' ? '=deny' : ''}`,
];

const routeOf = (address: string) => new URL(address).hash.replace(/^#/, '').replace(/\?.*$/, '');

/** The zone where it is 8 in the evening: what was said hours ago was said today, and midnight is far. */
function whereItIsEvening(): string {
  const east = (20 - new Date().getUTCHours() + 24) % 24;
  const offset = east > 14 ? east - 24 : east;
  // These zones carry the sign of what must be added to get to Greenwich.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
