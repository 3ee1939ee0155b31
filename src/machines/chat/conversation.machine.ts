import { type ActorRefFrom, assign, enqueueActions, forwardTo, raise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type ChatGroupEntry, doubleTapReaction, type Message } from '../../contract/chats';
import { type ChatAddress, readDestination } from '../../contract/topics';
import { groupFailureText, NOT_A_PARTICIPANT } from '../../rules/chatTexts';
import { shownAs } from '../../rules/media';
import { isTemp } from '../../rules/messages';
import { compose } from '../../rules/outgoing';
import type { Me, World } from '../world';
import { barMachine } from './bar.machine';
import { type ComposerFact, composerMachine } from './composer.machine';
import { type GestureFact, gestureMachine } from './gesture.machine';
import { historyMachine } from './history.machine';
import type { HistoryFact } from './history.setup';
import { type MarksEvent, type MarksFact, marksMachine } from './marks.machine';
import { mediaMachine } from './media.machine';
import type { OutboxRef } from './outbox.machine';
import { overlayMachine, type Pointed } from './overlay.machine';
import { chatTopic, type Draft, fetchGroup } from './ports';
import { viewportMachine } from './viewport.machine';

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
  | MarksEvent
  | MarksFact
  | { type: 'list.scrolled'; distance: number }
  | { type: 'original.seek'; messageId: string }
  | { type: 'message.retry' | 'message.withdraw'; clientMessageId: string }
  | { type: 'reply.choose'; message: Message }
  | { type: 'reply.cancel' | 'newest.show' | 'older.fetch' | 'conversation.retry' };

const GLOBAL_CHAT = 'Global Chat';

