import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { CallFailure } from '../../src/contract/failure';

/** How a call ends. */
export type Fate = (route: Route) => Promise<unknown>;
export const passes: Fate = (route) => route.continue();
export const isLost: Fate = (route) => route.abort();
export const answers =
  (status: number, body: string): Fate =>
  (route) =>
    route.fulfill({ status, body, contentType: 'application/json' });

/** Ends the first call like this; later ones pass. */
export const onlyFirst = (fate: Fate): Fate => {
  let isFirst = true;
  return (route) => {
    const end = isFirst ? fate : passes;
    isFirst = false;
    return end(route);
  };
};

/** The end of a call that the app sees as this failure. */
export function failsWith({ kind, status, serverMessage }: CallFailure): Fate {
  if (kind === 'network') return isLost;
  if (kind === 'unreadable') return answers(status, 'Hello!');
  return answers(status, JSON.stringify(serverMessage === null ? {} : { message: serverMessage }));
}

/** Intercepts some calls of a page. By default they pass. */
export interface Calls {
  /** Holds the next calls. A call that was held before stays unanswered. */
  hold(): void;
  /** Holds the next calls, too, in addition to those that are held already. */
  holdOn(): void;
  /** Lets all held calls pass, and all later ones, or ends them in this way. */
  free(fate?: Fate): Promise<void>;
  /** Ends the held call. Later calls pass, or end as the second argument says. */
  let(fate: Fate, after?: Fate): Promise<void>;
  /** Ends all calls from now on in this way. A held call stays unanswered. */
  always(fate: Fate): void;
}

/** Intercepts the API calls of a page or of all tabs of a browser that match. */
export async function handOn(page: Pick<Page, 'route'>, fits: (request: Request) => boolean): Promise<Calls> {
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
    holdOn() {
      always = null;
    },
    async free(fate = passes) {
      const waiting = held;
      calls.always(fate);
      // A call that the page has aborted meanwhile cannot pass any more.
      await Promise.allSettled(waiting.map(fate));
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

/**
 * Lets the requests for these addresses pass again, whatever happened to them before. The interception stays in place, because a request
 * that is intercepted at the moment in which `unroute` takes it away may stay unanswered.
 */
export const passAgain = (page: Page, addresses: Parameters<Page['route']>[0]) => page.route(addresses, passes);

/** Holds the requests for these addresses, of files, too. @returns lets them pass */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Answers that the server has given and the page has not got yet. */
interface HeldAnswers {
  /** Waits until an answer is held. */
  isHeld(): Promise<void>;
  /** The page gets the held answers. Later ones are held. */
  release(): void;
  /** The page gets the held answers and all later ones. */
  free(): void;
}

/** Holds back the answers to GET requests for these addresses: the server reads them at once, and the page gets them late. */
export async function holdAnswers(page: Page, addresses: string | RegExp): Promise<HeldAnswers> {
  let held: (() => void)[] = [];
  let isFree = false;
  await page.route(addresses, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!isFree) await new Promise<void>((resolve) => held.push(resolve));
    // A request that the page has given up meanwhile needs no answer.
    await route.fulfill({ response }).catch(() => {});
  });
  const release = () => {
    for (const pass of held) pass();
    held = [];
  };
  return {
    isHeld: () => expect.poll(() => held.length).toBeGreaterThan(0),
    release,
    free() {
      isFree = true;
      release();
    },
  };
}

/**
 * From now on the server gets the calls of this path, but its answers are lost. The calls are really sent, because the app can tell a
 * call that was sent from one that was not. Returns a function that lets answers through again, and fails if none was lost. Each caller
 * calls it, because with a path that fits no call a test would show nothing.
 * @param hangs the calls have neither an answer nor a failure until the function is called
 * @param most how many answers are lost
 */
export async function loseAnswers(
  page: Page,
  path: string,
  hangs = false,
  most = Number.POSITIVE_INFINITY,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let areLost = true;
  let lost = 0;
  const held: string[] = [];
  // Each paused answer is ended by its id, because closing the session may leave it paused. This fails if the page is closed already.
  const pass = (requestId: string) => session.send('Fetch.continueRequest', { requestId }).catch(() => {});
  session.on('Fetch.requestPaused', ({ requestId }) => {
    if (!areLost || lost >= most) return void pass(requestId);
    lost += 1;
    if (hangs) held.push(requestId);
    else session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: path, requestStage: 'Response' }] });
  // On a busy machine the answer of a call right after this is not lost yet. After another call of the page it is.
  await page.evaluate(() => fetch('/nothing', { method: 'HEAD', cache: 'no-store' }).catch(() => null));
  return async () => {
    await expect.poll(() => lost, { message: `lost answers of ${path}` }).toBeGreaterThan(0);
    areLost = false;
    await Promise.all(held.splice(0).map(pass));
  };
}
