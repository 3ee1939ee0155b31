import { type ActorRefFrom, assertEvent, assign, enqueueActions, forwardTo, type SnapshotFrom, sendTo } from 'xstate';
import { type ChatGroup, doubleTapReaction } from '../../contract/chats';
import { isRetryable } from '../../contract/failure';
import { type ChatAddress, chatKey, readDestination } from '../../contract/topics';
import { announcementOf, groupFailureText, incidentChatName, NOT_A_PARTICIPANT } from '../../rules/chat/chatTexts';
import { compose } from '../../rules/chat/outgoing';
import type { World } from '../../rules/world';
import type { Me } from '../session/member';
import { laneNews } from '../submissions/laneNews';
import type { QueueRef } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import { textCopyingMachine } from '../textCopying.machine';
import { arrivalsMachine } from './arrivals.machine';
import { audioMachine } from './audio.machine';
import { composerMachine } from './composer.machine';
import type { ConversationEvent } from './facts';
import { gestureMachine } from './gesture.machine';
import { historyMachine } from './history.machine';
import { overlayMachine } from './overlay.machine';
import { pinMachine } from './pin.machine';
import { placeSharingMachine } from './placeSharing.machine';
import { chatTopic, type FetchedGroup, fetchGroup, groupNews, readCachedGroup } from './ports';
import { receiptsMachine } from './receipts.machine';
import { revisionsMachine } from './revisions.machine';
import { transientTextMachine } from './transientText.machine';
import { typingMachine } from './typing.machine';
import { viewerMachine } from './viewer.machine';
import { viewportMachine } from './viewport.machine';
import { waveformsMachine } from './waveforms.machine';

interface ConversationInput {
  readonly chat: ChatAddress;
  readonly me: Me;
  readonly world: World;
  readonly queue: QueueRef;
  /** The first names that can be mentioned (DECISIONS 18). */
  readonly knownNames: readonly string[];
  /** The most characters that the server takes for a message, or null (DECISIONS C2). */
  readonly textLimit: number | null;
  /** The message to open the chat at, for example a result of the search. */
  readonly wanted?: string | null;
}

interface ConversationContext extends Omit<ConversationInput, 'wanted'> {
  /** The message to show when the history is loaded; null if there is none, and after it was requested. */
  wanted: string | null;
  /** The incident chat's name and incident; null for the global chat and until it is known. */
  group: ChatGroup | null;
  /** Whether `group` is a copy that this device has cached, so that it may be out of date. */
  isCopy: boolean;
  failure: string;
}

/** For a chat that can no longer be written in: its input bar is gone, and the microphone must not stay on without it. */
const END_RECORDING = { type: 'record.review' } as const;

/** What the chat's entry in the chat list is looked up by. The global chat has none, and is not looked up. */
const groupInput = ({ context: { chat } }: { context: ConversationContext }) => ({
  chatId: chat.kind === 'incident' ? chat.chatId : '',
});

/** The child charts and streams. Each runs under its own name. */
const parts = {
  announcer: transientTextMachine,
  arrivals: arrivalsMachine,
  audio: audioMachine,
  bar: transientTextMachine,
  chatTopic,
  composer: composerMachine,
  gesture: gestureMachine,
  groupNews,
  history: historyMachine,
  laneNews,
  overlay: overlayMachine,
  pin: pinMachine,
  placeSharing: placeSharingMachine,
  receipts: receiptsMachine,
  revisions: revisionsMachine,
  textCopying: textCopyingMachine,
  typing: typingMachine,
  viewer: viewerMachine,
  viewport: viewportMachine,
  waveforms: waveformsMachine,
};

/**
 * One open chat, of an incident or the global one; only their addresses differ (S1 §2, §4, §5). The chart connects its child
 * charts, which do not know each other. Views talk to the child charts directly.
 */
