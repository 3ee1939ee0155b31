import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { deviceFailures, PLACE } from '../walks/device.facts';

/** Scripts the geolocation of a page; call it before the page is opened. */
export const device = `
  navigator.geolocation.getCurrentPosition = (found, refused, options) => {
    window.device = { found, refused, options };
  };`;

/** An answer of the geolocation API. */
export const deviceSays = {
  found: 'window.device.found({ coords: { latitude: 12.97161234, longitude: 77.5946 } })',
  roughly: 'window.device.found({ coords: { latitude: 12.97161234, longitude: 77.5946, accuracy: 1200.3 } })',
  denied: "window.device.refused({ code: 1, message: 'User denied Geolocation' })",
  unavailable: "window.device.refused({ code: 2, message: '' })",
  timeout: "window.device.refused({ code: 3, message: '' })",
} as const;

/** Answers the request for the location, after checking its time-out and accuracy (S1 §9). */
export async function deviceAnswers(page: Page, answer: keyof typeof deviceSays): Promise<void> {
  await page.waitForFunction(() => 'device' in window);
  expect(await page.evaluate('window.device.options')).toEqual({ timeout: 10_000, enableHighAccuracy: true });
  await page.evaluate(`${deviceSays[answer]}; delete window.device;`);
}

/** The event by which such a chart gets to know why there is no location. */
export const unlocated = (how: keyof typeof deviceFailures) => ({
  type: 'xstate.error.actor.locate',
  error: deviceFailures[how],
});

/** The acts of a screen walk with which the device answers a chart whose port for the location is called `locate`. */
export function deviceActs<Setup extends { readonly page: Page }>() {
  const answers = (answer: keyof typeof deviceSays, fact: { readonly type: string }) => ({
    tells: [fact],
    does: ({ page }: Setup) => deviceAnswers(page, answer),
  });
  const place = { type: 'xstate.done.actor.locate', output: PLACE };
  return {
    'the device answers': answers('found', place),
    'the member does not allow it': answers('denied', unlocated('the member does not allow it')),
    'the device takes too long': answers('timeout', unlocated('the device takes too long')),
    'the device does not know': answers('unavailable', unlocated('the device does not know')),
  };
}

/** Does something on a page while its browser has no geolocation. */
export async function withoutGeolocation(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(`
    window.geolocation = Object.getOwnPropertyDescriptor(Navigator.prototype, 'geolocation');
    delete Navigator.prototype.geolocation;`);
  await act();
  await page.evaluate("Object.defineProperty(Navigator.prototype, 'geolocation', window.geolocation)");
}

/** The server's answers that this browser has stored: their keys, or everything under one key, as JSON. */
export const knownOf = ({ page }: { readonly page: Page }, key?: string) =>
  page.evaluate(async (wanted) => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    if (!(await indexedDB.databases()).some(({ name }) => name === 'saathi')) return [];
    const database = await answer(indexedDB.open('saathi'));
    const rows: { key: string }[] = await answer(database.transaction('known').objectStore('known').getAll());
    database.close();
    return wanted === undefined ? rows.map((row) => row.key) : JSON.stringify(rows.filter((row) => row.key === wanted));
  }, key);
