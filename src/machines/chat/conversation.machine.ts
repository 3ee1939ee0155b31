import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { groupFailureText, NOT_A_PARTICIPANT } from '../../rules/chatTexts';
import { conversationSetup } from './conversation.setup';

/** One open chat, an incident's or the global one, told apart by its address alone (S1 §2, §4, §5). */
export const conversationMachine = conversationSetup.createMachine({
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
      id: 'receipts',
      src: 'receipts',
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
    'topic.opened': { actions: ['forwardToHistory', 'forwardToReceipts'] },
    'topic.lost': { actions: ['forwardToHistory', 'forwardToReceipts'] },
    'topic.refused': {
      target: '.failed',
      actions: { type: 'keepFailure', params: NOT_A_PARTICIPANT },
      description: 'Taken off the team while the chat is open: nothing of it is heard any more. S1 §8, DECISIONS 10',
    },
    'messages.arrived': {
      actions: ['forwardToHistory', 'forwardToReceipts'],
      description: 'Swapped in place by clientMessageId or id, else appended. S1 §4',
    },
    'message.viewed': { actions: 'forwardToReceipts' },
    'message.react': { actions: ['closeOverlay', 'forwardToReceipts'] },
    'receipt.made': { actions: { type: 'publishReceipt', params: ({ event }) => event } },
    'receipt.failed': { actions: { type: 'showBar', params: ({ event }) => event.reason } },
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
      guard: { type: 'isOnPicture', params: ({ event }) => event },
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
        actions: 'forwardToReceipts',
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
        'conversation.retry': { target: 'checking', actions: 'retryHistory' },
        'topic.opened': {
          target: 'checking',
          actions: ['forwardToHistory', 'forwardToReceipts'],
          description: 'With a new connection it may be there.',
        },
      },
    },
    found: { on: { 'conversation.retry': { target: 'found', actions: 'retryHistory' } } },
  },
});
export type ConversationRef = ActorRefFrom<typeof conversationMachine>;
export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;
