import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ChatGroup, Message } from '../../../src/contract/chats';
import type { Submission } from '../../../src/contract/submissions';
import type { ChatAddress } from '../../../src/contract/topics';
import { catchUpMachine } from '../../../src/machines/chat/catchUp.machine';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import { conversationMachine } from '../../../src/machines/chat/conversation.machine';
import { selectParts } from '../../../src/machines/chat/conversation.select';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import { selectTimeline } from '../../../src/machines/chat/history.select';
import type { HistoryRequest } from '../../../src/machines/chat/ports';
import { selectShownText } from '../../../src/machines/chat/transientText.machine';
import { typingMachine } from '../../../src/machines/chat/typing.machine';
import { tickOf } from '../../../src/rules/chat/messages';
import { promisePort, scriptedWorld, settle } from '../../kit/walk';
import { queueing, scriptedStore } from '../submissions/queueing';
import { globalChat, ids, mira } from './samples';

/** A device that has kept nothing. */
export const emptyPageStore = fromCallback<{ type: 'page.keep'; page: readonly Message[] }, { chat: ChatAddress }>(
  ({ sendBack }) => sendBack({ type: 'page.unknown' }),
);

/** A conversation with all its real parts and a real queue, over a scripted connection and a scripted history. */
export function talking({
  chat = globalChat,
  waiting = [],
}: {
  chat?: ChatAddress;
  waiting?: readonly Submission[];
} = {}) {
  const { queue, clock, wire } = queueing({ store: scriptedStore(waiting) });
  const history = promisePort<readonly Message[], HistoryRequest>();
  const fetchHistory = history.logic as never;
  const logFailure = () => {};
  const catchUp = catchUpMachine.provide({ actors: { fetchHistory }, actions: { logFailure } });
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        chatTopic: wire.chatTopic,
        composer: composerMachine.provide({ actors: { draftStore: fromCallback(() => {}) } }),
        readCachedGroup: fromPromise<ChatGroup | null, { chatId: string }>(async () => null),
        history: historyMachine.provide({
          actors: { fetchHistory, catchUp, pageStore: emptyPageStore },
          actions: { logFailure },
        }),
        typing: typingMachine.provide({ actors: { typingTopic: fromCallback(() => {}) } }),
      },
    }),
    {
      clock,
      input: {
        chat,
        me: mira,
        world: scriptedWorld(),
        queue,
        knownNames: [],
        textLimit: 4000,
      },
    },
  ).start();
  const parts = selectParts(actor.getSnapshot());
  const timeline = () => selectTimeline(parts.history.getSnapshot());
  return {
    actor,
    clock,
    wire,
    history,
    queue,
    parts,
    timeline,
    /** The ids shown, the first and the last where they are many. */
    shown: () => ids(timeline()),
    viewport: () => parts.viewport.getSnapshot(),
    bar: () => selectShownText(parts.bar.getSnapshot()),
    ticks: () => timeline().map((shown) => tickOf(shown, 'mira')),
    sent: () => wire.sent(chat),
    type(text: string) {
      parts.composer.send({ type: 'draft.changed', text, caret: text.length });
      parts.composer.send({ type: 'draft.submit' });
    },
    async answer(page: readonly Message[]) {
      history.resolve(page);
      await settle();
    },
    async open() {
      wire.open();
      await settle();
    },
    async refuse(error: unknown) {
      history.reject(error);
      await settle();
    },
  };
}

/** One whose newest page is here and whose topic is open. */
export async function talkingAfter(page: readonly Message[]) {
  const chat = talking();
  await chat.open();
  await chat.answer(page);
  return chat;
}
