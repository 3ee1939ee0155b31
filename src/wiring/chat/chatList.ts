import type { EventObject } from 'xstate';
import { ChatGroupEntries, type ChatGroupEntry } from '../../contract/chats';
import { chatListMachine } from '../../machines/chat/chatList.machine';
import type { EndedSession } from '../../machines/chat/ports';
import { feedOf } from '../../machines/feed.machine';
import { fromStream } from '../../machines/supervision';
import { watchChatDrafts } from '../../services/drafts/chatDrafts';
import { cachedFeed, cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { type Gateways, newsFor } from '../gateways';
import { fetchChatGroups } from './chatCalls';
import { globalNewestThrough } from './globalNewest';

/** The member's incident chats, cached on this device. */
export function chatFeed(gateways: Gateways) {
  const { fetchData, readCache } = cachedFeed<readonly ChatGroupEntry[], { userId: string }>(
    cacheOf(gateways, ChatGroupEntries),
    () => cacheKeys.chats,
    (_, signal) => fetchChatGroups(gateways, signal),
  );
  return feedOf<readonly ChatGroupEntry[], { userId: string }>(
    fetchData,
    fromStream<EventObject, { userId: string }>(({ input, sendBack }) =>
      gateways.realtime.watchChats(input.userId, newsFor(sendBack)),
    ),
    readCache,
  );
}

/** The chat list with its ports. */
export const provideChatList = (gateways: Gateways) =>
  chatListMachine.provide({
    actors: {
      feed: chatFeed(gateways),
      chatDrafts: fromStream<EventObject, { userId: string }>(({ input, sendBack }) =>
        watchChatDrafts(input.userId, (drafts) => sendBack({ type: 'drafts.changed', drafts })),
      ),
      globalNewest: globalNewestThrough(gateways),
      logoutWhenLeft: fromStream<EventObject, { session: EndedSession }>(({ input: { session } }) => {
        const caller = gateways.userId();
        return () => {
          // Somebody else may have logged in by then.
          if (gateways.userId() === caller) session.send({ type: 'session.end' });
        };
      }),
    },
  });
