import type { WorkerOrder } from '../contract/appFiles';
import { WORKER_FILE } from '../contract/pushDevice';
import { watchPageReturns, whenIdle } from './page';

/** So long, in milliseconds, the app is in front of the member before it looks for a new version once more. */
const PATIENCE = 10 * 60_000;
/** So long, in milliseconds, a new version may take to begin. */
const BEGIN_LIMIT = 4_000;

const order = (worker: ServiceWorker | null | undefined, what: WorkerOrder) => worker?.postMessage(what);

/**
 * Has the app kept on this device, and says whenever another version than the one of this page could be had: one that waits, or one
 * that another tab has taken. Does nothing in a browser without service workers, and under Vite's dev server.
 * @returns ends that
 */
export function followVersions(say: () => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {};
  const { serviceWorker } = navigator;
  let isOpen = true;
  let lastLook = performance.now();
  let registration: ServiceWorkerRegistration | undefined;
  // The first worker of all takes over a page without one: that is no other version.
  let had = serviceWorker.controller;

  const look = () => {
    if (isOpen && registration?.waiting && serviceWorker.controller) say();
  };
  const found = () => registration?.installing?.addEventListener('statechange', look);
  const taken = () => {
    if (had && isOpen) say();
    had = serviceWorker.controller;
  };
  const begin = async () => {
    // Undefined where the browser has been told to have none.
    registration = (await serviceWorker.register(WORKER_FILE)) as ServiceWorkerRegistration | undefined;
    if (!registration || !isOpen) return;
    registration.addEventListener('updatefound', found);
    found();
    look();
    const { active } = await serviceWorker.ready;
    whenIdle(() => order(active, 'heavy.keep'));
  };

  serviceWorker.addEventListener('controllerchange', taken);
  const stopWatching = watchPageReturns(() => {
    if (performance.now() - lastLook < PATIENCE) return;
    lastLook = performance.now();
    registration?.update().catch(() => {});
  });
  whenIdle(() => void begin().catch((error) => console.warn('The app cannot be kept on this device', error)));
  return () => {
    isOpen = false;
    serviceWorker.removeEventListener('controllerchange', taken);
    registration?.removeEventListener('updatefound', found);
    stopWatching();
  };
}

/** Has the version that waits begin, and loads the page anew. What other tabs show goes on with their own files. */
export async function takeVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) {
    const begun = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, BEGIN_LIMIT);
    });
    order(registration.waiting, 'version.take');
    await begun;
  }
  location.reload();
}
