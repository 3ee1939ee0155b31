import { fromPromise, type NonReducibleUnknown } from 'xstate';
import { KeptCounts } from '../../contract/device';
import { notificationEndpoints } from '../../contract/endpoints/notifications';
import { newsMachine } from '../../machines/notifications/news.machine';
import type { DeviceStoreCommand, MemberTopicCommand, SignalsCommand } from '../../machines/notifications/ports.news';
import { fromStream } from '../../machines/supervision';
import type { Counts, FetchedNews, NewsPart } from '../../rules/notifications/news';
import { tagOf } from '../../rules/notifications/notifications';
import { alarm } from '../../services/device/alarm';
import { watchNetwork, watchVisibility } from '../../services/device/page';
import { answerWorker } from '../../services/device/pushQuestion';
import { showTabBadge } from '../../services/device/tabBadge';
import { openDeviceSettings } from '../../services/storage/deviceSettings';
import { cacheOfMember } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { fetchChatsAhead, fetchGlobalAhead, followChatNews, forgetAskedChats } from '../chat/chatsAhead';
import type { Gateways } from '../gateways';

export { Toasts } from '../../views/notifications/Toasts';
export { AppVersion, provideAppVersion } from '../session/appVersion';

/** The most unread notifications that are counted; more are shown as '99+'. */
const MOST_NOTIFICATIONS = 100;

/** The news of a member with their ports. */
export const provideNews = (gateways: Gateways) =>
  newsMachine.provide({
    actors: {
      fetchNews: fromPromise(async ({ input: { parts, mayReuse }, signal }) => {
        const failed: NewsPart[] = [];
        const fetched = await Promise.all(
          parts.map((part) =>
            fetchPart(gateways, part, mayReuse, signal).catch((error): FetchedNews => {
              console.warn('Unread ones could not be fetched', part, error);
              failed.push(part);
              return {};
            }),
          ),
        );
        return Object.assign({ failed }, ...fetched) as FetchedNews;
      }),
      memberTopic: fromStream<MemberTopicCommand, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
        /**
         * The tags of the notifications that have come over the connection, and were shown. An open connection does not prove that one
         * has come: after a change of the network it seems open for seconds, while what is sent over it is lost.
         */
        const told = new Set<string>();
        receive(({ id }) => told.add(tagOf(id)));
        const leave = gateways.realtime.hearAllMemberNews(userId, {
          opened: (hasMissed) => sendBack({ type: 'topic.joined', hasMissed }),
          heard(news) {
            followChatNews(gateways, news);
            sendBack({ type: 'news.heard', news });
          },
        });
        const stopAnswering = answerWorker((memberId, tag) => memberId === userId && told.has(tag));
        return () => {
          stopAnswering();
          leave();
          forgetAskedChats();
        };
      }),
      visibility: fromStream(({ sendBack }) =>
        watchVisibility((isVisible) => sendBack({ type: isVisible ? 'page.shown' : 'page.hidden' })),
      ),
      network: fromStream(({ sendBack }) =>
        watchNetwork(({ type }) => type === 'network.returned' && sendBack({ type })),
      ),
      deviceStore: fromStream<DeviceStoreCommand, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
        const store = openDeviceSettings(userId, (settings, muted) =>
          sendBack({ type: 'device.read', settings, muted }),
        );
        const counted = cacheOfMember(gateways, userId, KeptCounts);
        /** What the device has. The chart tells the counts after each of its events, and most of those change none. */
        let stored: Counts | null = null;
        counted.read(cacheKeys.counts).then((kept) => {
          if (!kept) return;
          stored = { ...kept.data, chats: new Map(Object.entries(kept.data.chats)) };
          sendBack({ type: 'counts.read', counts: stored });
        });
        receive((command) => {
          if (command.type === 'settings.keep') store.keepSettings(command.settings);
          else if (command.type === 'muted.keep') store.keepMuted(command.muted);
          else if (command.counts !== stored) {
            stored = command.counts;
            counted.write(cacheKeys.counts, { ...stored, chats: Object.fromEntries(stored.chats) });
          }
        });
        return store.close;
      }),
      signals: fromStream<SignalsCommand, NonReducibleUnknown>(({ receive }) => {
        receive((command) => {
          if (command.type === 'tab.count') showTabBadge(command.total);
          else alarm(command).catch((error) => console.error('This browser made no sound', error));
        });
        // The member has logged out, so the count is removed.
        return () => showTabBadge(0);
      }),
    },
  });

/** Fetches one part of the news. Rejects with a CallFailure. */
async function fetchPart(
  gateways: Gateways,
  part: NewsPart,
  mayReuse: boolean,
  signal: AbortSignal,
): Promise<FetchedNews> {
  const { api, apiOptions } = gateways;
  switch (part) {
    case 'chats':
      return { chats: await fetchChatsAhead(gateways, mayReuse, signal) };
    case 'global':
      // Without paging the server would send the whole history.
      if (!apiOptions.can('historyPaging')) return {};
      return { global: await fetchGlobalAhead(gateways, signal) };
    case 'notifications': {
      const query = { unreadOnly: true, limit: MOST_NOTIFICATIONS };
      return { notifications: (await api.call(notificationEndpoints.notifications, { query, signal })).length };
    }
    // Most members see neither of these parts, so their endpoints are loaded only for those who do.
    case 'approvals': {
      const { peopleAdminEndpoints } = await import('../../contract/endpoints/administration');
      return { approvals: (await api.call(peopleAdminEndpoints.pendingUsers, { signal })).length };
    }
    case 'inventory': {
      const { inventoryEndpoints } = await import('../../contract/endpoints/inventory');
      const query = { status: 'PENDING' };
      return { inventory: (await api.call(inventoryEndpoints.requisitions, { query, signal })).length };
    }
  }
}
