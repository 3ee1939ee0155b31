import type { WorkerOrder } from '../../contract/appFiles';
import { WORKER_FILE } from '../../contract/pushDevice';
import { momentAgo, msSince } from '../moment';
import { watchPageReturns, whenIdle } from './page';

/** The least time between two looks for a new version when the page becomes visible, in milliseconds. */
const LOOK_INTERVAL = 10 * 60_000;
/** The longest wait for a new version to take over, in milliseconds. After it the page is reloaded anyway. */
const BEGIN_LIMIT = 4_000;

const command = (worker: ServiceWorker | null | undefined, what: WorkerOrder) => worker?.postMessage(what);

/**
 * Keeps the app on this device, and reports whenever a newer version than that of this page is available: one that is installed and
 * waits, or one that another tab has activated. Does nothing in a browser without service workers and under Vite's dev server.
 * @returns a function that ends this
 */
export function followVersions(say: () => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {};
  const { serviceWorker } = navigator;
  let isOpen = true;
  let lastLook = momentAgo(0);
  let registration: ServiceWorkerRegistration | undefined;
  // The very first worker takes over a page that had none. That is not a new version.
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
    // Undefined if the browser is set to allow no service workers.
    registration = (await serviceWorker.register(WORKER_FILE)) as ServiceWorkerRegistration | undefined;
    if (!registration || !isOpen) return;
    registration.addEventListener('updatefound', found);
    found();
    look();
    const { active } = await serviceWorker.ready;
    whenIdle(() => command(active, 'heavy.keep'));
  };

  serviceWorker.addEventListener('controllerchange', taken);
  const stopWatching = watchPageReturns(() => {
    if (msSince(lastLook) < LOOK_INTERVAL) return;
    lastLook = momentAgo(0);
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

/** Activates the waiting version and reloads the page. Other tabs continue with the files of their own version. */
export async function takeVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) {
    const begun = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, BEGIN_LIMIT);
    });
    command(registration.waiting, 'version.take');
    await begun;
  }
  location.reload();
}
