import { type ActorRefFrom, assign, enqueueActions, forwardTo, raise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type ChatGroupEntry, doubleTapReaction, type Message, type Reaction } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { groupFailureText, NOT_A_PARTICIPANT } from '../../rules/chatTexts';
import { shownAs } from '../../rules/media';
import { isTemp, shouldMarkRead } from '../../rules/messages';
import { compose } from '../../rules/outgoing';
import type { Me, World } from '../world';
import { audioMachine } from './audio.machine';
import { barMachine } from './bar.machine';
import { type ComposerFact, composerMachine } from './composer.machine';
import { type GestureFact, gestureMachine } from './gesture.machine';
import { type HistoryFact, historyMachine } from './history.machine';
import type { OutboxRef } from './outbox.machine';
import { overlayMachine } from './overlay.machine';
import { type ChatTopicEvent, chatTopic, type Draft, fetchGroup } from './ports';
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
  /** Ids marked read that the server has not confirmed yet; said again after a reconnect. */
  reading: ReadonlySet<string>;
  replyTo: Message | null;
  failure: string;
}

export type ConversationEvent =
  | ChatTopicEvent
  | ComposerFact
  | GestureFact
  | HistoryFact
  | { type: 'conversation.retry' }
  | { type: 'older.fetch' }
  | { type: 'list.scrolled'; distance: number }
  | { type: 'newest.show' }
  | { type: 'original.seek'; messageId: string }
  | { type: 'message.viewed'; message: Message }
  | { type: 'message.react'; message: Message; reaction: Reaction }
  | { type: 'message.retry'; clientMessageId: string }
  | { type: 'message.withdraw'; clientMessageId: string }
  | { type: 'reply.choose'; message: Message }
  | { type: 'reply.cancel' };

const GLOBAL_CHAT = 'Global Chat';
const NOT_CONNECTED = 'There is no connection. Please try again in a moment.';

