import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** A browser profile with a storage of its own. */
export interface BrowserProfile {
  /** Gives direct access to the profile. It may then be changed in ways that cannot be reset, so it is not used again. */
  readonly context: BrowserContext;
  /** Opens a tab; `apart` gives it a process of its own, as a second tab usually has. */
  tab(where?: 'apart'): Promise<Page>;
  /** Writes into the app's storage, as if the app had been used before. */
  remember(key: string, value: string): Promise<unknown>;
}

/** The browsers of a testApp. A new one costs a second until the app is shown in it, one that has shown it before a third of that. */
export interface BrowserPool {
  /** A profile that is not in use. */
  take(browser: Browser, base: string, options: BrowserContextOptions): Promise<BrowserProfile>;
  /** Closes all tabs and forgets all that was stored; the browsers keep what every visitor fetches. */
  clear(): Promise<void>;
  /** Closes all browser profiles. */
  close(): Promise<void>;
}

interface Kept {
  readonly key: string;
  readonly base: string;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** A permanent empty tab: the tabs that it opens share its process. */
  readonly openerTab: Page;
  readonly devtools: CDPSession;
  isTouched: boolean;
}

/** @param home the address whose visitors' browsers are kept */
export function createBrowserPool(home: string): BrowserPool {
  const taken = new Set<Kept>();
  const free = new Set<Kept>();

  async function build(browser: Browser, base: string, options: BrowserContextOptions, key: string): Promise<Kept> {
    // Answers that a test plays are not seen by a page behind the service worker, and fetching the app's files takes time.
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    const openerTab = await context.newPage();
    await openerTab.goto(`${base}/config.json`);
    const isTouched = base !== home || options.storageState !== undefined;
    return { key, base, browser, context, openerTab, devtools: await context.newCDPSession(openerTab), isTouched };
  }
  async function tidy(profile: Kept) {
    const { base, context, openerTab, devtools } = profile;
    if (profile.isTouched) return context.close();
    await Promise.all(context.pages().map((page) => page !== openerTab && page.close()));
    // What the tabs wrote last may still be under way to the storage: the openerTab, of the same process, comes after it.
    await openerTab.evaluate(() => localStorage.clear());
    await devtools.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'all' });
    await context.clearCookies();
    free.add(profile);
  }

  return {
    async take(browser, base, options) {
      const key = JSON.stringify([base, options]);
      const kept = [...free].find((one) => one.key === key && one.browser === browser);
      if (kept) free.delete(kept);
      const profile = kept ?? (await build(browser, base, options, key));
      taken.add(profile);
      const { context, openerTab } = profile;
      const touch = () => {
        profile.isTouched = true;
      };
      return {
        get context() {
          touch();
          return context;
        },
        async tab(where) {
          const page = await (where === 'apart' ? context.newPage() : openedBy(openerTab));
          noticing(page, touch);
          return page;
        },
        remember: (name, value) =>
          openerTab.evaluate(([to, what]) => localStorage.setItem(to, what), [name, value] as const),
      };
    },
    async clear() {
      const left = [...taken];
      taken.clear();
      await Promise.all(left.map(tidy));
    },
    async close() {
      const all = [...taken, ...free];
      taken.clear();
      free.clear();
      await Promise.all(all.map(({ context }) => context.close()));
    },
  };
}

async function openedBy(openerTab: Page): Promise<Page> {
  const opened = openerTab.context().waitForEvent('page');
  await openerTab.evaluate(() => void window.open('about:blank'));
  return opened;
}

/** Notices when a test uses a page's clock, which changes the whole browser profile. */
function noticing(page: Page, touch: () => void): void {
  const { clock } = page;
  const get = () => {
    touch();
    return clock;
  };
  Object.defineProperty(page, 'clock', { get });
}
