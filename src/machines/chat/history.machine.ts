import {
  type ActorRef,
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  type ErrorActorEvent,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  stateIn,
} from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../contract/chats';
import { isNetworkFailure } from '../../contract/failure';
import { unreadableIn } from '../../contract/lists';
import { type ChatAddress, JOIN_GAP } from '../../contract/topics';
import { historyFailureText } from '../../rules/chatTexts';
import { toTempMessage } from '../../rules/outgoing';
import {
  completeNow,
  newForeignIn,
  type Page,
  type Pages,
  relevantOf,
  toKeep,
  withArrived,
  withCaughtUp,
  withNewest,
  withOlder,
  withoutDeleted,
  withoutPages,
  withRecalled,
} from '../../rules/pages';
import { firstUnread, lacks, messageOf, newestSettled, oldestSettled, withTemps } from '../../rules/timeline';
import type { LaneNewsEvent } from '../submissions/laneNews';
import { workflow } from '../supervision';
import type { Me } from '../world';
import { catchUpMachine } from './catchUp.machine';
import { type ChatTopicEvent, fetchHistory, type PageStoreEvent, pageStore } from './ports';

/** The events that a history sends to its conversation. */
export type HistoryFact =
  | { type: 'foreign.appeared' }
  | { type: 'original.found'; messageId: string }
  | { type: 'history.stalled'; reason: string }
  /**
   * The newest page is loaded ('opened'), or has replaced what this device had kept ('refreshed'). `unread` is the id of the first
   * unread message, or null.
   */
  | { type: 'history.opened' | 'history.refreshed'; unread: string | null }
  | PartRestarted;

/**
 * A child chart of the conversation has restarted after a failure. It does not know the state of the connection and the waiting
 * submissions.
 */
export type PartRestarted = { type: 'part.restarted' };

export type HistoryEvent =
  | Exclude<ChatTopicEvent, { type: 'refusal.arrived' }>
  | Extract<LaneNewsEvent, { type: 'lane.changed' }>
  | PageStoreEvent
  | { type: 'older.fetch' }
  | { type: 'original.seek'; messageId: string }
  | { type: 'history.retry' }
  | { type: 'supervision.restarted' };

interface HistoryInput {
  conversation: ActorRef<Snapshot<unknown>, HistoryFact>;
  chat: ChatAddress;
  me: Me;
}

interface HistoryContext extends HistoryInput, Pages {
  /**
   * What may be missing when the topic opens and is then fetched: 'anything' after a lost connection; 'messages' some time after
   * the page was fetched, if the server does not tell its newest message.
   */
  mayLack: 'nothing' | 'messages' | 'anything';
  /** The id of the server's newest message when the topic opened during the fetch; null or undefined as in the event. */
  latest: string | null | undefined;
  /** The last unseen messages of others that arrived over the topic together. Screen readers announce them. */
  newcomers: Page;
  /** The message that a tapped reply snippet refers to, while older pages are searched for it. */
  sought: string | null;
  failure: string;
  /** When the server said what is shown, in milliseconds since 1970, if this device had kept it and it is not refreshed yet; else null. */
  asOf: number | null;
  /** The messages of the history that could not be read, as text. */
  unreadable: ReadonlySet<string>;
}

