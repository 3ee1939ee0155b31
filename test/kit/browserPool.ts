import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** A browser profile with a storage of its own. */
export interface BrowserProfile {
  /** Direct access to the profile. The caller may change it in ways that cannot be reset, so it is not used again. */
  readonly context: BrowserContext;
  /** Cuts the network of the whole profile, or restores it. It is there again when the profile is used again. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Opens a tab; `apart` gives it a process of its own, as a second tab usually has. */
  tab(where?: 'apart'): Promise<Page>;
  /** Writes into the app's storage, as if the app had been used before. */
  remember(key: string, value: string): Promise<unknown>;
}

/**
 * The browser profiles of a test app. A new profile takes a second to show the app; a profile that has shown it before, a third of
 * that.
 */
export interface BrowserPool {
  /**
   * A profile that is not in use.
   * @param hasClock whether Playwright's clock is installed in it
   */
  take(browser: Browser, base: string, options: BrowserContextOptions, hasClock?: boolean): Promise<BrowserProfile>;
  /** Closes all tabs and clears all storage. The profiles keep the app's files in their HTTP cache. */
  clear(): Promise<void>;
  /** Closes the browser profiles that have not been used for longest, and keeps a few for the next test file. */
  reduce(): Promise<void>;
}

interface Kept {
  readonly key: string;
  readonly base: string;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** A tab that stays open. The tabs that it opens share its process. */
  readonly openerTab: Page;
  readonly devtools: CDPSession;
  isTouched: boolean;
}

/** How many unused profiles are kept for the next test file. Each has a process of its own. */
const KEPT = 6;

/** @param home the address of the app; only profiles for this address are used again */
export function createBrowserPool(home: string): BrowserPool {
  const taken = new Set<Kept>();
  const free = new Set<Kept>();

  async function build(browser: Browser, base: string, options: BrowserContextOptions, key: string): Promise<Kept> {
    // A page behind the service worker would not get answers that a test fakes, and the service worker takes time to fetch the app's files.
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    const openerTab = await context.newPage();
    await openerTab.goto(`${base}/config.json`);
    // A service worker may still control the opener tab after its registration is deleted.
    const isTouched = base !== home || options.storageState !== undefined || options.serviceWorkers === 'allow';
    return { key, base, browser, context, openerTab, devtools: await context.newCDPSession(openerTab), isTouched };
  }
  async function tidy(profile: Kept) {
    const { base, context, openerTab, devtools } = profile;
    if (profile.isTouched) return context.close();
    await Promise.all(context.pages().map((page) => page !== openerTab && page.close()));
    // The last writes of the closed tabs may still be pending. This call comes after them, because it is from the same process.
    await openerTab.evaluate(() => localStorage.clear());
    await devtools.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'all' });
    await Promise.all([context.clearCookies(), context.setOffline(false)]);
    free.add(profile);
  }

  return {
    async take(browser, base, options, hasClock = false) {
      const key = JSON.stringify([base, options, hasClock]);
      const kept = [...free].find((one) => one.key === key && one.browser === browser);
      if (kept) free.delete(kept);
      const profile = kept ?? (await build(browser, base, options, key));
      taken.add(profile);
      const { context, openerTab } = profile;
      if (hasClock) {
        // The clock cannot be taken out again. It may have been stopped, or set, by the test before.
        await context.clock.resume();
        await context.clock.install();
      }
      const touch = () => {
        profile.isTouched = true;
      };
      return {
        get context() {
          touch();
          return context;
        },
        setOffline: (isOffline) => context.setOffline(isOffline),
        async tab(where) {
          const page = await (where === 'apart' ? context.newPage() : openedBy(openerTab));
          if (!hasClock) noticing(page, touch);
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
    async reduce() {
      const closed = [...taken, ...[...free].slice(0, -KEPT)];
      taken.clear();
      for (const one of closed) free.delete(one);
      await Promise.all(closed.map(({ context }) => context.close()));
      await Promise.all([...free].map(({ devtools }) => devtools.send('Network.clearBrowserCache')));
    },
  };
}

async function openedBy(openerTab: Page): Promise<Page> {
  const opened = openerTab.context().waitForEvent('page');
  await openerTab.evaluate(() => void window.open('about:blank'));
  return opened;
}

/** Calls `touch` when a test uses the clock of a page that has none, which changes the whole browser profile. */
function noticing(page: Page, touch: () => void): void {
  const { clock } = page;
  const get = () => {
    touch();
    return clock;
  };
  Object.defineProperty(page, 'clock', { get });
}
