import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** How far the clock jumps when it is stopped, in milliseconds. More than the time until the command reaches the page. */
const AHEAD = 1_000;

/**
 * Stops the clock of a page. `page.clock.install()` must have been called before the page was opened. From now on time passes only by
 * `runFor`, so a state that lasts two seconds stays until the test has seen it, however busy the machine is. The server's clock goes on:
 * the page does not read it any more, otherwise each answer would tell it that its own clock is ahead (DECISIONS 370).
 */
export async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
  // On a busy machine the command may reach the page after that time, and is refused. The clock has stopped by then, so the second try
  // cannot be too late.
  await stop().catch(stop);
  await page.evaluate(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'Date' ? null : get.call(this, name);
    };
  });
}

/**
 * Lets time pass in steps of 2 ms, on a page whose clock is stopped, until something holds. With a running clock a slow machine would
 * get less done in each second.
 * @returns how much time has passed, in milliseconds
 */
export async function passUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  let passed = 0;
  const passSome = async () => {
    await page.clock.runFor(2);
    passed += 2;
    return isSo();
  };
  await expect.poll(passSome, { interval: 1 }).toBe(true);
  return passed;
}

/** The waits of this length, in milliseconds, never end. Runs in a page, before the app. */
export function neverEnds(length: number): void {
  const start = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (act: () => void, time?: number, ...given: unknown[]) =>
      time === length ? 0 : start(act, time, ...given),
  });
}

/** The waits of one page that do not end by themselves. */
export interface HeldWaits {
  /** Resolves when the page waits this long. */
  begun(length: number): Promise<unknown>;
  /** Resolves when the page does not wait this long any more. */
  gone(length: number): Promise<unknown>;
  /** Ends the waits of this length now, and later ones at once. */
  end(length: number): Promise<void>;
}

/**
 * From now on a page's waits of these lengths, in milliseconds, end only when the test ends them. Use it for one of several tabs:
 * Playwright's clock is the same for all of them, and a tab that has hung would catch up with it when it wakes.
 */
export async function holdWaits(page: Page, lengths: readonly number[]): Promise<HeldWaits> {
  await page.evaluate((all) => {
    const { setTimeout: start, clearTimeout: stop } = window;
    const held = new Map<number, { readonly length: number; readonly act: () => void }>();
    const ended = new Set<number>();
    let count = 0;
    const hold = (act: (...given: unknown[]) => void, length = 0, ...given: unknown[]) => {
      if (!all.includes(length)) return start(act, length, ...given);
      if (ended.has(length)) return start(act, 0, ...given);
      // The browser's own numbers are positive.
      held.set(--count, { length, act: () => act(...given) });
      return count;
    };
    const release = (id?: number) => {
      if (id === undefined || !held.delete(id)) stop(id);
    };
    const isHeld = (length: number) => [...held.values()].some((wait) => wait.length === length);
    const end = (length: number) => {
      ended.add(length);
      for (const [id, wait] of held) if (wait.length === length && held.delete(id)) wait.act();
    };
    Object.assign(window, { setTimeout: hold, clearTimeout: release, waits: { isHeld, end } });
  }, lengths);
  return {
    begun: (length) => page.waitForFunction((one) => (window as unknown as PageOfWaits).waits.isHeld(one), length),
    gone: (length) => page.waitForFunction((one) => !(window as unknown as PageOfWaits).waits.isHeld(one), length),
    end: (length) => page.evaluate((one) => (window as unknown as PageOfWaits).waits.end(one), length),
  };
}

/** What `holdWaits` adds to a page. */
interface PageOfWaits {
  readonly waits: { isHeld(length: number): boolean; end(length: number): void };
}
