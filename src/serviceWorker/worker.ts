import { safeParse } from 'valibot';
import type { AppFiles, WorkerOrder } from '../contract/appFiles';
import { PushPayload } from '../contract/notifications';
import { DEVICE_ADDRESS, DEVICE_CACHE, NoticeData, PushDevice, type PushQuestion } from '../contract/pushDevice';
import { isFor, mayShowNone, noticeOf, pressedPath } from '../rules/notifications/pushNotice';
import { keeperOf } from './appFiles';
import type { PushData, WorkerScope } from './scope';
import { isShare, takeShare } from './share';

/**
 * The app's only service worker (DECISIONS P12). It stores the app's files for use without a network, shows push messages, and accepts
 * what other apps share.
 */
declare const self: WorkerScope;
/** Inserted by the build (scripts/kit/serviceWorker.ts); null under Vite's dev server. */
declare const APP_FILES_OF_THIS_BUILD: AppFiles | null;

const files = APP_FILES_OF_THIS_BUILD;
const keeper = files && keeperOf(files, self.registration.scope);

// A new version waits until no tab uses the old one or the member asks for it, so that it never interrupts a page.
self.addEventListener('install', (event) => event.waitUntil(keeper ? keeper.install() : self.skipWaiting()));

self.addEventListener('activate', (event) =>
  // The worker claims open tabs, so that a click on a notice can navigate them.
  event.waitUntil(Promise.all([self.clients.claim(), forgetOld()])),
);

/**
 * Deletes the files of old versions, unless several tabs are open: each of them may run another version. A newer version that is still
 * being installed would look like an old one that is incomplete.
 */
async function forgetOld(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length < 2 && !self.registration.installing) await keeper?.forgetOld();
}

self.addEventListener('message', (event) => {
  const order = event.data as WorkerOrder;
  if (order === 'version.take') event.waitUntil(self.skipWaiting());
  if (order === 'heavy.keep')
    event.waitUntil(
      keeper?.keepHeavy().catch((error) => console.error('Not all parts are kept', error)) ?? Promise.resolve(),
    );
});

self.addEventListener('fetch', (event) => {
  const { scope } = self.registration;
  if (isShare(event.request, scope)) return event.respondWith(takeShare(event.request, scope));
  const answer = keeper?.answer(event.request, (task) => event.waitUntil(task));
  // If the browser's cache fails, the network may still work.
  if (answer) event.respondWith(answer.catch(() => fetch(event.request)));
});

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { success, output } = safeParse(NoticeData, event.notification.data);
  event.waitUntil(device().then((known) => open(pressedPath(success ? output : null, known))));
});

async function show(data: PushData | null): Promise<void> {
  const [payload, known, now] = [payloadIn(data), await device(), Date.now()];
  if (payload && isFor(payload, known, now) && mayShowNone(navigator.userAgent) && (await isTold(payload))) return;
  const { title, body, tag, path, memberId } = noticeOf(payload, known, now);
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: 'icon-192.png',
    data: { path, memberId },
  });
}

/** The longest wait for the answer of the page in front, in milliseconds. */
const ANSWER_LIMIT = 500;

/** The open tabs of the app. Other pages beside it, such as the rules workbench, cannot show an address of the app. */
async function appTabs() {
  const { scope } = self.registration;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return tabs.filter(({ url }) => [scope, `${scope}index.html`].includes(url.split(/[?#]/)[0] ?? ''));
}

/** Whether the page in front has told the member already. */
async function isTold({ memberId, tag }: PushPayload): Promise<boolean> {
  const tabs = await appTabs();
  const front = tabs.find(({ focused, visibilityState }) => focused && visibilityState === 'visible');
  if (!front) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data: answer }) => resolve(answer === true);
    setTimeout(() => resolve(false), ANSWER_LIMIT);
    front.postMessage({ type: 'push.question', memberId, tag } satisfies PushQuestion, [port2]);
  });
}

function payloadIn(data: PushData | null): PushPayload | null {
  try {
    const { success, output } = safeParse(PushPayload, data?.json());
    return success ? output : null;
  } catch {
    return null;
  }
}

/** The member whose messages this device shows; null if none is stored or the cache cannot be read. */
async function device(): Promise<PushDevice | null> {
  try {
    const kept = await (await caches.open(DEVICE_CACHE)).match(DEVICE_ADDRESS);
    const { success, output } = safeParse(PushDevice, await kept?.json());
    return success ? output : null;
  } catch {
    return null;
  }
}

/** Brings an open tab of the app to the front and navigates it to an address, or opens a new one. */
async function open(path: string): Promise<void> {
  const address = new URL(path, self.registration.scope).href;
  const tabs = await appTabs();
  const tab =
    tabs.find(({ focused }) => focused) ?? tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  try {
    if (!tab) throw new Error('No tab is open.');
    // The address differs only after the '#', so the page and everything typed in it stay.
    await tab.navigate(address);
  } catch {
    // There is no tab, or this worker does not control it.
    return void (await self.clients.openWindow(address));
  }
  await tab.focus();
}
