import * as v from 'valibot';
import { listOf, pageBefore, pageLimit } from './lists';
import { booleanText, Id, OptionalId, OptionalText } from './primitives';

/** S2 §3, "Notification types". */
const notificationTypes = ['INCIDENT', 'INVENTORY', 'APPROVAL', 'REWARDS', 'GENERAL'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Notifications per page by default, and the most that a client may ask for; beyond the specification. */
export const NOTIFICATION_PAGE = 50;
export const NOTIFICATION_PAGE_LIMIT = 200;

/** S2 §3, "Notification". */
export const Notification = v.object({
  id: Id,
  /** One of `notificationTypes`; another server's own type is shown as GENERAL. */
  type: OptionalText,
  message: OptionalText,
  isRead: v.nullish(v.boolean(), false),
  /** ISO 8601, UTC. */
  createdAt: OptionalText,
  /** The incident's id if the type is INCIDENT; the requisition's id if it is INVENTORY. */
  relatedEntityId: OptionalId,
  /** The incident's status at the event (DECISIONS N2). */
  incidentStatus: v.nullish(v.string(), null),
  /** First and last name of the member who caused it (DECISIONS N2). */
  triggeringUserName: v.nullish(v.string(), null),
  /** Whether it is about the member's own supplies: their request or their kit (DECISIONS 274). Only our server sends it. */
  isOwn: v.optional(v.fallback(v.boolean(), false)),
});
export type Notification = v.InferOutput<typeof Notification>;
export const Notifications = listOf(Notification);

/** Query of the list. `limit` and `before`, the id of a notification, are beyond the specification. */
export const NotificationsQuery = v.object({
  unreadOnly: v.optional(booleanText('unreadOnly')),
  before: v.optional(pageBefore('a notification')),
  limit: v.optional(pageLimit(NOTIFICATION_PAGE_LIMIT)),
});

const base64url = (label: string) =>
  v.pipe(v.string(`${label} is required.`), v.regex(/^[\w-]+={0,2}$/, `${label} must be base64url.`), v.maxLength(200));
/** S2 §3, "Push subscription", in the shape of `PushSubscription.toJSON()`. */
export const PushSubscriptionRequest = v.strictObject({
  endpoint: v.pipe(
    v.string('endpoint is required.'),
    v.url('endpoint must be an address.'),
    // Browsers send no other characters. Servers keep the address as a key, for which others may need too many bytes.
    v.regex(/^[\x21-\x7e]+$/, 'endpoint must be an address.'),
    v.maxLength(2000),
  ),
  p256dh: base64url('p256dh'),
  auth: base64url('auth'),
});
export type PushSubscriptionRequest = v.InferOutput<typeof PushSubscriptionRequest>;
/** The body of the call that ends a push subscription at log-out (DECISIONS P12). */
export const UnsubscribeRequest = v.strictObject({ endpoint: PushSubscriptionRequest.entries.endpoint });

/** The public key of web push. Servers send it as a text or in an object. */
export const VapidPublicKey = v.pipe(
  v.union([v.string(), v.object({ publicKey: v.string() })]),
  v.transform((answer) => (typeof answer === 'string' ? answer : answer.publicKey)),
);

/** The content of a push message, as JSON; it is sent encrypted. It has only what the notice on the lock screen needs. */
export const PushPayload = v.object({
  /** The member for whom it is. The service worker shows nothing of it if somebody else is signed in on the device. */
  memberId: Id,
  title: OptionalText,
  body: OptionalText,
  /** The link of the notice: the part of the address from '/#/' on. */
  path: v.nullish(v.string(), '/#/notifications'),
  /** Notices with the same tag replace each other. */
  tag: OptionalText,
});
export type PushPayload = v.InferOutput<typeof PushPayload>;
