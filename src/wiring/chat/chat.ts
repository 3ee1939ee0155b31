import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { type ChatGroup, ChatGroupEntries, type ChatGroupEntry, type Message, Messages } from '../../contract/chats';
import { MessageDraft } from '../../contract/drafts';
import { chatEndpoints } from '../../contract/endpoints/chat';
import { isFinal, statusOf } from '../../contract/failure';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { attachmentsMachine } from '../../machines/attachments.machine';
import { audioMachine } from '../../machines/chat/audio.machine';
import { catchUpMachine } from '../../machines/chat/catchUp.machine';
import { chatListMachine } from '../../machines/chat/chatList.machine';
import { composerMachine } from '../../machines/chat/composer.machine';
import { conversationMachine } from '../../machines/chat/conversation.machine';
import { historyMachine } from '../../machines/chat/history.machine';
import { mentionNamesMachine } from '../../machines/chat/mentionNames.machine';
import { pinMachine } from '../../machines/chat/pin.machine';
import { placeSharingMachine } from '../../machines/chat/placeSharing.machine';
import type {
  DraftCommand,
  DraftEvent,
  FetchedGroup,
  HistoryRequest,
  RevisionRequest,
  TypingTopicCommand,
} from '../../machines/chat/ports';
import type { MicrophoneCommand, Recording, SoundCommand, SoundInput } from '../../machines/chat/ports.media';
import { recordingMachine } from '../../machines/chat/recording.machine';
import { revisionsMachine } from '../../machines/chat/revisions.machine';
import { typingMachine } from '../../machines/chat/typing.machine';
import { waveformsMachine } from '../../machines/chat/waveforms.machine';
import { feedOf } from '../../machines/feed.machine';
import { fromStream } from '../../machines/supervision';
import { pinFailureAfterLeaving, revisionFailureAfterLeaving } from '../../rules/chat/chatTexts';
import type { Repin } from '../../rules/chat/messageChanges';
import { UNKEPT_DRAFT, UNKEPT_FILE } from '../../rules/media/mediaTexts';
import { locateWithAccuracy } from '../../services/device/location';
import { recordVoice } from '../../services/device/microphone';
import { openSound } from '../../services/device/sound';
import { decodeWaveform } from '../../services/device/waveform';
import { watchChatDrafts } from '../../services/drafts/chatDrafts';
import { openDraft } from '../../services/drafts/drafts';
import {
  fileDraftsWritten,
  isFileDraftUnstored,
  keepRest,
  openFileDrafts,
  replaceFileDraft,
} from '../../services/drafts/fileDrafts';
import { takeForChat } from '../../services/storage/shared';
import { asItCame, cachedFeed, cacheOf, orCached } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { textCopying } from '../copying';
import { eachEvenIfLeft } from '../evenIfLeft';
import { chatTopicThrough, type Gateways, newsFor } from '../gateways';
import { prepare } from '../prepareFile';
import { fetchChatGroups, fetchMessages } from './chatCalls';
import { globalNewestThrough } from './globalNewest';
import { pageStoreThrough } from './pageStore';

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
    },
  });

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
  const draftStore = fromStream<DraftCommand, { userId: string; chat: ChatAddress }>(
    ({ input: { userId, ...input }, sendBack, receive }) => {
      const chat = chatKey(input.chat);
      const say = (event: DraftEvent) => sendBack(event);
      const text = openDraft({
        userId,
        chat,
        schema: MessageDraft,
        restored: (draft) => say({ type: 'draft.restored', draft }),
        keeping: (isKept) => !isKept && say({ type: 'draft.unkept', reason: UNKEPT_DRAFT }),
      });
      const attached = openFileDrafts({
        userId,
        chat,
        restored: (drafts) => {
          const files = drafts.filter((draft) => draft instanceof File);
          if (files.length > 0) say({ type: 'files.restored', files });
          for (const draft of drafts)
            if (!(draft instanceof File)) say({ type: 'recording.restored', recording: draft });
        },
        failed: () => say({ type: 'draft.unkept', reason: UNKEPT_FILE }),
      });
      receive((command) => {
        if (command.type === 'files.keep') {
          const { files, recording } = command;
          return attached.order(recording ? [...files, recording] : files);
        }
        const { draft } = command;
        text.order(
          draft.text === '' && draft.replyTo === null && !draft.edit ? null : (asItCame(draft) as MessageDraft),
        );
      });
      let isOpen = true;
      takeForChat(userId, chat, async (files) => {
        if (!isOpen) return false;
        sendBack({ type: 'files.arrived', files });
        // The composer has ordered `attached` to store them by now.
        await fileDraftsWritten();
        return !files.some(isFileDraftUnstored);
      }).catch((error) => console.error('What was shared cannot be attached', error));
      return () => {
        isOpen = false;
        text.close();
        attached.close();
      };
    },
  );
  const prepareAttached = fromPromise<File, File>(async ({ input, signal }) => {
    const prepared = await prepare(input, signal);
    if (prepared !== input) replaceFileDraft(input, prepared);
    return prepared;
  });
  const microphone = fromCallback<MicrophoneCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const userId = gateways.userId();
    let last: File | null = null;
    let isWanted = true;
    /** The whole takes the place of what is stored of it. */
    const replaceLast = ({ file }: Recording) => {
      if (last) replaceFileDraft(last, file);
      last = file;
    };
    const { stop, release } = recordVoice((news) => {
      if ('recording' in news) replaceLast(news.recording);
      sendBack(news);
    });
    receive(({ type }) => {
      if (type === 'microphone.stop') stop();
      else isWanted = false;
    });
    return () => {
      const coming = release().then((rest) => {
        if (rest) replaceLast(rest);
        return rest;
      });
      if (isWanted && userId !== null) keepRest(userId, chatKey(input.chat), coming);
    };
  });
  const sound = fromCallback<SoundCommand, SoundInput>(({ input, sendBack, receive }) => {
    const { order, close } = openSound(input, sendBack);
    receive(order);
    return close;
  });

  return conversationMachine.provide({
    actors: {
      audio: audioMachine.provide({ actors: { sound } }),
      chatTopic: chatTopicThrough(gateways),
      composer: composerMachine.provide({
        actors: {
          attachments: attachmentsMachine.provide({ actors: { prepareFile: prepareAttached } }),
          draftStore,
          mentionNames: provideMentionNames(gateways),
          recording: recordingMachine.provide({ actors: { microphone } }),
        },
      }),
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

/** For how long the names for mentions are used in other chats, too, in milliseconds: members come and leave. */
const NAMES_AGE = 600_000;

/** The names for mentions, fetched at most once in ten minutes. */
function provideMentionNames({ api, userId }: Gateways) {
  let known: { readonly userId: string | null; readonly names: readonly string[]; readonly at: number } | null = null;
  return mentionNamesMachine.provide({
    actors: {
      readCachedNames: fromPromise(async () =>
        known?.userId === userId() && performance.now() - known.at < NAMES_AGE ? known.names : null,
      ),
      fetchNames: fromPromise(async ({ signal }) => {
        const { fetchMentionNames } = await import('./mentionNames');
        known = { userId: userId(), names: await fetchMentionNames(api, signal), at: performance.now() };
        return known.names;
      }),
    },
  });
}
