import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Message } from './contract/chats';
import { chatEndpoints } from './contract/endpoints/chat';
import { sessionEndpoints } from './contract/endpoints/session';
import { statusOf } from './contract/failure';
import { type ChatAddress, REALTIME_PATH } from './contract/topics';
import { catchUpMachine } from './machines/chat/catchUp.machine';
import { chatListMachine } from './machines/chat/chatList.machine';
import { conversationMachine } from './machines/chat/conversation.machine';
import { deliveryMachine } from './machines/chat/delivery.machine';
import { historyMachine } from './machines/chat/history.machine';
import { outboxMachine } from './machines/chat/outbox.machine';
import type { ChatTopicCommand, HistoryRequest } from './machines/chat/ports';
import { realtimeMachine } from './machines/chat/realtime.machine';
import { prepareFormats } from './rules/messages';
import type { Api } from './services/api';
import { watchNetwork, watchPageReturns, whenIdle } from './services/page';
import { createRealtime } from './services/realtime/realtime';

interface ChatWiring {
  readonly api: Api;
  readonly apiBase: string;
  token(): string | null;
  userId(): string | null;
}

/** The part of the wiring that is fetched after the login: the chats' charts with their ports, around one connection. */
export function wireChats({ api, apiBase, token, userId }: ChatWiring) {
  const wire = createRealtime({
    address: new URL(apiBase + REALTIME_PATH, document.baseURI).href,
    watchPageReturns,
    token,
    userId,
    isTokenGood: () =>
      api.call(sessionEndpoints.profile, {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
  });
  // While the first answers are on their way, so that the messages of the first chat need not wait for it.
  whenIdle(prepareFormats);
  const chatTopic = fromCallback<ChatTopicCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const { publish, leave } = wire.joinChat(input.chat, sendBack);
    receive(({ action, body }) => publish(action, body));
    return leave;
  });
  const groupsTopic = fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
    wire.watchGroups(input.userId, () => sendBack({ type: 'groups.changed' })),
  );
  const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input: { chat, ...query }, signal }) =>
    chat.kind === 'global'
      ? api.call(chatEndpoints.globalMessages, { query, signal })
      : api.call(chatEndpoints.chatMessages, { params: { chatId: chat.chatId }, query, signal }),
  );
  const fetchGroups = (signal: AbortSignal) => api.call(chatEndpoints.chatGroups, { signal });

  return {
    realtime: realtimeMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack }) => wire.connect(sendBack)),
        network: fromCallback(({ sendBack }) => watchNetwork(sendBack)),
      },
    }),
    outbox: outboxMachine.provide({ actors: { delivery: deliveryMachine.provide({ actors: { chatTopic } }) } }),
    chatList: chatListMachine.provide({
      actors: { fetchGroups: fromPromise(({ signal }) => fetchGroups(signal)), groupsTopic },
    }),
    conversation: conversationMachine.provide({
      actors: {
        chatTopic,
        fetchGroup: fromPromise(async ({ input, signal }) => {
          const entries = await fetchGroups(signal);
          return entries.find(({ chatGroup }) => chatGroup.id === input.chatId)?.chatGroup ?? null;
        }),
        history: historyMachine.provide({
          actors: { fetchHistory, catchUp: catchUpMachine.provide({ actors: { fetchHistory } }) },
        }),
      },
    }),
  };
}
