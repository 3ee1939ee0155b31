import type { BrowserContext, Page } from 'playwright-core';

/** A notification that the service worker has shown. They are recorded, because Chromium without a window cannot show any. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly path: string; readonly memberId: string | null };
}

/**
 * Lets pages subscribe to push messages although Chromium without a window has no push service and never allows notifications.
 * `permission` is the member's answer. Call it before the first page is opened.
 */
export async function allowPush(page: Page, permission: 'granted' | 'denied' = 'granted'): Promise<void> {
  await page.addInitScript((answer) => {
    interface Kept {
      readonly endpoint: string;
      readonly key: number[];
    }
    const name = 'test.subscription';
    const subscriptionOf = ({ endpoint, key }: Kept) => ({
      endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({
        endpoint,
        // The key of the example of RFC 8291 §5.
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(name);
        return true;
      },
    });
    const kept = (): Kept | null => JSON.parse(localStorage.getItem(name) ?? 'null');
    Object.defineProperty(Notification, 'permission', { get: () => answer });
    Notification.requestPermission = async () => answer;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const now = kept();
        return now && subscriptionOf(now);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = [...applicationServerKey];
        const now = { endpoint: `https://push.example.org/${crypto.getRandomValues(new Uint32Array(1))[0]}`, key };
        localStorage.setItem(name, JSON.stringify(now));
        return subscriptionOf(now);
      },
    });
  }, permission);
}

/** Controls the page's service worker in place of the push service and the member. */
export async function workerOf(page: Page, context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title, options) => void shown.push({ ...options, title });
  });
  return {
    /** Delivers a decrypted push message. */
    async push(data: string): Promise<void> {
      const origin = new URL(page.url()).origin;
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data });
    },
    /** All notifications that were shown, oldest first. */
    shown: () =>
      worker.evaluate(() =>
        (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data,
        })),
      ),
    /** Whether a page answers that it has told this member the news of the push message with this tag. */
    isTold: (memberId: string, tag: string) =>
      worker.evaluate(
        async (asked) => {
          interface Tab {
            postMessage(message: object, ports: MessagePort[]): void;
          }
          const { clients } = globalThis as unknown as { clients: { matchAll(which: object): Promise<Tab[]> } };
          const [tab] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
          const { port1, port2 } = new MessageChannel();
          return new Promise<boolean>((resolve) => {
            port1.onmessage = ({ data }) => resolve(data);
            setTimeout(() => resolve(false), 500);
            tab?.postMessage({ type: 'push.question', ...asked }, [port2]);
          });
        },
        { memberId, tag },
      ),
    /** Presses a notification: the one that was shown last, or the one at this place. */
    press: (place = -1) =>
      worker.evaluate((at) => {
        const { shown } = globalThis as unknown as { shown: Shown[] };
        const notification = { data: shown.at(at)?.data, close: () => {} };
        const waitUntil = (task: Promise<unknown>) => task.catch(() => {});
        globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
      }, place),
  };
}