/** One open chat, an incident's or the global one, told apart by its address alone (S1 §2, §4, §5). */
export const conversationMachine = setup({
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
    overlay: overlayMachine,
    viewer: viewerMachine,
    viewport: viewportMachine,
    waveforms: waveformsMachine,
  },
  guards: {
    isGlobal: ({ context }) => context.chat.kind === 'global',
    isSettled: (_, { message }: { message: Message }) => !isTemp(message),
    isUnread: ({ context }, { message }: { message: Message }) =>
      shouldMarkRead(message, context.me.id) && !context.reading.has(message.id),
    isPicture: (_, { message }: { message: Message }) =>
      message.mediaUrl !== null && shownAs(message.mediaType) === 'IMAGE',
    isOfNoMessage: (_, { clientMessageId }: { clientMessageId: string | null }) => clientMessageId === null,
  },
  actions: {
    keepGroup: assign({ group: (_, group: ChatGroupEntry['chatGroup'] | null) => group }),
    keepFailure: assign({ failure: (_, failure: string) => failure }),
    showBar: sendTo('bar', (_, text: string) => ({ type: 'bar.show' as const, text })),
    openMenu: sendTo('overlay', (_, { message, x, y }: { message: Message; x: number; y: number }) => ({
      type: 'menu.open' as const,
      message,
      x,
      y,
    })),
    openViewer: sendTo('viewer', (_, { message }: { message: Message }) => ({ type: 'viewer.open' as const, message })),
    silence: sendTo('audio', { type: 'audio.pause' }),
    closeOverlay: sendTo('overlay', { type: 'overlay.close' }),
    forwardToHistory: forwardTo('history'),
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
    noteReading: assign({
      reading: ({ context }, { message }: { message: Message }) => new Set([...context.reading, message.id]),
    }),
    forgetConfirmedReads: assign({
      reading: ({ context }, { messages }: { messages: readonly Message[] }) => {
        const confirmed = messages
          .filter(({ id }) => context.reading.has(id))
          .filter((m) => !shouldMarkRead(m, context.me.id));
        return confirmed.length
          ? new Set([...context.reading].filter((id) => !confirmed.some((message) => message.id === id)))
          : context.reading;
      },
    }),
    publishRead: sendTo('chatTopic', (_, { message }: { message: Message }) => ({
      type: 'chat.publish' as const,
      action: 'read' as const,
      body: { messageId: message.id },
    })),
    publishUnconfirmedReads: enqueueActions(({ context, enqueue }) => {
      for (const messageId of context.reading)
        enqueue.sendTo('chatTopic', { type: 'chat.publish', action: 'read', body: { messageId } });
    }),
    publishReaction: sendTo('chatTopic', (_, { message, reaction }: { message: Message; reaction: Reaction }) => ({
      type: 'chat.publish' as const,
      action: 'react' as const,
      body: { messageId: message.id, reaction },
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
  context: ({ input }) => ({
    ...input,
    group: null,
    reading: new Set(),
    replyTo: null,
    failure: '',
  }),
  type: 'parallel',
  invoke: [
    {
      id: 'history',
      src: 'history',
      input: ({ context: { chat, me, outbox }, self }) => ({ conversation: self, chat, me, outbox }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'gesture',
      src: 'gesture',
      input: ({ self }) => ({ conversation: self }),
      onError: { actions: 'logFailure' },
    },
    { id: 'viewport', src: 'viewport', onError: { actions: 'logFailure' } },
    { id: 'viewer', src: 'viewer', onError: { actions: 'logFailure' } },
    { id: 'audio', src: 'audio', onError: { actions: 'logFailure' } },
    { id: 'waveforms', src: 'waveforms', onError: { actions: 'logFailure' } },
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
    'gesture.longPressed': { actions: { type: 'openMenu', params: ({ event }) => event } },
    'gesture.tapped': {
      guard: { type: 'isPicture', params: ({ event }) => event },
      actions: { type: 'openViewer', params: ({ event }) => event },
      description: 'A tap on an image opens the viewer. S1 §4',
    },
    'recording.began': { actions: 'silence' },
    'recording.ended': { actions: 'silence' },
    'gesture.swiped': { actions: { type: 'replyTo', params: ({ event }) => event } },
    'gesture.doubleTapped': { actions: { type: 'heart', params: ({ event }) => event } },
    'history.stalled': { actions: { type: 'showBar', params: ({ event }) => event.reason } },
    'refusal.arrived': {
      guard: { type: 'isOfNoMessage', params: ({ event }) => event.refusal },
      actions: { type: 'showBar', params: ({ event }) => event.refusal.message },
      description: 'A refused message is shown at the message itself; any other refusal here.',
    },
    'message.retry': { actions: 'forwardToOutbox' },
    'message.withdraw': {
      actions: 'forwardToOutbox',
      description: 'A message that waits or failed can be given up. DECISIONS 41',
    },
  },
  states: {
    room: {
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
          on: {
            'conversation.retry': { target: 'fetching', actions: 'retryHistory' },
            'topic.opened': { target: 'fetching', description: 'With a new connection it may be there.' },
          },
        },
        found: { on: { 'conversation.retry': { target: 'found', actions: 'retryHistory' } } },
      },
    },
    live: {
      initial: 'apart',
      on: {
        'topic.opened': { target: '.joined', actions: 'forwardToHistory' },
        'topic.lost': { target: '.apart', actions: 'forwardToHistory' },
        'messages.arrived': {
          actions: ['forwardToHistory', { type: 'forgetConfirmedReads', params: ({ event }) => event }],
          description: 'Swapped in place by clientMessageId or id, else appended. S1 §4',
        },
      },
      states: {
        apart: {
          description: 'No connection: messages wait in the outbox, receipts until it is back. DECISIONS 41',
          on: {
            'message.viewed': {
              guard: { type: 'isUnread', params: ({ event }) => event },
              target: 'apart',
              actions: { type: 'noteReading', params: ({ event }) => event },
            },
            'message.react': {
              actions: ['closeOverlay', { type: 'showBar', params: NOT_CONNECTED }],
              description: 'A reaction is a toggle: said twice it would undo itself, so it is not kept for later.',
            },
          },
        },
        joined: {
          entry: 'publishUnconfirmedReads',
          on: {
            'message.viewed': {
              guard: { type: 'isUnread', params: ({ event }) => event },
              actions: [
                { type: 'noteReading', params: ({ event }) => event },
                { type: 'publishRead', params: ({ event }) => event },
              ],
              description:
                'Marked read once at least 70% visible, when not own and not already seen by the user. S1 §4',
            },
            'message.react': {
              guard: { type: 'isSettled', params: ({ event }) => event },
              actions: ['closeOverlay', { type: 'publishReaction', params: ({ event }) => event }],
              description:
                'One reaction per user; the same emoji again takes it away. Never on a temp message. S1 §4, DECISIONS 11',
            },
          },
        },
      },
    },
  },
});
export type ConversationRef = ActorRefFrom<typeof conversationMachine>;
export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;
