import type { Person } from '../kit/browser';

/** Lets nobody ask the worker for the heavy files until the test does. Call it before the page is opened. */
export const holdHeavy = ({ page }: Person) =>
  page.addInitScript(() => {
    const { requestIdleCallback } = window;
    const { postMessage } = ServiceWorker.prototype;
    let isIdle = false;
    window.requestIdleCallback = (task, options) =>
      requestIdleCallback((deadline) => {
        isIdle = true;
        task(deadline);
        isIdle = false;
      }, options);
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, order: unknown) {
      const send = () => postMessage.call(this, order);
      if (order === 'heavy.keep') Object.assign(window, { heavyOrder: { isIdle, send } });
      else send();
    };
  });

/**
 * Looks for another version. @returns what becomes of it: it is 'installed', or it is 'redundant' because it could not be. 'nothing new'
 * also if the browser looked for the version before at that moment, because that check then counts as this one.
 */
export const updateOf = ({ page }: Person) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    let isFound = false;
    const end = new Promise<string>((resolve) => {
      registration.addEventListener('updatefound', () => {
        isFound = true;
        const { installing } = registration;
        installing?.addEventListener('statechange', () => resolve(installing.state), { once: true });
      });
    });
    await registration.update();
    return isFound || registration.installing ? end : 'nothing new';
  });
