import { type EventObject, fromPromise, type NonReducibleUnknown } from 'xstate';
import { notificationEndpoints } from '../../contract/endpoints/notifications';
import { isWithdrawn, statusOf } from '../../contract/failure';
import { isAbsentFrom, isFullPage, unreadableIn } from '../../contract/lists';
import { NOTIFICATION_PAGE, NOTIFICATION_PAGE_LIMIT, type Notification } from '../../contract/notifications';
import { feedOf } from '../../machines/feed.machine';
import { agesMachine } from '../../machines/notifications/ages.machine';
import { deletingAllMachine } from '../../machines/notifications/deletingAll.machine';
import { type NotificationsQuery, notificationsMachine } from '../../machines/notifications/notifications.machine';
import type { ChangesCommand } from '../../machines/notifications/ports';
import { alertNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import type { NotificationChange, NotificationFilter } from '../../rules/notifications/notifications';
import { notificationFailures } from '../../rules/notifications/notificationTexts';
import type { Api } from '../../services/api/api';
import { watchPageReturns } from '../../services/device/page';
import { type Gateways, newsFor, whileSameMember } from '../gateways';
import { orMade } from '../lostAnswers';
import { type PushWiring, providePush } from './pushSetting';

export { NotificationsScreen } from '../../views/notifications/NotificationsScreen';

const unreadOnly = (filter: NotificationFilter) => filter === 'unread';

/** The notifications with their ports. */
export function provideNotifications(gateways: Gateways, wiring: PushWiring) {
  const { api, realtime, apiOptions, notify } = gateways;
  return notificationsMachine.provide({
    actors: {
      ages: agesMachine.provide({
        actors: {
          pageReturns: fromStream(({ sendBack }) => watchPageReturns(() => sendBack({ type: 'page.shown' }))),
        },
      }),
      feed: feedOf<readonly Notification[], NotificationsQuery>(
        fromPromise(({ input: { filter }, signal }) =>
          api.call(notificationEndpoints.notifications, {
            query: { unreadOnly: unreadOnly(filter), limit: NOTIFICATION_PAGE },
            signal,
          }),
        ),
        fromStream<EventObject, NotificationsQuery>(({ input: { userId }, sendBack }) => {
          const types = ['notification.created', 'notifications.changed', 'application.reset', 'member.left'] as const;
          return realtime.watchMemberNews(userId, types, newsFor(sendBack));
        }),
      ),
      fetchOlder: fromPromise(({ input: { filter, before }, signal }) =>
        api.call(notificationEndpoints.notifications, {
          query: { unreadOnly: unreadOnly(filter), limit: NOTIFICATION_PAGE, before },
          signal,
        }),
      ),
      deletingAll: deletingAllMachine.provide({
        actors: {
          countAll: fromPromise(async ({ signal }) => {
            let count = 0;
            let before: string | undefined;
            for (;;) {
              const query = { unreadOnly: false, limit: NOTIFICATION_PAGE_LIMIT, before };
              const page = await api.call(notificationEndpoints.notifications, { query, signal });
              count += page.length + unreadableIn(page).length;
              before = page.at(-1)?.id;
              const mayBeMore = apiOptions.can('notificationPaging') && isFullPage(page, NOTIFICATION_PAGE_LIMIT);
              // Without the id of a row nothing older can be asked for.
              if (!mayBeMore || before === undefined) return count;
            }
          }),
        },
      }),
      changes: fromStream<ChangesCommand, NonReducibleUnknown>(({ sendBack, receive }) => {
        const isStillCaller = whileSameMember(gateways);
        let hasLeft = false;
        let tail: Promise<void> = Promise.resolve();
        receive(({ change }) => {
          tail = tail
            // What still waits is not done in the name of the next member.
            .then(() => (isStillCaller() ? make(gateways, change) : null))
            .then(
              () => sendBack({ type: 'change.made' }),
              (error) => {
                console.error('A change of notifications failed', error);
                sendBack({ type: 'change.failed' });
                // As with `evenIfLeft`: opening a notification leaves the screen, and nobody would be told (DECISIONS 134).
                if (hasLeft && isStillCaller()) notify(alertNotice(notificationFailures[change.kind]));
              },
            );
        });
        return () => {
          hasLeft = true;
        };
      }),
      push: providePush(gateways, wiring),
    },
  });
}

/**
 * Makes a change. What somebody wants to delete and is gone already (404), by another tab or by a purge, is deleted (DECISIONS 393). If the
 * answer is lost, a change of one notification is sent once more, because that changes nothing else. A change of all would also meet those
 * that have come since, so the app looks whether any is left.
 */
function make(gateways: Gateways, change: NotificationChange): Promise<unknown> {
  const { api } = gateways;
  const { kind } = change;
  const send = (signal?: AbortSignal) =>
    tellOf(api, change, signal).catch((error) => {
      if (kind !== 'delete' || !isWithdrawn(error) || statusOf(error) !== 404) throw error;
    });
  return orMade(gateways, send, async (signal) => {
    if (kind === 'read' || kind === 'delete') {
      await send(signal);
      return true;
    }
    const query = { unreadOnly: kind === 'readAll', limit: NOTIFICATION_PAGE };
    return isAbsentFrom(await api.call(notificationEndpoints.notifications, { query, signal }), () => true);
  });
}

/** The call that makes a change. */
function tellOf(api: Api, { kind, ids }: NotificationChange, signal?: AbortSignal): Promise<unknown> {
  const one = { params: { id: ids[0] ?? '' }, ...(signal && { signal }) };
  switch (kind) {
    case 'read':
      return api.call(notificationEndpoints.readNotification, one);
    case 'readAll':
      return api.call(notificationEndpoints.readAllNotifications, {});
    case 'delete':
      return api.call(notificationEndpoints.deleteNotification, one);
    case 'deleteAll':
      return api.call(notificationEndpoints.deleteAllNotifications, {});
  }
}
