import {
  type ActorRef,
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  enqueueActions,
  forwardTo,
  not,
  or,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  stateIn,
} from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../contract/endpoints/screens';
import { isNetworkFailure, isRetryable } from '../../contract/failure';
import { type ChatAddress, JOIN_GAP } from '../../contract/topics';
import { historyFailureText } from '../../rules/chat/chatTexts';
import { toTempMessage } from '../../rules/chat/outgoing';
import {
  completeNow,
  type Lack,
  mayHaveMissed,
  newForeignIn,
  newlyEditedIn,
  noPages,
  type Opening,
  type Pages,
  relevantOf,
  toKeep,
  withArrived,
  withCached,
  withCaughtUp,
  withNewest,
  withOlder,
  withOpening,
  withoutDeleted,
  withoutMember,
  withoutPages,
} from '../../rules/chat/pages';
import { firstUnread, lacks, messageOf, oldestSettled, withTemps } from '../../rules/chat/timeline';
import type { Me } from '../session/member';
import { workflow } from '../supervision';
import { catchUpMachine } from './catchUp.machine';
import type { HistoryEvent, HistoryFact } from './facts';
import { fetchHistory, pageStore } from './ports';

interface HistoryContext extends Pages {
  conversation: ActorRef<Snapshot<unknown>, HistoryFact>;
  chat: ChatAddress;
  me: Me;
  mayLack: Lack;
  /** The id of the server's newest message when the topic opened during the fetch; null or undefined as in the event. */
  latest: string | null | undefined;
  /** Whether the topic is open. Known only while the newest page is being fetched. */
  isOpen: boolean;
  /** The message that a tapped reply snippet refers to, while older pages are searched for it. */
  sought: string | null;
  failure: string;
  /** The time of the shown copy, in milliseconds since 1970, if it was cached on this device and is not refreshed yet; otherwise null. */
  asOf: number | null;
}

const unknown = { sought: null, failure: '', latest: undefined, isOpen: false, asOf: null };
const conversation = ({ context }: { context: HistoryContext }) => context.conversation;
const unreadOf = (context: HistoryContext) => firstUnread(context, context.me.id);

