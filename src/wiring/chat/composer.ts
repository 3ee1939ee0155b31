import { fromCallback, fromPromise } from 'xstate';
import { MessageDraft } from '../../contract/drafts';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { attachmentsMachine } from '../../machines/attachments.machine';
import { composerMachine } from '../../machines/chat/composer.machine';
import { mentionNamesMachine } from '../../machines/chat/mentionNames.machine';
import type { DraftCommand, DraftEvent } from '../../machines/chat/ports';
import type { MicrophoneCommand, Recording } from '../../machines/chat/ports.media';
import { recordingMachine } from '../../machines/chat/recording.machine';
import { fromStream } from '../../machines/supervision';
import { UNKEPT_DRAFT, UNKEPT_FILE } from '../../rules/media/mediaTexts';
import { recordVoice } from '../../services/device/microphone';
import {
  fileDraftsWritten,
  isFileDraftUnstored,
  keepRest,
  openFileDrafts,
  replaceFileDraft,
} from '../../services/drafts/fileDrafts';
import { openDraft } from '../../services/drafts/openDraft';
import { type Moment, momentAgo, msSince } from '../../services/moment';
import { takeForChat } from '../../services/storage/share';
import { asItCame } from '../cache/cache';
import type { Gateways } from '../gateways';
import { prepare } from '../prepareFile';

/** The composer of a chat with its ports and those of its child charts. */
export const provideComposer = (gateways: Gateways) =>
  composerMachine.provide({
    actors: {
      attachments: attachmentsMachine.provide({ actors: { prepareFile: prepareAttached } }),
      draftStore,
      mentionNames: provideMentionNames(gateways),
      recording: recordingMachine.provide({ actors: { microphone: microphoneOf(gateways) } }),
    },
  });

/** The draft of a chat on this device: what is written, what is attached, and what another app has shared for it. */
const draftStore = fromStream<DraftCommand, { userId: string; chat: ChatAddress }>(
  ({ input: { userId, ...input }, sendBack, receive }) => {
    const chat = chatKey(input.chat);
    const say = (event: DraftEvent) => sendBack(event);
    const text = openDraft({
      userId,
      key: chat,
      schema: MessageDraft,
      restored: (draft) => say({ type: 'draft.restored', draft }),
      replaced: (drafts) => say({ type: 'draft.replaced', drafts }),
      keeping: (isKept) => !isKept && say({ type: 'draft.unkept', reason: UNKEPT_DRAFT }),
    });
    const attached = openFileDrafts({
      userId,
      chat,
      restored: (drafts) => {
        const files = drafts.filter((draft) => draft instanceof File);
        if (files.length > 0) say({ type: 'files.restored', files });
        for (const draft of drafts) if (!(draft instanceof File)) say({ type: 'recording.restored', recording: draft });
      },
      gone: (files) => say({ type: 'files.gone', files }),
      failed: () => say({ type: 'draft.unkept', reason: UNKEPT_FILE }),
    });
    receive((command) => {
      if (command.type === 'files.keep') {
        const { files, recording } = command;
        return attached.save(recording ? [...files, recording] : files);
      }
      const { draft } = command;
      text.save(draft.text === '' && draft.replyTo === null && !draft.edit ? null : (asItCame(draft) as MessageDraft));
    });
    let isOpen = true;
    takeForChat(userId, chat, async (files) => {
      if (!isOpen) return false;
      sendBack({ type: 'files.arrived', files });
      // By now the composer has given them to `attached` to store.
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

/** Compresses an attached file. The smaller file takes the place of the stored one. */
const prepareAttached = fromPromise<File, File>(async ({ input, signal }) => {
  const prepared = await prepare(input, signal);
  if (prepared !== input) replaceFileDraft(input, prepared);
  return prepared;
});

/** The microphone. What is recorded of a message that is not finished stays in the draft of its chat when the chat is left. */
const microphoneOf = ({ userId: whoIsHere }: Gateways) =>
  fromCallback<MicrophoneCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const userId = whoIsHere();
    let last: File | null = null;
    let isWanted = true;
    /** The finished recording replaces the stored part of it. */
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

/** For how long the names for mentions are used in other chats, too, in milliseconds: members come and leave. */
const NAMES_AGE = 600_000;

/** The names for mentions, fetched at most once in ten minutes. */
function provideMentionNames({ api, userId }: Gateways) {
  let known: { readonly userId: string | null; readonly names: readonly string[]; readonly at: Moment } | null = null;
  return mentionNamesMachine.provide({
    actors: {
      readCachedNames: fromPromise(async () =>
        known?.userId === userId() && msSince(known.at) < NAMES_AGE ? known.names : null,
      ),
      fetchNames: fromPromise(async ({ signal }) => {
        const { fetchMentionNames } = await import('./mentionNames');
        known = { userId: userId(), names: await fetchMentionNames(api, signal), at: momentAgo(0) };
        return known.names;
      }),
    },
  });
}
