import { safeParse } from 'valibot';
import type { PushSubscriptionRequest } from '../contract/notifications';
import { DEVICE_ADDRESS, DEVICE_CACHE, PushDevice, WORKER_FILE } from '../contract/pushDevice';

/** Whose session it is, and when it expires, in milliseconds since 1970. */
export type PushMember = Pick<PushDevice, 'memberId' | 'expiresAt'>;

/** Tells the server of a subscription. Rejects where it refuses. */
type Tell = (subscription: PushSubscriptionRequest) => Promise<unknown>;
/** Tells the server that a subscription is no more. */
type Untell = (endpoint: string) => Promise<unknown>;

/** How long the browser may take to start the service worker, in milliseconds: before that it fetches the app's files (docs/offline.md). */
const START_LIMIT = 60_000;

/** Push needs a secure context, and on iOS an installed app: elsewhere the browser has none of these. */
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the member has been asked and agreed, on this device. */
const isPushGranted = () => isSupported() && Notification.permission === 'granted';

/**
 * What this browser can do, and whether this device gets the member's push messages. A subscription that the browser has lost counts:
 * `renewPush` is about to make another one.
 */
export async function lookAtPush(memberId: string): Promise<'unsupported' | 'off' | 'enabled'> {
  if (!isSupported()) return 'unsupported';
  return isPushGranted() && (await readDevice())?.memberId === memberId ? 'enabled' : 'off';
}

/** Asks the member whether notices may be shown. */
export async function askPermission(): Promise<'unsupported' | 'granted' | 'refused'> {
  if (!isSupported()) return 'unsupported';
  return (await Notification.requestPermission()) === 'granted' ? 'granted' : 'refused';
}

/** Subscribes this browser, whoever had it before. Rejects where the browser or the server refuses; then nothing is subscribed. */
export const subscribe = (member: PushMember, key: string, tell: Tell): Promise<void> =>
  inTurn(() => subscribeNow(member, key, tell));

/** Gives up the subscription of this browser. The server is told, but not waited for: the push service tells it, too. */
export const unsubscribe = (untell: Untell): Promise<void> =>
  inTurn(async () => {
    // First of all: from here on the worker shows nothing personal.
    await (await caches.open(DEVICE_CACHE)).delete(DEVICE_ADDRESS);
    const subscription = await currentSubscription();
    if (!subscription) return;
    void untell(subscription.endpoint).catch((error) => console.error('The server still has the subscription', error));
    await subscription.unsubscribe();
  });

/**
 * Sets right, at a start, what may have changed since the last one: the key, the browser's subscription, who is signed in. Does
 * nothing where the member has not enabled push messages on this device.
 */
export const renewPush = (member: PushMember, fetchKey: () => Promise<string | null>, tell: Tell): Promise<void> =>
  inTurn(async () => {
    const device = await readDevice();
    if (device?.memberId !== member.memberId) return;
    const subscription = await currentSubscription();
    const key = await fetchKey();
    if (key === null) return;
    if (subscription?.endpoint === device.endpoint && hasKey(subscription, key))
      await keepDevice({ ...device, ...member });
    else await subscribeNow(member, key, tell);
  });

async function subscribeNow(member: PushMember, key: string, tell: Tell): Promise<void> {
  await navigator.serviceWorker.register(WORKER_FILE);
  const { pushManager } = await started();
  const old = await pushManager.getSubscription();
  if (old && !hasKey(old, key)) await old.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  try {
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
    await tell({ endpoint: subscription.endpoint, p256dh, auth });
    await keepDevice({ ...member, endpoint: subscription.endpoint });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/** The running service worker. */
function started(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The service worker did not start')), START_LIMIT);
    }),
  ]);
}

const currentSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

/** One after the other, in all tabs: a log-out must not undo what the next member has just enabled. */
const inTurn = (task: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('saathi.push', task) : task();

/** Null where nothing is kept, or nothing that can be read. */
async function readDevice(): Promise<PushDevice | null> {
  const kept = await (await caches.open(DEVICE_CACHE)).match(DEVICE_ADDRESS);
  const { success, output } = safeParse(PushDevice, await kept?.json().catch(() => null));
  return success ? output : null;
}

const keepDevice = async (device: PushDevice) =>
  (await caches.open(DEVICE_CACHE)).put(DEVICE_ADDRESS, new Response(JSON.stringify(device)));

/** Whether a subscription was made with this key; browsers that do not say are believed. */
function hasKey({ options: { applicationServerKey } }: PushSubscription, key: string): boolean {
  if (!applicationServerKey) return true;
  const [one, other] = [new Uint8Array(applicationServerKey), bytesOf(key)];
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** The bytes of base64url text. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
