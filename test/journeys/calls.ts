import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';

/** What becomes of a call. */
export type Fate = (route: Route) => Promise<unknown>;
export const passes: Fate = (route) => route.continue();
export const isLost: Fate = (route) => route.abort();
export const answers =
  (status: number, body: string): Fate =>
  (route) =>
    route.fulfill({ status, body, contentType: 'application/json' });

/** A hand on some of the calls of a page, which pass unless it is told otherwise. */
export interface Calls {
  /** The next ones wait; one that waits is forgotten. */
  hold(): void;
  /** What becomes of the one that waits; and of those after it, which pass unless something else is said. */
  let(fate: Fate, after?: Fate): Promise<void>;
  /** What becomes of all from now on; the one that waits is forgotten. */
  always(fate: Fate): void;
}

/** Puts a hand on the calls of the API that fit. */
export async function handOn(page: Page, fits: (request: Request) => boolean): Promise<Calls> {
  let always: Fate | null = passes;
  let held: Route[] = [];
  await page.route('**/api/**', (route) => {
    if (!fits(route.request())) return route.fallback();
    return always ? always(route) : held.push(route);
  });
  const calls: Calls = {
    hold() {
      always = null;
      held = [];
    },
    async let(fate, after = passes) {
      await expect.poll(() => held.length).toBe(1);
      const waiting = held;
      calls.always(after);
      await Promise.all(waiting.map(fate));
    },
    always(fate) {
      always = fate;
      held = [];
    },
  };
  return calls;
}
