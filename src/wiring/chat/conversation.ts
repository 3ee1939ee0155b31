import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { type ChatGroup, ChatGroupEntries, type ChatGroupEntry, type Message, Messages } from '../../contract/chats';
import { chatEndpoints } from '../../contract/endpoints/chat';
import { isFinal, statusOf } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';
import { audioMachine } from '../../machines/chat/audio.machine';
import { catchUpMachine } from '../../machines/chat/catchUp.machine';
import { conversationMachine } from '../../machines/chat/conversation.machine';
import { historyMachine } from '../../machines/chat/history.machine';
import { pinMachine } from '../../machines/chat/pin.machine';
import { placeSharingMachine } from '../../machines/chat/placeSharing.machine';
import type { FetchedGroup, HistoryRequest, RevisionRequest, TypingTopicCommand } from '../../machines/chat/ports';
import type { SoundCommand, SoundInput } from '../../machines/chat/ports.media';
import { revisionsMachine } from '../../machines/chat/revisions.machine';
import { typingMachine } from '../../machines/chat/typing.machine';
import { waveformsMachine } from '../../machines/chat/waveforms.machine';
import { fromStream } from '../../machines/supervision';
import { pinFailureAfterLeaving, revisionFailureAfterLeaving } from '../../rules/chat/chatTexts';
import type { Repin } from '../../rules/chat/messageChanges';
import { locateWithAccuracy } from '../../services/device/location';
import { openSound } from '../../services/device/sound';
import { decodeWaveform } from '../../services/device/waveform';
import { cacheOf, orCached } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { textCopying } from '../copying';
import { eachEvenIfLeft } from '../evenIfLeft';
import { chatTopicThrough, type Gateways } from '../gateways';
import { fetchChatGroups, fetchMessages } from './chatCalls';
import { provideComposer } from './composer';
import { pageStoreThrough } from './pageStore';

const groupIn = (entries: readonly ChatGroupEntry[], chatId: string) =>
  entries.find(({ chatGroup }) => chatGroup.id === chatId)?.chatGroup;

/** A conversation with its ports and those of its child charts. */
export function provideConversation(gateways: Gateways) {
  const { api } = gateways;
  const chatCache = cacheOf<readonly ChatGroupEntry[]>(gateways, ChatGroupEntries);
  const fetchGroup = async (chatId: string, signal: AbortSignal): Promise<FetchedGroup> => {
    const entries = await chatCache.fetch(cacheKeys.chats, () => fetchChatGroups(gateways, signal));
    return { group: groupIn(entries, chatId) ?? (await fetchFinished(gateways, chatId, signal)), isCopy: false };
  };
  const readGroup = async (chatId: string): Promise<ChatGroup | null> =>
    groupIn((await chatCache.read(cacheKeys.chats))?.data ?? [], chatId) ?? null;
  const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input, signal }) =>
    cacheOf(gateways, Messages).orDelete(cacheKeys.messages(input.chat), fetchMessages(gateways, input, signal)),
  );
  const sound = fromCallback<SoundCommand, SoundInput>(({ input, sendBack, receive }) => {
    const { execute, close } = openSound(input, sendBack);
    receive(execute);
    return close;
  });

  return conversationMachine.provide({
    actors: {
      audio: audioMachine.provide({ actors: { sound } }),
      chatTopic: chatTopicThrough(gateways),
      composer: provideComposer(gateways),
      fetchGroup: fromPromise(({ input, signal }) =>
        orCached(fetchGroup(input.chatId, signal), async () => {
          const group = await readGroup(input.chatId);
          return group && { group, isCopy: true };
        }),
      ),
      readCachedGroup: fromPromise(({ input }) => readGroup(input.chatId)),
      groupNews: fromStream<EventObject, { incidentId: string | null }>(({ input: { incidentId }, sendBack }) => {
        const say = () => sendBack({ type: 'group.changed' });
        return gateways.realtime.watchIncidents({
          opened: (hasMissed) => hasMissed && say(),
          changed: (changed) => (changed === null || changed === incidentId) && say(),
        });
      }),
      history: historyMachine.provide({
        actors: {
          fetchHistory,
          pageStore: pageStoreThrough(gateways),
          catchUp: catchUpMachine.provide({ actors: { fetchHistory } }),
        },
      }),
      pin: pinMachine.provide({
        actors: {
          repinMessage: eachEvenIfLeft(gateways, ({ message, isPinned }: Repin) => ({
            call: () =>
              api.call(isPinned ? chatEndpoints.pinMessage : chatEndpoints.unpinMessage, {
                params: { messageId: message.id },
              }),
            failureText: pinFailureAfterLeaving,
          })),
        },
      }),
      placeSharing: placeSharingMachine.provide({
        actors: { locate: fromPromise(({ signal }) => locateWithAccuracy(signal)) },
      }),
      revisions: revisionsMachine.provide({
        actors: {
          reviseMessage: eachEvenIfLeft(gateways, ({ message: { id: messageId }, text }: RevisionRequest) => ({
            call: () =>
              text === null
                ? api.call(chatEndpoints.deleteMessage, { params: { messageId } })
                : api.call(chatEndpoints.editMessage, { params: { messageId }, body: { text } }),
            failureText: revisionFailureAfterLeaving,
          })),
        },
      }),
      textCopying,
      typing: typingMachine.provide({
        actors: {
          typingTopic: fromStream<TypingTopicCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
            const { publish, leave } = gateways.realtime.joinTyping(input.chat, sendBack);
            receive(publish);
            return leave;
          }),
        },
      }),
      waveforms: waveformsMachine.provide({
        actors: { decodeWaveform: fromPromise(({ input, signal }) => decodeWaveform(input, signal)) },
      }),
    },
  });
}

/** The chat of a completed case, which is in no list. Null if there is none or the member may not read it. */
async function fetchFinished(
  { api, apiOptions }: Gateways,
  chatId: string,
  signal: AbortSignal,
): Promise<ChatGroup | null> {
  if (!apiOptions.can('closedChats')) return null;
  try {
    return await api.call(chatEndpoints.chatGroup, { params: { chatId }, signal });
  } catch (error) {
    if (isFinal(statusOf(error))) return null;
    throw error;
  }
}
