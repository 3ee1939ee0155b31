import type { Page, Route } from 'playwright-core';

/**
 * What a page does directly before it hangs: it presses the button with this label; or it finishes what it writes to its database,
 * because a page that hangs meanwhile holds the database of all tabs; or nothing.
 */
type Last = { readonly press: string } | 'writes' | 'nothing';

/**
 * Makes a page hang: until it is woken it gets no news of the network, of other tabs or of its clock. It waits for the answer to a
 * synchronous call, which takes no processor time.
 * @returns wakes the page
 */
export async function hang(page: Page, last: Last): Promise<() => Promise<void>> {
  const called = new Promise<Route>((resolve) => page.route('**/hanging', resolve));
  const over = page.evaluate(
    (what) =>
      new Promise<void>((resolve) => {
        const wait = () => {
          const call = new XMLHttpRequest();
          call.open('GET', '/hanging', false);
          call.send();
          resolve();
        };
        if (what === 'nothing') return wait();
        if (what !== 'writes') {
          document.querySelector<HTMLElement>(`button[aria-label="${what.press}"]`)?.click();
          setTimeout(wait);
          return;
        }
        const opening = indexedDB.open('saathi');
        opening.onsuccess = () => {
          const database = opening.result;
          database.transaction([...database.objectStoreNames], 'readwrite').oncomplete = wait;
          database.close();
        };
      }),
    last,
  );
  const route = await called;
  return async () => {
    await route.fulfill();
    await over;
    await page.unroute('**/hanging');
  };
}
