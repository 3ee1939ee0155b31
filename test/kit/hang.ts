import type { Page, Route } from 'playwright-core';

/** A page whose script runs without a pause for a while. */
export interface Hang {
  /** Resolves when the page has begun to hang. */
  readonly begun: Promise<unknown>;
  isOver(): boolean;
  /** Resolves when the page is awake again. */
  readonly over: Promise<void>;
}

const HANGS = 'The page hangs for the test.';

/**
 * Makes a page hang: until it wakes it gets no news of the network, of other tabs or of its clock. Without `press` it first finishes what
 * it writes to its database, because a page that hangs meanwhile holds the database of all tabs.
 * @param press the label of a button that is pressed directly before
 */
export function hang(page: Page, pause: number, press?: string): Hang {
  let isOver = false;
  const begun = page.waitForEvent('console', (message) => message.text() === HANGS);
  const over = page
    .evaluate(
      ([length, label, hangs]) => {
        if (label !== undefined) document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click();
        const atRest = (act: () => void) => {
          if (label !== undefined) return void setTimeout(act);
          const opening = indexedDB.open('saathi');
          opening.onsuccess = () => {
            const database = opening.result;
            database.transaction([...database.objectStoreNames], 'readwrite').oncomplete = act;
            database.close();
          };
        };
        return new Promise<void>((resolve) => {
          atRest(() => {
            console.debug(hangs);
            const end = performance.now() + length;
            while (performance.now() < end);
            resolve();
          });
        });
      },
      [pause, press, HANGS] as const,
    )
    .then(() => {
      isOver = true;
    });
  return { begun, isOver: () => isOver, over };
}

/**
 * Makes a page hang until it is woken, also while its database does not answer: it waits for the answer to a synchronous call.
 * @returns wakes the page
 */
export async function hangUntilWoken(page: Page): Promise<() => Promise<void>> {
  const called = new Promise<Route>((resolve) => page.route('**/hanging', resolve));
  const over = page.evaluate(() => {
    const call = new XMLHttpRequest();
    call.open('GET', '/hanging', false);
    call.send();
  });
  const route = await called;
  return async () => {
    await route.fulfill();
    await over;
  };
}
