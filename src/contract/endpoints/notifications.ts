import type { Endpoint } from '../endpoint';
import { Notifications, PushSubscriptionRequest, UnsubscribeRequest, VapidPublicKey } from '../notifications';
import { AnyAnswer } from '../primitives';

/**
 * Notifications and web push, S2 §7. `purgeNotifications` deletes the notifications of all members that are older than `days` days.
 * It is for super admins (DECISIONS P13).
 */
export const notificationEndpoints = {
  notifications: {
    method: 'GET',
    path: '/api/notifications',
    query: { unreadOnly: null, limit: 'notificationPaging', before: 'notificationPaging' },
    answer: Notifications,
  },
  readAllNotifications: { method: 'PUT', path: '/api/notifications/read-all', answer: AnyAnswer },
  readNotification: { method: 'PUT', path: '/api/notifications/{id}/read', answer: AnyAnswer },
  deleteAllNotifications: { method: 'DELETE', path: '/api/notifications/all', answer: AnyAnswer },
  purgeNotifications: { method: 'DELETE', path: '/api/notifications/older-than/{days}', answer: AnyAnswer },
  deleteNotification: { method: 'DELETE', path: '/api/notifications/{id}', answer: AnyAnswer },
  vapidPublicKey: { method: 'GET', path: '/api/notifications/vapid-public-key', answer: VapidPublicKey },
  subscribe: {
    method: 'POST',
    path: '/api/notifications/subscribe',
    body: PushSubscriptionRequest,
    answer: AnyAnswer,
  },
  /** Beyond S2 (DECISIONS P12): called only if the server has the capability 'unsubscribe'. */
  unsubscribe: { method: 'DELETE', path: '/api/notifications/subscribe', body: UnsubscribeRequest, answer: AnyAnswer },
} as const satisfies Record<string, Endpoint>;
