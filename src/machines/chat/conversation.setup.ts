import { assign, enqueueActions, forwardTo, raise, sendTo, setup } from 'xstate';
import { type ChatGroupEntry, doubleTapReaction, type Message } from '../../contract/chats';
import { type ChatAddress, readDestination } from '../../contract/topics';
import { isTemp } from '../../rules/messages';
import { compose } from '../../rules/outgoing';
import type { Me, World } from '../world';
import { audioMachine } from './audio.machine';
import { barMachine } from './bar.machine';
import { composerMachine } from './composer.machine';
import type { ComposerFact } from './composer.types';
import { type GestureFact, gestureMachine } from './gesture.machine';
import { historyMachine } from './history.machine';
import type { HistoryFact } from './history.setup';
import type { OutboxRef } from './outbox.machine';
import { overlayMachine, type Pointed } from './overlay.machine';
import { chatTopic, type Draft, fetchGroup } from './ports';
import { type ReceiptsEvent, type ReceiptsFact, receiptsMachine } from './receipts.machine';
import { viewerMachine } from './viewer.machine';
import { viewportMachine } from './viewport.machine';
import { waveformsMachine } from './waveforms.machine';

export interface ConversationInput {
  readonly chat: ChatAddress;
  readonly me: Me;
  readonly world: World;
  readonly outbox: OutboxRef;
  /** The first names that can be mentioned (DECISIONS 18). */
  readonly knownNames: readonly string[];
}

interface ConversationContext extends ConversationInput {
  /** The incident chat's name and incident; null for the global chat and until it is known. */
  group: ChatGroupEntry['chatGroup'] | null;
  replyTo: Message | null;
  failure: string;
}

export type ConversationEvent =
  | ComposerFact
  | GestureFact
  | HistoryFact
  | ReceiptsEvent
  | ReceiptsFact
  | { type: 'list.scrolled'; distance: number }
  | { type: 'original.seek'; messageId: string }
  | { type: 'message.retry' | 'message.withdraw'; clientMessageId: string }
  | { type: 'reply.choose'; message: Message }
  | { type: 'reply.cancel' | 'newest.show' | 'older.fetch' | 'conversation.retry' };

/** What a chat is called where its name is not known (yet). S1 §2 */
const titles = { global: 'Global Chat', incident: 'Incident Chat' };

/** What a conversation knows and does; its states are in conversation.machine.ts. */
export const conversationSetup = setup({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    children: {} as {
      audio: 'audio';
      bar: 'bar';
      chatTopic: 'chatTopic';
      composer: 'composer';
      gesture: 'gesture';
      history: 'history';
      receipts: 'receipts';
      overlay: 'overlay';
      viewer: 'viewer';
      viewport: 'viewport';
      waveforms: 'waveforms';
    },
  },
  actors: {
    audio: audioMachine,
    bar: barMachine,
    chatTopic,
    composer: composerMachine,
    fetchGroup,
    gesture: gestureMachine,
    history: historyMachine,
    receipts: receiptsMachine,
    overlay: overlayMachine,
    viewer: viewerMachine,
    viewport: viewportMachine,
    waveforms: waveformsMachine,
  },
  guards: {
    isGlobal: ({ context }) => context.chat.kind === 'global',
    isSettled: (_, { message }: { message: Message }) => !isTemp(message),
    isOnPicture: (_, { onPicture }: { onPicture: boolean }) => onPicture,
    isOfReceipt: (_, { destination }: { destination: string }) => readDestination(destination)?.action === 'read',
    isOfNoMessage: (_, { clientMessageId }: { clientMessageId: string | null }) => clientMessageId === null,
  },
  actions: {
    keepGroup: assign({ group: (_, group: ChatGroupEntry['chatGroup'] | null) => group }),
    keepFailure: assign({ failure: (_, failure: string) => failure }),
    showBar: sendTo('bar', (_, text: string) => ({ type: 'bar.show' as const, text })),
    openMenu: sendTo('overlay', (_, { message, x, y }: Pointed) => ({ type: 'menu.open' as const, message, x, y })),
    openViewer: sendTo('viewer', (_, { message }: { message: Message }) => ({ type: 'viewer.open' as const, message })),
    silence: sendTo('audio', { type: 'audio.pause' }),
    closeOverlay: sendTo('overlay', { type: 'overlay.close' }),
    forwardToHistory: forwardTo('history'),
    forwardToReceipts: forwardTo('receipts'),
    forwardToViewport: forwardTo('viewport'),
    retryHistory: sendTo('history', { type: 'history.retry' }),
    forwardToOutbox: forwardTo(({ context }) => context.outbox),
    sendMessages: enqueueActions(({ context, enqueue }, { text, files }: { text: string; files: readonly File[] }) => {
      const chatName = context.group?.name || titles[context.chat.kind];
      for (const outgoing of compose({ ...context, chatName }, text, files))
        enqueue.sendTo(context.outbox, { type: 'message.queue', outgoing });
      enqueue.sendTo('viewport', { type: 'newest.show' });
      enqueue.assign({ replyTo: null });
    }),
    publishReceipt: sendTo('chatTopic', (_, { action, body }: Extract<ReceiptsFact, { type: 'receipt.made' }>) => ({
      type: 'chat.publish' as const,
      action,
      body,
    })),
    keepReply: enqueueActions(({ enqueue }, { message }: { message: Message | null }) => {
      enqueue.assign({ replyTo: message });
      enqueue.sendTo('composer', { type: 'reply.changed', replyTo: message });
    }),
    restoreReply: assign({ replyTo: (_, { draft }: { draft: Draft }) => draft.replyTo }),
    replyTo: raise((_, { message }: { message: Message }) => ({ type: 'reply.choose' as const, message })),
    heart: raise((_, { message }: { message: Message }) => ({
      type: 'message.react' as const,
      message,
      reaction: doubleTapReaction,
    })),
    logFailure: ({ event }) => console.error('The conversation met an error', event),
  },
});