/** The messages of one open chat: pages of history, messages from the topic, and own messages that are being sent (S1 §4). */
export const historyMachine = workflow({
  types: {
    input: {} as HistoryInput,
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    tags: {} as 'loading' | 'failed' | 'ready' | 'fetchingOlder',
  },
  actors: { fetchHistory, catchUp: catchUpMachine, pageStore },
  delays: {
    /** A fetched page counts as current for this time when the topic opens and the server does not tell its newest message. */
    joinGap: JOIN_GAP,
  },
  guards: {
    hasMissed: ({ context: { timeline, mayLack }, event }) => {
      assertEvent(event, 'topic.opened');
      if (mayLack === 'anything') return true;
      if (event.latest === null) return newestSettled(timeline) !== undefined;
      return event.latest === undefined ? mayLack === 'messages' : lacks(timeline, event.latest);
    },
    isSeeking: ({ context }) => context.sought !== null,
    isPainted: stateIn({ loading: 'painted' }),
    isRecalling: stateIn({ loading: 'recalling' }),
  },
  actions: {
    noteLoss: assign({ mayLack: 'anything' }),
    noteFailure: assign({ failure: ({ context, event }) => historyFailureText(context.chat, (event as ErrorActorEvent).error) }),
    noteUnreadable: assign({
      unreadable: ({ context: { unreadable } }, { page }: { page: Page }) =>
        new Set([...unreadable, ...unreadableIn(page)]),
    }),
    /** Shows the newest page, and says where reading has stopped: the chat opens there. DECISIONS 163 */
    keepNewest: enqueueActions(({ context, enqueue }, { page }: { page: Page }) => {
      const newest = withNewest(context, page, HISTORY_PAGE);
      enqueue.assign({ ...newest, asOf: null, unreadable: new Set([...context.unreadable, ...unreadableIn(page)]) });
      enqueue.sendTo(context.conversation, {
        type: context.asOf === null ? 'history.opened' : 'history.refreshed',
        unread: firstUnread(newest.timeline, context.me.id),
      });
      enqueue('keepPage');
    }),
    keepRecalled: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'page.recalled');
      const recalled = withRecalled(context, event.page);
      enqueue.assign({ ...recalled, asOf: event.asOf });
      enqueue.sendTo(context.conversation, {
        type: 'history.opened',
        unread: firstUnread(recalled.timeline, context.me.id),
      });
    }),
    keepPage: sendTo('pageStore', ({ context: { timeline } }) => ({ type: 'page.keep' as const, page: toKeep(timeline) })),
    noteAsked: assign(({ context: { timeline } }) => ({ asked: timeline })),
    reportMissed: enqueueActions(({ context, enqueue }, { page }: { page: Page }) => {
      if (newForeignIn(context, page, context.me.id).length > 0)
        enqueue.sendTo(context.conversation, { type: 'foreign.appeared' });
    }),
    keepArrived: assign(({ context, event }) => {
      assertEvent(event, 'messages.arrived');
      return withArrived(context, relevantOf(context, event.messages));
    }),
    stopSeeking: assign({ sought: null }),
    reportStalled: sendTo(
      ({ context }) => context.conversation,
      (_, reason: string): HistoryFact => ({ type: 'history.stalled', reason }),
    ),
    logFailure: ({ event }) => console.error('Messages could not be fetched', event),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({
    ...input,
    timeline: [],
    asked: [],
    completeTo: null,
    hasOlder: false,
    newcomers: [],
    sought: null,
    failure: '',
    asOf: null,
    mayLack: 'nothing',
    latest: undefined,
    unreadable: new Set(),
  }),
  invoke: { id: 'pageStore', src: 'pageStore', input: ({ context: { chat } }) => ({ chat }) },
  initial: 'loading',
  on: {
    'messages.arrived': [
      {
        guard: ({ context, event }) =>
          newForeignIn(context, relevantOf(context, event.messages), context.me.id).length > 0,
        actions: [
          sendTo(({ context }) => context.conversation, { type: 'foreign.appeared' }),
          assign({
            newcomers: ({ context, event }) =>
              newForeignIn(context, relevantOf(context, event.messages), context.me.id),
          }),
          'keepArrived',
          'keepPage',
        ],
        description: 'Reading an unseen foreign message while scrolled up sets the New Messages indicator. S1 §4',
      },
      {
        actions: ['keepArrived', 'keepPage'],
        description: 'Swapped in place by clientMessageId or id, whatever is still loading. S1 §4, DECISIONS 40',
      },
    ],
    'chat.cleared': {
      target: '.loading.blank',
      actions: assign(({ context }) => ({ ...withoutPages(context), newcomers: [], sought: null, latest: undefined, asOf: null })),
      description: 'What is shown may be deleted: only unsent messages stay, and the rest is asked anew. DECISIONS P17',
    },
    'lane.changed': {
      actions: assign(({ context: { timeline, me }, event: { messages } }) => ({
        timeline: withTemps(
          timeline,
          messages.map((message) => toTempMessage(message, me)),
        ),
      })),
      description:
        'Optimistic: temp id, clock icon; also what waits since before a reload, or was sent or given up in another tab. S1 §4, DECISIONS 41',
    },
    'original.seek': [
      {
        guard: ({ context, event }) => messageOf(context.timeline, event.messageId) !== undefined,
        actions: sendTo(
          ({ context }) => context.conversation,
          ({ event: { messageId } }): HistoryFact => ({ type: 'original.found', messageId }),
        ),
        description: 'Tapping a reply snippet scrolls to the original message. S1 §2',
      },
      {
        actions: assign({ sought: ({ event }) => event.messageId }),
        description: 'It is looked for when what is being fetched is there.',
      },
    ],
    'supervision.restarted': { actions: sendTo(({ context }) => context.conversation, { type: 'part.restarted' }) },
  },
  states: {
    loading: {
      description: 'The newest page first; a server that knows no pages answers with everything.',
      entry: 'noteAsked',
      invoke: {
        id: 'fetchNewest',
        src: 'fetchHistory',
        input: ({ context }) => ({ chat: context.chat, limit: HISTORY_PAGE }),
        onDone: [
          {
            guard: ({ context, event }) =>
              lacks(withNewest(context, event.output, HISTORY_PAGE).timeline, context.latest),
            target: 'ready.catchingUp',
            actions: { type: 'keepNewest', params: ({ event }) => ({ page: event.output }) },
            description: 'A message was stored after the page was read and before the topic opened. DECISIONS 115',
          },
          {
            target: 'ready',
            actions: { type: 'keepNewest', params: ({ event }) => ({ page: event.output }) },
            description:
              'Merged with what the topic has brought meanwhile: opening a chat asks for its messages once. DECISIONS 115',
          },
        ],
        onError: [
          {
            guard: and(['isPainted', ({ event }) => isNetworkFailure(event.error)]),
            target: 'ready',
            actions: ['logFailure', 'noteLoss'],
            description: 'What this device has kept stays. All that it lacks is fetched when the topic opens. DECISIONS 181',
          },
          {
            guard: and(['isRecalling', ({ event }) => isNetworkFailure(event.error)]),
            target: 'recallingAlone',
            actions: 'noteFailure',
          },
          { target: 'failed', actions: 'noteFailure' },
        ],
      },
      on: {
        'topic.opened': { actions: assign({ latest: ({ event }) => event.latest }) },
        'topic.lost': {
          actions: 'noteLoss',
          description: 'What is sent after the page was read, and before the topic opens again is missed.',
        },
      },
      initial: 'recalling',
      states: {
        recalling: {
          tags: 'loading',
          description: 'What this device has kept is painted while the server is asked. DECISIONS 181',
          on: {
            'page.recalled': { target: 'painted', actions: 'keepRecalled' },
            'page.unknown': { target: 'blank' },
          },
        },
        blank: { tags: 'loading' },
        painted: { tags: 'ready' },
      },
    },
    recallingAlone: {
      tags: 'loading',
      description: 'The network has failed before this device has said what it had kept.',
      on: {
        'page.recalled': { target: 'ready', actions: ['keepRecalled', 'noteLoss'] },
        'page.unknown': { target: 'failed' },
      },
    },
    failed: {
      tags: 'failed',
      description: "An 'Error' header with the message. S1 §2, §8",
      on: {
        'history.retry': { target: 'loading.blank' },
        'topic.opened': { target: 'loading.blank', actions: assign({ latest: ({ event }) => event.latest }) },
      },
    },
    ready: {
      tags: 'ready',
      initial: 'seeking',
      after: {
        joinGap: {
          actions: assign({ mayLack: ({ context: { mayLack } }) => (mayLack === 'nothing' ? 'messages' : mayLack) }),
          description:
            'A topic that opens later than this may have missed messages, unless the server says which is the newest.',
        },
      },
      on: {
        'topic.opened': {
          guard: 'hasMissed',
          target: '.catchingUp',
          actions: assign(({ context, event }) => withoutDeleted(context, event.oldest)),
          description:
            'After a lost connection, where the newest message of the server is not here, or long after the page where it does not say: what was missed is fetched, and what was deleted goes. DECISIONS 115, P17',
        },
        'topic.lost': {
          actions: ['noteLoss', assign(({ context }) => completeNow(context))],
          description: 'What is sent from here on is missed, and fetched later.',
        },
      },
      states: {
        resting: {
          on: {
            'older.fetch': { guard: ({ context }) => context.hasOlder, target: 'fetchingOlder' },
            'original.seek': {
              target: 'seeking',
              actions: assign({ sought: ({ event }) => event.messageId }),
              description: 'Where it is further back, older pages are fetched until it is there.',
            },
          },
        },
        fetchingOlder: {
          tags: 'fetchingOlder',
          entry: 'noteAsked',
          invoke: {
            id: 'fetchOlder',
            src: 'fetchHistory',
            input: ({ context }) => ({
              chat: context.chat,
              limit: HISTORY_PAGE_LIMIT,
              ...(oldestSettled(context.timeline) && { before: oldestSettled(context.timeline)?.id ?? '' }),
            }),
            onDone: {
              target: 'seeking',
              actions: [
                assign(({ context, event }) => withOlder(context, event.output, HISTORY_PAGE_LIMIT)),
                { type: 'noteUnreadable', params: ({ event }) => ({ page: event.output }) },
              ],
            },
            onError: [
              {
                guard: 'isSeeking',
                target: 'olderFailed',
                actions: [
                  'stopSeeking',
                  {
                    type: 'reportStalled',
                    params: ({ context, event }) => historyFailureText(context.chat, event.error),
                  },
                ],
                description: 'The bar says so, because the failure itself is out of view.',
              },
              { target: 'olderFailed', actions: 'logFailure' },
            ],
          },
        },
        olderFailed: {
          description: 'Older messages could not be fetched; what is shown stays.',
          on: {
            'history.retry': { target: 'fetchingOlder' },
            'original.seek': { target: 'seeking', actions: assign({ sought: ({ event }) => event.messageId }) },
          },
        },
        seeking: {
          always: [
            {
              guard: ({ context: { timeline, sought } }) =>
                sought !== null && messageOf(timeline, sought) !== undefined,
              target: 'resting',
              actions: [
                sendTo(
                  ({ context }) => context.conversation,
                  ({ context: { sought } }): HistoryFact => ({ type: 'original.found', messageId: sought ?? '' }),
                ),
                'stopSeeking',
              ],
            },
            { guard: ({ context }) => context.sought !== null && context.hasOlder, target: 'fetchingOlder' },
            {
              guard: 'isSeeking',
              target: 'resting',
              actions: ['stopSeeking', { type: 'reportStalled', params: 'The original message is no longer there.' }],
            },
            { target: 'resting' },
          ],
        },
        catchingUp: {
          description: 'What was missed while the topic was not open is fetched. DECISIONS 40',
          entry: 'noteAsked',
          on: {
            'topic.lost': {
              description: 'What was missed before is still missing, so the list stays complete to where it was.',
            },
          },
          invoke: {
            id: 'catchUp',
            src: 'catchUp',
            input: ({ context: { chat, completeTo } }) => ({ chat, newest: completeTo }),
            onDone: [
              {
                guard: ({ event }) => event.output.refusal !== null,
                target: '#history.failed',
                actions: [
                  'stopSeeking',
                  assign({
                    failure: ({ context, event }) => historyFailureText(context.chat, event.output.refusal),
                  }),
                ],
              },
              {
                target: 'seeking',
                actions: [
                  { type: 'reportMissed', params: ({ event }) => event.output },
                  assign(({ context, event }) => ({ ...withCaughtUp(context, event.output), asOf: null })),
                  { type: 'noteUnreadable', params: ({ event }) => event.output },
                  'keepPage',
                ],
                description:
                  'If too much was missed, the list starts afresh from the newest page; older ones come by scrolling up.',
              },
            ],
            onError: { target: 'seeking', actions: 'logFailure' },
          },
        },
      },
    },
  },
});
export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistorySnapshot = SnapshotFrom<typeof historyMachine>;