/** The messages of one open chat: pages of history, messages from the topic, and own messages that are being sent (S1 §4). */
export const historyMachine = workflow({
  types: {
    input: {} as Pick<HistoryContext, 'conversation' | 'chat' | 'me'>,
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    tags: {} as 'loading' | 'failed' | 'ready' | 'fetchingOlder',
  },
  actors: { fetchHistory, catchUp: catchUpMachine, pageStore },
  /** A fetched page counts as current for `joinGap` when the topic opens and the server does not tell its newest message. */
  delays: { joinGap: JOIN_GAP },
  guards: {
    isSeeking: ({ context }) => context.sought !== null,
    hasPage: or([stateIn('ready'), stateIn({ loading: 'cached' })]),
    /** Nothing is missing between the messages that are shown. */
    isWhole: and([stateIn('ready'), not(stateIn({ ready: 'catchingUp' })), ({ context }) => context.asOf === null]),
  },
  actions: {
    keepOpening: assign(({ context }, opening: Opening) => withOpening(context.mayLack, opening)),
    keepLoss: assign({ mayLack: 'anything' }),
    keepFailure: assign(({ context: { chat } }, { error }: { error: unknown }) => ({
      failure: historyFailureText(chat, error),
    })),
    /** Reports the first unread message, at which the chat opens. DECISIONS 163 */
    reportOpened: enqueueActions(({ context, enqueue }) => {
      const type = context.asOf === null ? 'history.opened' : 'history.refreshed';
      enqueue.sendTo(context.conversation, { type, unread: unreadOf(context) });
      enqueue.assign({ asOf: null });
    }),
    showCached: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'page.cached');
      const pages = withCached(context, event.page);
      enqueue.assign({ ...pages, asOf: event.asOf });
      enqueue.sendTo(context.conversation, { type: 'history.opened', unread: firstUnread(pages, context.me.id) });
    }),
    reportFound: sendTo(conversation, (_, messageId: string) => ({ type: 'original.found', messageId })),
    storePage: sendTo('pageStore', ({ context }) => ({ type: 'page.keep', page: toKeep(context.timeline) })),
    showFormer: assign(({ context }, id: string) => withoutMember(context, id)),
    keepAsked: assign(({ context: { timeline } }) => ({ asked: timeline })),
    keepArrived: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'messages.arrived');
      const arrived = relevantOf(context, event.messages);
      const messages = newForeignIn(context, arrived, context.me.id);
      if (messages.length > 0) enqueue.sendTo(context.conversation, { type: 'foreign.appeared', messages });
      const edited = newlyEditedIn(context, arrived);
      if (edited.length > 0) enqueue.sendTo(context.conversation, { type: 'messages.edited', messages: edited });
      enqueue.assign(withArrived(context, event.messages));
    }),
    stopSeeking: assign({ sought: null }),
    reportStalled: sendTo(conversation, (_, reason: string) => ({ type: 'history.stalled', reason })),
    logFailure: ({ event }) => console.error('Messages could not be fetched', event),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({ ...input, ...noPages, ...unknown, mayLack: 'nothing' }),
  invoke: { id: 'pageStore', src: 'pageStore', input: ({ context: { chat } }) => ({ chat }) },
  initial: 'loading',
  on: {
    'messages.arrived': [
      {
        guard: 'isWhole',
        actions: ['keepArrived', 'storePage'],
        description:
          "Swapped in place by clientMessageId or id. An unseen foreign message sets 'New Messages' while scrolled up. S1 §4, DECISIONS 40",
      },
      { actions: 'keepArrived', description: 'The device keeps it with what is missing before it. DECISIONS 181' },
    ],
    'chat.cleared': {
      target: '.loading.blank',
      actions: assign(({ context }) => ({ ...withoutPages(context), ...unknown })),
      description: 'Only unsent messages stay; the others may be deleted and are fetched again. DECISIONS P17',
    },
    'member.left': [
      {
        guard: 'hasPage',
        actions: [{ type: 'showFormer', params: ({ event }) => event.memberId }, 'storePage'],
        description: "A deleted member is shown as 'Former member'; what they wrote stays. DECISIONS P7",
      },
      { actions: { type: 'showFormer', params: ({ event }) => event.memberId } },
    ],
    'lane.changed': {
      actions: assign(({ context: { timeline, me }, event }) => {
        const temps = event.messages.map((message) => toTempMessage(message, me));
        return { timeline: withTemps(timeline, temps) };
      }),
      description:
        'Unsent messages are shown with a temp id and a clock icon, also those from before a reload; changes made in another tab are shown, too. S1 §4, DECISIONS 41',
    },
    'original.seek': [
      {
        guard: ({ context, event }) => messageOf(context.timeline, event.messageId) !== undefined,
        actions: { type: 'reportFound', params: ({ event }) => event.messageId },
        description: 'Tapping a reply snippet scrolls to the original message. S1 §2',
      },
      {
        actions: assign({ sought: ({ event }) => event.messageId }),
        description: 'The search starts when the current fetch has ended.',
      },
    ],
    'reader.returned': {
      actions: sendTo(conversation, ({ context }) => ({ type: 'history.refreshed', unread: unreadOf(context) })),
      description:
        'Nothing is seen while the page is hidden: a list at its end opens where reading stopped. DECISIONS 290',
    },
    'original.forget': { actions: 'stopSeeking', description: 'A member who sends or jumps to the end stays there.' },
    'supervision.restarted': { actions: sendTo(conversation, { type: 'part.restarted' }) },
  },
  states: {
    loading: {
      description: 'The newest page first; a server without paging answers with everything.',
      entry: 'keepAsked',
      invoke: {
        id: 'fetchNewest',
        src: 'fetchHistory',
        input: ({ context }) => ({ chat: context.chat, limit: HISTORY_PAGE }),
        onDone: {
          target: 'ready',
          actions: [
            assign(({ context, event: { output: page } }) => withNewest(context, page, HISTORY_PAGE)),
            'reportOpened',
            'storePage',
          ],
          description:
            'Merged with what the topic has brought meanwhile: opening a chat fetches its messages once. DECISIONS 115',
        },
        onError: [
          {
            guard: and([stateIn({ loading: 'cached' }), ({ event }) => isNetworkFailure(event.error)]),
            target: 'ready',
            actions: ['logFailure', 'keepLoss'],
            description:
              'The copy cached on this device stays. Everything that it lacks is fetched when the topic opens. DECISIONS 181',
          },
          {
            guard: and([stateIn({ loading: 'cached' }), ({ event }) => isRetryable(event.error)]),
            target: 'ready.catchingUp',
            actions: ['logFailure', 'keepLoss'],
            description: 'The server is out of order: the copy stays, and the server is asked again until it answers.',
          },
          {
            guard: and([stateIn({ loading: 'readingCache' }), ({ event }) => isRetryable(event.error)]),
            target: 'readingCacheAlone',
            actions: { type: 'keepFailure', params: ({ event }) => event },
            description: 'There was no answer, or the server is out of order.',
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: {
        'topic.opened': { actions: { type: 'keepOpening', params: ({ event }) => event } },
        'topic.lost': {
          actions: ['keepLoss', assign({ isOpen: false })],
          description: 'Messages that are sent after the page was read and before the topic opens again are missed.',
        },
      },
      initial: 'readingCache',
      states: {
        readingCache: {
          tags: 'loading',
          description: 'The copy cached on this device is shown while the server is asked. DECISIONS 181',
          on: {
            'page.cached': { target: 'cached', actions: 'showCached' },
            'page.unknown': { target: 'blank' },
          },
        },
        blank: { tags: 'loading' },
        cached: { tags: 'ready' },
      },
    },
    readingCacheAlone: {
      tags: 'loading',
      description: 'The fetch failed before the copy cached on this device was read.',
      on: {
        'page.cached': { target: 'ready', actions: ['showCached', 'keepLoss'] },
        'page.unknown': { target: 'failed' },
        'topic.opened': { target: 'loading', actions: { type: 'keepOpening', params: ({ event }) => event } },
      },
    },
    failed: {
      tags: 'failed',
      description: "An 'Error' header with the message. S1 §2, §8",
      on: {
        'history.retry': { target: 'loading.blank' },
        'topic.opened': { target: 'loading.blank', actions: { type: 'keepOpening', params: ({ event }) => event } },
      },
    },
    ready: {
      tags: 'ready',
      initial: 'opening',
      after: {
        joinGap: {
          actions: assign({ mayLack: ({ context: { mayLack } }) => (mayLack === 'nothing' ? 'messages' : mayLack) }),
          description: 'A topic that opens later may have missed messages, unless the server names the newest.',
        },
      },
      on: {
        'history.retry': { guard: ({ context }) => context.asOf !== null, target: '.catchingUp' },
        'topic.opened': {
          guard: ({ context: { mayLack, timeline }, event }) => mayHaveMissed(mayLack, timeline, event),
          target: '.catchingUp',
          actions: assign(({ context, event }) => withoutDeleted(context, event.oldest)),
          description:
            'Missed messages are fetched and deleted ones removed after a lost connection, or if the server names a newest message that is not here or says that one was changed, or, if it names none, when the page is older than 2 s. DECISIONS 115, P17',
        },
        'topic.lost': {
          actions: ['keepLoss', assign(({ context }) => (context.asOf === null ? completeNow(context) : {}))],
          description: 'Messages that are sent from now on are missed, and fetched later.',
        },
      },
      states: {
        opening: {
          always: [
            {
              guard: ({ context: { asOf, isOpen, latest, mayLack, timeline } }) =>
                (isOpen && (asOf !== null || mayLack === 'anything')) || lacks(timeline, latest),
              target: 'catchingUp',
              description: 'A message came or changed before the topic opened, or only the copy is here. DECISIONS 115',
            },
            { target: 'seeking' },
          ],
        },
        resting: {
          on: {
            'older.fetch': { guard: ({ context }) => context.hasOlder, target: 'fetchingOlder' },
            'original.seek': { target: 'seeking', actions: assign({ sought: ({ event }) => event.messageId }) },
          },
        },
        fetchingOlder: {
          tags: 'fetchingOlder',
          entry: 'keepAsked',
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
              actions: assign(({ context, event: { output: page } }) => withOlder(context, page, HISTORY_PAGE_LIMIT)),
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
                description: 'The error bar tells it, because the failure in the list is out of view.',
              },
              { target: 'olderFailed', actions: 'logFailure' },
            ],
          },
        },
        olderFailed: {
          description: 'Older messages could not be fetched; what is shown stays.',
          on: {
            'older.retry': { target: 'fetchingOlder' },
            'original.seek': { target: 'seeking', actions: assign({ sought: ({ event }) => event.messageId }) },
          },
        },
        seeking: {
          description: 'If the original is further back, older pages are fetched until it is found.',
          always: [
            {
              guard: ({ context: { timeline, sought } }) =>
                sought !== null && messageOf(timeline, sought) !== undefined,
              target: 'resting',
              actions: [{ type: 'reportFound', params: ({ context }) => context.sought ?? '' }, 'stopSeeking'],
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
          entry: 'keepAsked',
          on: {
            'topic.lost': { actions: 'keepLoss', description: 'What was missed is still missing: `completeTo` stays.' },
            'history.retry': { actions: forwardTo('catchUp'), description: 'The pause before the next try ends.' },
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
                  { type: 'keepFailure', params: ({ event }) => ({ error: event.output.refusal }) },
                ],
              },
              {
                target: 'seeking',
                actions: [
                  enqueueActions(({ context, enqueue, event: { output: missed } }) => {
                    const messages = newForeignIn(context, missed.page, context.me.id);
                    const pages = withCaughtUp(context, missed);
                    const [first] = messages;
                    if (first) {
                      enqueue.sendTo(context.conversation, { type: 'foreign.appeared', messages });
                      const unread = firstUnread(pages, context.me.id) ?? first.id;
                      enqueue.sendTo(context.conversation, { type: 'history.refreshed', unread });
                    }
                    enqueue.assign({ ...pages, asOf: null });
                  }),
                  'storePage',
                ],
                description:
                  'A list at its end opens at the first missed message, also if newer ones were read or sent meanwhile. If too much was missed, the list starts again from the newest page; older ones come by scrolling up. DECISIONS 290',
              },
            ],
          },
        },
      },
    },
  },
});
export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistorySnapshot = SnapshotFrom<typeof historyMachine>;
