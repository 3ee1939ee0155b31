import type { PushPayload } from '../../contract/notifications';
import type { NoticeData, PushDevice } from '../../contract/pushDevice';
import { datedText } from '../dayText';

/** The notice that a device shows for a push message. */
interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Notices with the same tag replace each other. An empty tag means none. */
  readonly tag: string;
  /** The link of the notice, relative to the app's address. */
  readonly path: string;
  /** The member whose it is; null if it says nothing personal. */
  readonly memberId: string | null;
}

const NOTIFICATIONS = '#/notifications';

/** Shown if a message is not for the signed-in member or cannot be read. Browsers demand that every push message shows a notice. */
const SIGN_IN: PushNotice = {
  title: 'You have news',
  body: 'Sign in to see what is new.',
  tag: 'sign-in',
  path: NOTIFICATIONS,
  memberId: null,
};

/**
 * The notice for a message. It is personal only if the message is for the member who is signed in on this device (DECISIONS P12).
 * @param now milliseconds since 1970
 */
export function noticeOf(
  payload: PushPayload | null,
  device: PushDevice | null,
  now: number,
  locale?: string,
): PushNotice {
  if (!payload || !isFor(payload, device, now)) return SIGN_IN;
  const { title, body, tag, path, memberId } = payload;
  return { title: title || SIGN_IN.title, body: datedText(body, locale), tag, path: addressIn(path), memberId };
}

/**
 * Where a press on a notice leads. If another member uses this device now, the old notice opens the list of notifications, not its own
 * link (DECISIONS 136).
 * @param notice null if it cannot be read: an earlier version of the app did not note whose it is
 */
export const pressedPath = (notice: NoticeData | null, device: PushDevice | null): string =>
  notice && (notice.memberId === null || notice.memberId === device?.memberId) ? notice.path : NOTIFICATIONS;

/** Whether a message is for the member who is signed in on this device. @param now milliseconds since 1970 */
export const isFor = (payload: PushPayload, device: PushDevice | null, now: number): boolean =>
  device !== null && payload.memberId === device.memberId && device.expiresAt > now;

/**
 * Whether a browser allows a push message to show no notice while a window of the app is in front. Safari and all browsers on iOS
 * do not: they end a subscription after three messages without a notice.
 */
export const mayShowNone = (userAgent: string): boolean =>
  !userAgent.includes('AppleWebKit/') || /Chrom(e|ium)\//.test(userAgent);

/**
 * The path if it leads into the app: '/#/incident/3' or '#/incident/3', relative to the app's address. Otherwise the path of the
 * notifications.
 */
const addressIn = (path: string | null | undefined) => /^\/?(#\/.*)$/.exec(path ?? '')?.[1] ?? NOTIFICATIONS;