/** One open chat, an incident's or the global one, told apart by its address alone (S1 §2, §4, §5). */
export const conversationMachine = setup({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    children: {} as {
      bar: 'bar';
      chatTopic: 'chatTopic';
      composer: 'composer';
      gesture: 'gesture';
      history: 'history';
      marks: 'marks';
      media: 'media';
      overlay: 'overlay';
      viewport: 'viewport';
    },
  },
  actors: {
    bar: barMachine,
    chatTopic,
    composer: composerMachine,
    fetchGroup,
    gesture: gestureMachine,
    history: historyMachine,
    marks: marksMachine,
    media: mediaMachine,
    overlay: overlayMachine,
    viewport: viewportMachine,
  },
  guards: {
    isGlobal: ({ context }) => context.chat.kind === 'global',
    isSettled: (_, { message }: { message: Message }) => !isTemp(message),
    isPicture: (_, { message }: { message: Message }) =>
      message.mediaUrl !== null && shownAs(message.mediaType) === 'IMAGE',
    isOfReceipt: (_, { destination }: { destination: string }) => readDestination(destination)?.action === 'read',
    isOfNoMessage: (_, { clientMessageId }: { clientMessageId: string | null }) => clientMessageId === null,
  },
  actions: {
    keepGroup: assign({ group: (_, group: ChatGroupEntry['chatGroup'] | null) => group }),
    keepFailure: assign({ failure: (_, failure: string) => failure }),
    showBar: sendTo('bar', (_, text: string) => ({ type: 'bar.show' as const, text })),
    openMenu: sendTo('overlay', (_, { message, x, y }: Pointed) => ({ type: 'menu.open' as const, message, x, y })),
    openViewer: sendTo('media', (_, { message }: { message: Message }) => ({ type: 'viewer.open' as const, message })),
    silence: sendTo('media', { type: 'audio.pause' }),
    closeOverlay: sendTo('overlay', { type: 'overlay.close' }),
    forwardToHistory: forwardTo('history'),
    forwardToMarks: forwardTo('marks'),
    forwardToViewport: forwardTo('viewport'),
    retryHistory: sendTo('history', { type: 'history.retry' }),
    forwardToOutbox: forwardTo(({ context }) => context.outbox),
    sendMessages: enqueueActions(({ context, enqueue }, { text, files }: { text: string; files: readonly File[] }) => {
      const chatName = context.group?.name ?? GLOBAL_CHAT;
      for (const outgoing of compose({ ...context, chatName }, text, files))
        enqueue.sendTo(context.outbox, { type: 'message.queue', outgoing });
      enqueue.sendTo('viewport', { type: 'newest.show' });
      enqueue.assign({ replyTo: null });
    }),
    publishMark: sendTo('chatTopic', (_, { action, body }: Extract<MarksFact, { type: 'mark.made' }>) => ({
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
}).createMachine({
  id: 'conversation',
  context: ({ input }) => ({ ...input, group: null, replyTo: null, failure: '' }),
  invoke: [
    {
      id: 'history',
      src: 'history',
      input: ({ context: { chat, me, outbox }, self }) => ({ conversation: self, chat, me, outbox }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'marks',
      src: 'marks',
      input: ({ context: { me }, self }) => ({ conversation: self, me: me.id }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'gesture',
      src: 'gesture',
      input: ({ self }) => ({ conversation: self }),
      onError: { actions: 'logFailure' },
    },
    { id: 'viewport', src: 'viewport', onError: { actions: 'logFailure' } },
    { id: 'media', src: 'media', onError: { actions: 'logFailure' } },
    { id: 'overlay', src: 'overlay', onError: { actions: 'logFailure' } },
    { id: 'bar', src: 'bar', onError: { actions: 'logFailure' } },
    {
      id: 'composer',
      src: 'composer',
      input: ({ context: { chat, knownNames, me, outbox }, self }) => ({
        conversation: self,
        chat,
        knownNames,
        me,
        outbox,
      }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'chatTopic',
      src: 'chatTopic',
      input: ({ context: { chat } }) => ({ chat }),
      onError: { actions: 'logFailure' },
    },
  ],
  on: {
    'topic.opened': { actions: ['forwardToHistory', 'forwardToMarks'] },
    'topic.lost': { actions: ['forwardToHistory', 'forwardToMarks'] },
    'messages.arrived': {
      actions: ['forwardToHistory', 'forwardToMarks'],
      description: 'Swapped in place by clientMessageId or id, else appended. S1 §4',
    },
    'message.viewed': { actions: 'forwardToMarks' },
    'message.react': { actions: ['closeOverlay', 'forwardToMarks'] },
    'mark.made': { actions: { type: 'publishMark', params: ({ event }) => event } },
    'mark.failed': { actions: { type: 'showBar', params: ({ event }) => event.reason } },
    'older.fetch': { actions: 'forwardToHistory' },
    'original.seek': { actions: 'forwardToHistory' },
    'list.scrolled': { actions: 'forwardToViewport' },
    'newest.show': { actions: 'forwardToViewport' },
    'foreign.appeared': { actions: 'forwardToViewport' },
    'original.found': { actions: 'forwardToViewport' },
    'draft.submitted': {
      actions: { type: 'sendMessages', params: ({ event }) => event },
      description: 'Shown at once with a temp id and a clock; the reply target is cleared on send. S1 §4',
    },
    'reply.choose': {
      guard: { type: 'isSettled', params: ({ event }) => event },
      actions: [{ type: 'keepReply', params: ({ event }) => event }, 'closeOverlay'],
      description: 'A swipe to the right or the reply option sets the reply target. S1 §4',
    },
    'reply.cancel': { actions: { type: 'keepReply', params: { message: null } } },
    'draft.restored': { actions: { type: 'restoreReply', params: ({ event }) => event } },
    'composer.failed': { actions: { type: 'showBar', params: ({ event }) => event.reason } },
    'recording.began': { actions: 'silence' },
    'recording.ended': { actions: 'silence' },
    'gesture.tapped': {
      guard: { type: 'isPicture', params: ({ event }) => event },
      actions: { type: 'openViewer', params: ({ event }) => event },
      description: 'A tap on an image opens the viewer. S1 §4',
    },
    'gesture.longPressed': { actions: { type: 'openMenu', params: ({ event }) => event } },
    'gesture.swiped': { actions: { type: 'replyTo', params: ({ event }) => event } },
    'gesture.doubleTapped': { actions: { type: 'heart', params: ({ event }) => event } },
    'history.stalled': { actions: { type: 'showBar', params: ({ event }) => event.reason } },
    'refusal.arrived': [
      {
        guard: { type: 'isOfReceipt', params: ({ event }) => event.refusal },
        actions: 'forwardToMarks',
        description: 'A receipt is nothing that the member has asked for: nobody is told.',
      },
      {
        guard: { type: 'isOfNoMessage', params: ({ event }) => event.refusal },
        actions: { type: 'showBar', params: ({ event }) => event.refusal.message },
        description: 'A refused message is shown at the message itself; any other refusal here.',
      },
    ],
    'message.retry': { actions: 'forwardToOutbox' },
    'message.withdraw': {
      actions: 'forwardToOutbox',
      description: 'A message that waits or failed can be given up. DECISIONS 41',
    },
  },
  initial: 'checking',
  states: {
    checking: { always: [{ guard: 'isGlobal', target: 'found' }, { target: 'fetching' }] },
    fetching: {
      description: 'The entry of the chat list whose chatGroup.id matches the route is selected. S1 §7',
      invoke: {
        id: 'fetchGroup',
        src: 'fetchGroup',
        input: ({ context: { chat } }) => ({ chatId: chat.kind === 'incident' ? chat.chatId : '' }),
        onDone: [
          {
            guard: ({ event }) => event.output === null,
            target: 'failed',
            actions: { type: 'keepFailure', params: NOT_A_PARTICIPANT },
          },
          { target: 'found', actions: { type: 'keepGroup', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => groupFailureText(event.error) },
        },
      },
    },
    failed: {
      description: "An 'Error' header with the message. S1 §2, §8",
      on: {
        'conversation.retry': { target: 'fetching', actions: 'retryHistory' },
        'topic.opened': {
          target: 'fetching',
          actions: ['forwardToHistory', 'forwardToMarks'],
          description: 'With a new connection it may be there.',
        },
      },
    },
    found: { on: { 'conversation.retry': { target: 'found', actions: 'retryHistory' } } },
  },
});
export type ConversationRef = ActorRefFrom<typeof conversationMachine>;
export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;