export const conversationMachine = workflow({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    children: {} as { [Name in keyof typeof parts]: Name },
  },
  actors: { ...parts, fetchGroup, readCachedGroup },
  guards: { isGlobal: ({ context }) => context.chat.kind === 'global' },
  delays: { staleDelay: 30_000 },
  actions: {
    showReason: sendTo('bar', ({ event }) => {
      assertEvent(event, ['receipt.failed', 'history.stalled', 'upload.failed', 'composer.failed', 'pin.failed']);
      return { type: 'text.show' as const, text: event.reason, isSilent: 'isRefused' in event && event.isRefused };
    }),
    pauseAudio: sendTo('audio', { type: 'audio.pause' }),
    forwardToComposer: forwardTo('composer'),
    forwardToViewport: forwardTo('viewport'),
    keepGroup: enqueueActions(({ context, enqueue }, fetched: FetchedGroup) => {
      const group = fetched.group ?? context.group;
      enqueue.assign({ ...fetched, group });
      enqueue.sendTo('pin', { type: 'group.known', pinned: group?.pinned ?? null });
      if (group?.isClosed) enqueue.sendTo('composer', END_RECORDING);
    }),
    queueMessages: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, ['draft.submitted', 'place.found']);
      const isDraft = event.type === 'draft.submitted';
      const { text, files, replyTo } = isDraft ? event : { text: event.text, files: [], replyTo: null };
      const chatName = context.chat.kind === 'global' ? 'Global Chat' : incidentChatName(context.group?.name ?? null);
      // The draft is deleted together with the storing of its message. A voice message and a place leave it as it is.
      const drafts = isDraft && text !== '' ? [chatKey(context.chat)] : [];
      const incidentId = context.group?.purposeId ?? null;
      for (const submission of compose({ ...context, chatName, incidentId, replyTo }, text, files))
        enqueue.sendTo(context.queue, { type: 'submission.queue', submission, drafts });
      enqueue.sendTo('history', { type: 'original.forget' });
      enqueue.sendTo('viewport', { type: 'newest.show' });
    }),
    tellLost: enqueueActions(({ enqueue }) => {
      for (const part of ['history', 'pin'] as const) enqueue.sendTo(part, { type: 'topic.lost' });
    }),
    /** Messages from the topic concern the history, the receipts and the pinned message. */
    broadcast: enqueueActions(({ enqueue, event }) => {
      assertEvent(event, ['topic.opened', 'topic.lost', 'messages.arrived']);
      enqueue.sendTo('history', event);
      enqueue.sendTo('receipts', event);
      if (event.type !== 'topic.opened') enqueue.sendTo('pin', event);
    }),
  },
}).createMachine({
  id: 'conversation',
  context: ({ input }) => ({ ...input, wanted: input.wanted ?? null, group: null, isCopy: false, failure: '' }),
  invoke: [
    { id: 'history', src: 'history', input: ({ context: { chat, me }, self }) => ({ conversation: self, chat, me }) },
    { id: 'receipts', src: 'receipts', input: ({ context: { me }, self }) => ({ conversation: self, myId: me.id }) },
    { id: 'gesture', src: 'gesture', input: ({ context: { me }, self }) => ({ conversation: self, myId: me.id }) },
    { id: 'revisions', src: 'revisions', input: ({ self }) => ({ conversation: self }) },
    { id: 'pin', src: 'pin', input: ({ self }) => ({ conversation: self }) },
    { id: 'placeSharing', src: 'placeSharing', input: ({ self }) => ({ conversation: self }) },
    { id: 'typing', src: 'typing', input: ({ context: { chat, me } }) => ({ chat, myId: me.id }) },
    { id: 'viewport', src: 'viewport' },
    { id: 'arrivals', src: 'arrivals' },
    { id: 'viewer', src: 'viewer' },
    { id: 'audio', src: 'audio' },
    { id: 'waveforms', src: 'waveforms' },
    { id: 'overlay', src: 'overlay' },
    { id: 'bar', src: 'bar' },
    { id: 'announcer', src: 'announcer' },
    { id: 'textCopying', src: 'textCopying' },
    {
      id: 'composer',
      src: 'composer',
      input: ({ context: { chat, knownNames, me, textLimit }, self }) => ({
        conversation: self,
        ...{ chat, knownNames, me, textLimit },
      }),
    },
    { id: 'laneNews', src: 'laneNews', input: ({ context: { chat, queue } }) => ({ chat, queue }) },
    { id: 'chatTopic', src: 'chatTopic', input: ({ context: { chat } }) => ({ chat }) },
  ],
  on: {
    'topic.opened': { actions: 'broadcast' },
    'topic.lost': { actions: 'broadcast' },
    'messages.arrived': {
      actions: 'broadcast',
      description: 'Swapped in place by clientMessageId or id, else appended. S1 §4',
    },
    'chat.cleared': {
      actions: [forwardTo('history'), sendTo('composer', { type: 'reply.cancel' })],
      description: 'Deleted for everybody: the open chat is emptied, and fetches what is left. DECISIONS P17',
    },
    'member.left': { actions: forwardTo('history') },
    'topic.refused': {
      target: '.failed',
      actions: [assign({ failure: NOT_A_PARTICIPANT }), 'tellLost'],
      description:
        'The member was taken off the team while the chat is open: its news no longer arrives. If they are put back, what was missed is fetched. S1 §8, DECISIONS 10',
    },
    'refusal.arrived': [
      {
        guard: ({ event }) => ['read', 'react'].includes(readDestination(event.refusal.destination)?.action ?? ''),
        actions: forwardTo('receipts'),
        description:
          'The member is told of a refused reaction, but not of a refused read receipt, which they did not ask for.',
      },
      {
        guard: ({ event: { refusal } }) =>
          refusal.clientMessageId === null && readDestination(refusal.destination)?.action !== 'typing',
        actions: sendTo('bar', ({ event: { refusal } }) => ({ type: 'text.show', text: refusal.message })),
        description:
          'A refused message is marked as failed, and a refused sign of typing is ignored; any other refusal is shown in the bar.',
      },
    ],
    'chat.publish': { actions: forwardTo('chatTopic') },
    'part.restarted': {
      actions: enqueueActions(({ context: { chat, queue }, enqueue }) => {
        enqueue.stopChild('chatTopic');
        enqueue.spawnChild('chatTopic', { id: 'chatTopic', input: { chat } });
        enqueue.stopChild('laneNews');
        enqueue.spawnChild('laneNews', { id: 'laneNews', input: { chat, queue } });
      }),
      description: 'Both streams start again, because each first sends what the restarted part needs to know.',
    },
    'receipt.failed': { actions: 'showReason' },
    'foreign.appeared': {
      actions: [
        'forwardToViewport',
        forwardTo('typing'),
        sendTo('announcer', ({ event: { messages } }) => ({ type: 'text.show', text: announcementOf(messages) })),
      ],
      description:
        'The view may follow them, their senders have stopped typing, and screen readers announce them. S1 §2, DECISIONS 177, 296',
    },
    'messages.edited': {
      actions: forwardTo('typing'),
      description: 'A member who has saved an edit is no longer typing. DECISIONS 177',
    },
    'original.found': { actions: 'forwardToViewport' },
    'history.opened': [
      {
        guard: ({ context }) => context.wanted !== null,
        actions: [
          'forwardToViewport',
          sendTo('history', ({ context }) => ({ type: 'original.seek', messageId: context.wanted ?? '' })),
          assign({ wanted: null }),
        ],
        description: 'The chat opens at the message that was found, however far back it is. DECISIONS 169',
      },
      { actions: 'forwardToViewport' },
    ],
    'history.refreshed': { actions: 'forwardToViewport' },
    'history.stalled': { actions: 'showReason' },
    'lane.changed': { actions: forwardTo('history') },
    'lane.secured': { actions: 'forwardToComposer' },
    'upload.began': { actions: 'forwardToComposer' },
    'upload.ended': { actions: 'forwardToComposer' },
    'upload.failed': {
      actions: 'showReason',
      description: 'An upload error is shown in a bar for 5 s. S1 §8. A refusal is read out by the tray.',
    },
    'draft.submitted': {
      actions: 'queueMessages',
      description: 'Shown at once with a temp id and a clock. S1 §4',
    },
    'place.found': {
      actions: 'queueMessages',
      description: "The member's place is a message of its own; what is being written stays. DECISIONS 166",
    },
    'edit.submitted': {
      actions: sendTo('revisions', ({ event: { message, text } }) => ({ type: 'message.revise', message, text })),
    },
    'revision.failed': {
      actions: enqueueActions(({ enqueue, event: { message, reason, text } }) => {
        enqueue.sendTo('bar', { type: 'text.show', text: reason });
        if (text !== null) enqueue.sendTo('composer', { type: 'edit.choose', message, text });
      }),
      description:
        'The reason is shown, and the text returns into the field if nothing else is being written. DECISIONS 164',
    },
    'composer.failed': { actions: 'showReason' },
    'pin.failed': { actions: 'showReason' },
    'recording.began': { actions: 'pauseAudio' },
    'recording.ended': { actions: 'pauseAudio' },
    'gesture.tapped': {
      guard: ({ event }) => event.onPicture,
      actions: sendTo('viewer', ({ event: { message } }) => ({ type: 'viewer.open', message })),
      description: 'A tap on an image opens the viewer. S1 §4',
    },
    'gesture.longPressed': {
      actions: sendTo('overlay', ({ event: { message, x, y } }) => ({ type: 'menu.open', message, x, y })),
    },
    'gesture.swiped': {
      actions: sendTo('composer', ({ event: { message } }) => ({ type: 'reply.choose', message })),
    },
    'gesture.doubleTapped': {
      actions: sendTo('receipts', ({ event: { message } }) => ({
        type: 'message.react',
        message,
        reaction: doubleTapReaction,
      })),
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
        input: groupInput,
        onDone: [
          {
            guard: ({ event }) => event.output.group === null,
            target: 'failed',
            actions: assign({ failure: NOT_A_PARTICIPANT }),
          },
          { target: 'found', actions: { type: 'keepGroup', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => groupFailureText(event.error) }) },
      },
      initial: 'readingCache',
      states: {
        readingCache: {
          description: 'The entry cached on this device is shown while the server is asked. DECISIONS 181',
          invoke: {
            id: 'readCachedGroup',
            src: 'readCachedGroup',
            input: groupInput,
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: 'cached',
                actions: { type: 'keepGroup', params: ({ event }) => ({ group: event.output, isCopy: true }) },
              },
              { target: 'unknown' },
            ],
            onError: { target: 'unknown' },
          },
        },
        cached: { tags: 'found' },
        unknown: {},
      },
    },
    failed: {
      description: "An 'Error' header with the message. S1 §2, §8",
      entry: sendTo('composer', END_RECORDING),
      on: {
        'conversation.retry': { target: 'checking' },
        'topic.opened': {
          target: 'checking',
          actions: 'broadcast',
          description: 'After a reconnect the entry may be there.',
        },
      },
    },
    found: {
      tags: 'found',
      initial: 'arriving',
      states: {
        arriving: {
          description: "Only a case's chat follows news of its incident.",
          always: [{ guard: 'isGlobal', target: 'global' }, { target: 'ofCase' }],
        },
        global: {},
        ofCase: {
          description: 'The header shows the incident, and a chat whose case is done can only be read. DECISIONS 168',
          invoke: {
            id: 'groupNews',
            src: 'groupNews',
            input: ({ context: { group } }) => ({ incidentId: group?.purposeId ?? null }),
          },
          on: { 'group.changed': { target: '.refreshing' } },
          initial: 'judging',
          states: {
            judging: { always: [{ guard: ({ context }) => context.isCopy, target: 'stale' }, { target: 'current' }] },
            current: {},
            stale: {
              description:
                'The entry may be out of date: it is fetched after a reconnect, or after a while. DECISIONS 395',
              on: { 'topic.opened': { target: 'refreshing', actions: 'broadcast' } },
              after: { staleDelay: { target: 'refreshing' } },
            },
            refreshing: {
              invoke: {
                id: 'fetchGroup',
                src: 'fetchGroup',
                input: groupInput,
                onDone: {
                  target: 'judging',
                  actions: { type: 'keepGroup', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: ({ event }) => isRetryable(event.error),
                    target: 'stale',
                    description: 'The known entry stays for now.',
                  },
                  { target: 'current', description: 'The known entry stays.' },
                ],
              },
            },
          },
        },
      },
    },
  },
});
export type ConversationRef = ActorRefFrom<typeof conversationMachine>;
export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;
