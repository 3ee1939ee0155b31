import type { PushPayload } from '../contract/notifications';
import type { PushDevice } from '../contract/pushDevice';

/** What a device shows of a push message. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Notices with the same tag replace each other; none where it is empty. */
  readonly tag: string;
  /** Where a click leads, relative to the app's address. */
  readonly path: string;
}

const NOTIFICATIONS = '#/notifications';

/** Shown where a message is not for who is signed in here, or cannot be read: a browser demands that something is shown. */
const SIGN_IN: PushNotice = {
  title: 'You have news',
  body: 'Sign in to see what is new.',
  tag: 'sign-in',
  path: NOTIFICATIONS,
};

/**
 * What to show of a message at a time in milliseconds since 1970. Nothing personal, unless it is for the member who is signed in on
 * this device (DECISIONS P12).
 */
export function noticeOf(payload: PushPayload | null, device: PushDevice | null, now: number): PushNotice {
  if (!payload || !isFor(payload, device, now)) return SIGN_IN;
  const { title, body, tag, path } = payload;
  return { title: title || SIGN_IN.title, body, tag, path: addressIn(path) };
}

/** Whether a message is for who is signed in on this device, at a time in milliseconds since 1970. */
export const isFor = (payload: PushPayload, device: PushDevice | null, now: number): boolean =>
  device !== null && payload.memberId === device.memberId && device.expiresAt > now;

/**
 * Whether a browser lets a push message pass without a notice where a window of the app is in front. Safari does not, and so no
 * browser on iOS: it ends a subscription that shows nothing three times.
 */
export const mayShowNone = (userAgent: string): boolean =>
  !userAgent.includes('AppleWebKit/') || /Chrom(e|ium)\//.test(userAgent);

/** Only an address inside the app: '/#/incident/3' or '#/incident/3', relative to where the app is served. */
const addressIn = (path: string | null | undefined) => /^\/?(#\/.*)$/.exec(path ?? '')?.[1] ?? NOTIFICATIONS;
