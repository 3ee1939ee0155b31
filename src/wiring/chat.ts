import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Message } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import { type ChatAddress, chatKey } from '../contract/topics';
import { catchUpMachine } from '../machines/chat/catchUp.machine';
import { chatListMachine } from '../machines/chat/chatList.machine';
import { composerMachine } from '../machines/chat/composer.machine';
import { conversationMachine } from '../machines/chat/conversation.machine';
import { historyMachine } from '../machines/chat/history.machine';
import { mediaMachine } from '../machines/chat/media.machine';
import type { Draft, HistoryRequest } from '../machines/chat/ports';
import { later } from '../services/later';
import { lazily } from '../views/lazily';
import { arrivingWith } from './arriving';
import { chatTopicThrough, type Gateways } from './gateways';
import type { Tools } from './tools';

/** The chat list with its ports. */
export const provideChatList = ({ api, realtime }: Gateways) =>
  chatListMachine.provide({
    actors: {
      fetchGroups: fromPromise(({ signal }) => api.call(chatEndpoints.chatGroups, { signal })),
      groupsTopic: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
        realtime.watchGroups(input.userId, () => sendBack({ type: 'groups.changed' })),
      ),
    },
  });

/** A conversation with its ports, and those of the charts it is made of. */
export function provideConversation(gateways: Gateways) {
  const { api } = gateways;
  const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input: { chat, ...query }, signal }) =>
    chat.kind === 'global'
      ? api.call(chatEndpoints.globalMessages, { query, signal })
      : api.call(chatEndpoints.chatMessages, { params: { chatId: chat.chatId }, query, signal }),
  );
  const draftStore = fromCallback<{ type: 'draft.keep'; draft: Draft }, { userId: string; chat: ChatAddress }>(
    ({ input, sendBack, receive }) => {
      const store = later<Draft | null>(async () =>
        (await import('./late')).openDraft<Draft>(input.userId, chatKey(input.chat), (draft) =>
          sendBack({ type: 'draft.restored', draft }),
        ),
      );
      receive(({ draft }) => store.order(draft.text === '' && draft.replyTo === null ? null : draft));
      return store.close;
    },
  );
  const tools = lazily(async () => (await import('./late')).provideTools());
  const fetchTools = fromPromise<unknown>(() => tools.load());
  const late = <Name extends keyof Tools>(name: Name) => arrivingWith(() => tools.loaded?.[name]);

  return conversationMachine.provide({
    actors: {
      chatTopic: chatTopicThrough(gateways),
      composer: composerMachine.provide({
        actors: { attachments: late('attachments'), draftStore, recording: late('recording') },
      }),
      fetchGroup: fromPromise(async ({ input, signal }) => {
        const entries = await api.call(chatEndpoints.chatGroups, { signal });
        return entries.find(({ chatGroup }) => chatGroup.id === input.chatId)?.chatGroup ?? null;
      }),
      history: historyMachine.provide({
        actors: { fetchHistory, catchUp: catchUpMachine.provide({ actors: { fetchHistory } }) },
      }),
      media: mediaMachine.provide({
        actors: { audio: late('audio'), fetchTools, viewer: late('viewer'), waveforms: late('waveforms') },
      }),
    },
  });
}
