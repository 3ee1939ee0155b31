import { endpoints } from '../../../src/contract/endpoints';
import { NotificationsQuery } from '../../../src/contract/notifications';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from './list';
import { purgeNotifications, readDays } from './purge';
import { subscribe, unsubscribe } from './subscriptions';

/** Routes of a member's own notifications and the web push of their browsers, S2 §7. */
export function notificationRoutes(app: App): void {
  const { db, config, push } = app;
  /** Makes the member's other tabs update their notifications. */
  const changed = (userId: number) => tellMember(app, userId, { type: 'notifications.changed' });

  route(app, endpoints.notifications, ({ caller, query }) => listNotifications(db, caller.id, query), {
    query: NotificationsQuery,
  });
  route(app, endpoints.readAllNotifications, async ({ caller }) => {
    await readAllNotifications(db, caller.id);
    changed(caller.id);
    return { message: 'All notifications are marked as read.' };
  });
  route(app, endpoints.readNotification, async ({ caller, params }) => {
    await readNotification(db, caller.id, params.id);
    changed(caller.id);
    return { message: 'The notification is marked as read.' };
  });
  route(app, endpoints.deleteAllNotifications, async ({ caller }) => {
    await deleteAllNotifications(db, caller.id);
    changed(caller.id);
    return { message: 'All notifications are deleted.' };
  });
  route(app, endpoints.purgeNotifications, async ({ caller, params }) => {
    const { count, owners } = await purgeNotifications(db, caller, readDays(params.days));
    for (const userId of owners) changed(userId);
    return { message: `Notifications deleted: ${count}.`, deleted: count };
  });
  route(app, endpoints.deleteNotification, async ({ caller, params }) => {
    await deleteNotification(db, caller.id, params.id);
    changed(caller.id);
    return { message: 'The notification is deleted.' };
  });

  route(app, endpoints.vapidPublicKey, async () => ({ publicKey: push.publicKey }));
  route(app, endpoints.subscribe, async ({ caller, body }) => {
    await subscribe(db, caller, body, config.pushToLoopback);
    return { message: 'This browser gets push notifications.' };
  });
  route(app, endpoints.unsubscribe, async ({ caller, body }) => {
    await unsubscribe(db, caller.id, body.endpoint);
    return { message: 'This browser gets no more push notifications.' };
  });
}
