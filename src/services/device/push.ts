import { safeParse } from 'valibot';
import type { PushSubscriptionRequest } from '../../contract/notifications';
import { DEVICE_ADDRESS, DEVICE_CACHE, PushDevice, WORKER_FILE } from '../../contract/pushDevice';
import type { PushStatus } from '../../machines/people/ports';
import { keepSetting, readSetting } from '../storage/settings';

/** The key in localStorage that says that the offer of push messages was closed on this device. */
const OFFER = 'pushOffer';

/** The signed-in member, and when their session expires, in milliseconds since 1970. */
export type PushMember = Pick<PushDevice, 'memberId' | 'expiresAt'>;

/** Tells the server about a subscription. Rejects if the server refuses it. */
type Tell = (subscription: PushSubscriptionRequest) => Promise<unknown>;
/** Tells the server that a subscription has ended. */
type Untell = (endpoint: string) => Promise<unknown>;

/**
 * The most time that the browser may take for one step, in milliseconds. It is long because the service worker first fetches the app's
 * files (docs/offline.md).
 */
const STEP_LIMIT = 60_000;

/** Browsers have these objects only in a secure context, and on iOS only in an installed app. */
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the member has allowed notices on this device. */
const isPushGranted = () => isSupported() && Notification.permission === 'granted';

/**
 * Looks whether this device gets the member's push messages; never asks the member. A subscription that the browser has lost, or that
 * has ended with the last session, still counts as enabled, because `renewPush` makes a new one.
 */
export async function lookAtPush(memberId: string): Promise<PushStatus> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (isPushGranted() && (await readDevice())?.memberId === memberId) return 'enabled';
  return readSetting(OFFER) === 'closed' ? 'declined' : 'off';
}

/** Remembers on this device that push messages need not be offered again. Without storage they are offered again later. */
export async function closePushOffer(): Promise<void> {
  keepSetting(OFFER, 'closed');
}

/** Asks the member for permission to show notices. */
export async function askPermission(): Promise<'unsupported' | 'granted' | 'refused'> {
  if (!isSupported()) return 'unsupported';
  return (await Notification.requestPermission()) === 'granted' ? 'granted' : 'refused';
}

/**
 * Subscribes this browser for the member and replaces the subscription of any earlier member. If the browser or the server refuses,
 * it rejects and nothing is subscribed.
 */
export const subscribe = (member: PushMember, key: string, tell: Tell): Promise<void> =>
  inTurn(() => subscribeNow(member, key, tell));

/**
 * Ends the subscription of this browser, and takes away the notices that are still shown. It tells the server without waiting for the
 * answer, because the server also learns it from the push service.
 * @param memberId whose subscription is ended; null for anybody's
 * @param isWanted whether the member still wants push messages, so that their next login here subscribes again (DECISIONS 361)
 */
export const unsubscribe = (
  untell: Untell,
  memberId: string | null = null,
  isWanted: (device: PushDevice) => boolean = () => false,
): Promise<void> =>
  inTurn(async () => {
    const device = await readDevice();
    // A tab that slept ends the session of its member late. Somebody else may have subscribed in another tab by then.
    if (memberId !== null && device && device.memberId !== memberId) return;
    // This comes first: without a subscription in this record the worker shows nothing personal. A full disk does not hold up the rest.
    const ended = device && isWanted(device) ? keepDevice({ ...device, expiresAt: 0, endpoint: '' }) : forgetDevice();
    await ended.catch((error) => console.error('The end of the push messages cannot be noted', error));
    await closeNotices().catch((error) => console.error('The notices cannot be taken away', error));
    const subscription = await currentSubscription();
    if (!subscription) return;
    void untell(subscription.endpoint).catch((error) => console.error('The server still has the subscription', error));
    await end(subscription);
  });

/**
 * Called at each start of the app and after each login. Renews what may have changed meanwhile: the server's key, the browser's
 * subscription, the signed-in member. Does nothing if the member has not enabled push messages on this device.
 * @param tellAgain tells the server of a subscription that it should have already, because it may have lost it
 */
export const renewPush = (
  member: PushMember,
  fetchKey: () => Promise<string | null>,
  tell: Tell,
  tellAgain: Tell,
): Promise<void> =>
  inTurn(async () => {
    const device = await readDevice();
    if (device?.memberId !== member.memberId) {
      // Somebody else has logged in, so what the member before them wanted is over. A subscription is left to the tab that made it.
      if (device?.endpoint === '') await forgetDevice();
      return;
    }
    const subscription = await currentSubscription();
    const key = await fetchKey();
    if (key === null) return;
    if (subscription?.endpoint !== device.endpoint || !hasKey(subscription, key))
      return subscribeNow(member, key, tell);
    try {
      await keepDevice({ ...device, ...member });
    } catch (error) {
      // The worker would take the session for expired. The profile says that they are off.
      await end(subscription);
      throw error;
    }
    await tellAgain(requestFor(subscription));
  });

async function subscribeNow(member: PushMember, key: string, tell: Tell): Promise<void> {
  await navigator.serviceWorker.register(WORKER_FILE);
  const { pushManager } = await inTime(navigator.serviceWorker.ready, 'The service worker did not start');
  const old = await pushManager.getSubscription();
  if (old && !hasKey(old, key)) await end(old);
  const subscription = await inTime(
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }),
    'The browser did not subscribe',
  );
  try {
    await tell(requestFor(subscription));
    await keepDevice({ ...member, endpoint: subscription.endpoint });
  } catch (error) {
    await end(subscription);
    throw error;
  }
}

function requestFor(subscription: PushSubscription): PushSubscriptionRequest {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth };
}

const end = (subscription: PushSubscription) => inTime(subscription.unsubscribe(), 'The subscription did not end');

/**
 * Some browsers never answer, for example those without the services of their maker. The button would be locked, and so would the lock of
 * all tabs (`inTurn`). A subscription that is made later shows nothing personal, because the server does not know it.
 */
const inTime = <Answer>(step: Promise<Answer>, failure: string): Promise<Answer> =>
  Promise.race([
    step,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(failure)), STEP_LIMIT);
    }),
  ]);

/** The notices on a shared phone would tell the next person where the reports are, and lead into the session of another member. */
async function closeNotices(): Promise<void> {
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
  for (const notice of shown ?? []) notice.close();
}

const currentSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

/** Runs tasks one after the other across all tabs, because a log-out must not undo what the next member has just enabled. */
const inTurn = (task: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('saathi.push', task) : task();

/** The stored record of this device; null if there is none or it cannot be read. */
async function readDevice(): Promise<PushDevice | null> {
  const kept = await (await caches.open(DEVICE_CACHE)).match(DEVICE_ADDRESS);
  const { success, output } = safeParse(PushDevice, await kept?.json().catch(() => null));
  return success ? output : null;
}

/** Stores the record. If there is no room for it, the old one is deleted, because it is not true any more, and it rejects. */
async function keepDevice(device: PushDevice): Promise<void> {
  const cache = await caches.open(DEVICE_CACHE);
  await cache.put(DEVICE_ADDRESS, new Response(JSON.stringify(device))).catch(async (error) => {
    await cache.delete(DEVICE_ADDRESS);
    throw error;
  });
}

const forgetDevice = async () => (await caches.open(DEVICE_CACHE)).delete(DEVICE_ADDRESS);

/** Whether a subscription was made with this key. True if the browser does not tell. */
function hasKey({ options: { applicationServerKey } }: PushSubscription, key: string): boolean {
  if (!applicationServerKey) return true;
  const [one, other] = [new Uint8Array(applicationServerKey), bytesOf(key)];
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** The bytes of base64url text. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
