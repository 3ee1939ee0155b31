import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT, type Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { historyFailureText } from '../../rules/chatTexts';
import { shouldMarkRead } from '../../rules/messages';
import { type Outgoing, toTempMessage } from '../../rules/outgoing';
import { mergePage, oldestSettled, type Timeline, upsertAll, withdraw, withoutHistory } from '../../rules/timeline';
import type { Me } from '../world';
import { type CaughtUp, catchUpMachine } from './catchUp.machine';
import { fetchHistory } from './ports';

/** What a history tells the conversation it belongs to. */
export type HistoryFact =
  | { type: 'foreign.appeared' }
  | { type: 'original.found'; messageId: string }
  | { type: 'history.stalled'; reason: string };

export type HistoryEvent =
  | { type: 'topic.opened' }
  | { type: 'topic.lost' }
  | { type: 'messages.arrived'; messages: readonly Message[] }
  | { type: 'message.queued'; outgoing: Outgoing }
  | { type: 'message.withdrawn'; clientMessageId: string }
  | { type: 'older.fetch' }
  | { type: 'original.seek'; messageId: string }
  | { type: 'history.retry' };

interface HistoryInput {
  conversation: ActorRef<Snapshot<unknown>, HistoryFact>;
  chat: ChatAddress;
  me: Me;
  /** What the outbox still holds for this chat: shown at once, with its clock. */
  pending: readonly Outgoing[];
}

interface HistoryContext extends HistoryInput {
  timeline: Timeline;
  /** Ids that came over the topic while a page was on its way: newer than the page's copies. */
  arrived: ReadonlySet<string>;
  hasOlder: boolean;
  /** The message that a tapped reply snippet points to, while older pages are searched for it. */
  sought: string | null;
  failure: string;
}

type Page = readonly Message[];
const ORIGINAL_GONE = 'The original message is no longer there.';

/** The messages of one open chat: pages of history, what arrives over the topic, and own messages on their way (S1 §4). */
export const historyMachine = setup({
  types: {
    input: {} as HistoryInput,
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    tags: {} as 'loading' | 'failed' | 'ready' | 'fetchingOlder',
  },
  actors: { fetchHistory, catchUp: catchUpMachine },
  guards: {
    isJoined: stateIn({ loading: 'joined' }),
    hasOlder: ({ context }) => context.hasOlder,
    isLoaded: ({ context }, { messageId }: { messageId: string }) =>
      context.timeline.some(({ id }) => id === messageId),
    isSoughtLoaded: ({ context }) => context.timeline.some(({ id }) => id === context.sought),
    isSeekingFurther: ({ context }) => context.sought !== null && context.hasOlder,
    isSeekingInVain: ({ context }) => context.sought !== null,
  },
  actions: {
    mergeArrived: assign(({ context }, { messages }: { messages: Page }) => ({
      timeline: upsertAll(context.timeline, messages),
      arrived: new Set([...context.arrived, ...messages.map(({ id }) => id)]),
    })),
    reportForeign: sendTo(({ context }) => context.conversation, { type: 'foreign.appeared' }),
    forgetArrived: assign({ arrived: new Set<string>() }),
    keepPage: assign(({ context }, { page, limit }: { page: Page; limit: number }) => ({
      timeline: mergePage(context.timeline, page, context.arrived),
      hasOlder: page.length === limit,
    })),
    keepMissed: assign(({ context }, { page }: CaughtUp) => ({
      timeline: mergePage(context.timeline, page, context.arrived),
    })),
    restartFrom: assign(({ context }, { page }: CaughtUp) => ({
      timeline: mergePage(withoutHistory(context.timeline, context.arrived), page, context.arrived),
      hasOlder: true,
    })),
    appendTemp: assign({
      timeline: ({ context }, { outgoing }: { outgoing: Outgoing }) => [
        ...context.timeline,
        toTempMessage(outgoing, context.me),
      ],
    }),
    dropTemp: assign({
      timeline: ({ context }, { clientMessageId }: { clientMessageId: string }) =>
        withdraw(context.timeline, clientMessageId),
    }),
    seek: assign({ sought: (_, { messageId }: { messageId: string }) => messageId }),
    stopSeeking: assign({ sought: null }),
    reportFound: sendTo(
      ({ context }) => context.conversation,
      (_, { messageId }: { messageId: string }): HistoryFact => ({ type: 'original.found', messageId }),
    ),
    reportStalled: sendTo(
      ({ context }) => context.conversation,
      (_, reason: string): HistoryFact => ({ type: 'history.stalled', reason }),
    ),
    keepFailure: assign({
      failure: ({ context }, { error }: { error: unknown }) => historyFailureText(context.chat, error),
    }),
    logFailure: (_, { error }: { error: unknown }) => console.error('Messages could not be fetched', error),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({
    ...input,
    timeline: input.pending.map((outgoing) => toTempMessage(outgoing, input.me)),
    arrived: new Set(),
    hasOlder: false,
    sought: null,
    failure: '',
  }),
  initial: 'loading',
  on: {
    'messages.arrived': [
      {
        guard: ({ context, event }) => event.messages.some((message) => isNewForeign(context, message)),
        actions: ['reportForeign', { type: 'mergeArrived', params: ({ event }) => event }],
        description: 'Reading an unseen foreign message while scrolled up sets the New Messages indicator. S1 §4',
      },
      {
        actions: { type: 'mergeArrived', params: ({ event }) => event },
        description: 'Swapped in place by clientMessageId or id, whatever is still loading. S1 §4, DECISIONS 40',
      },
    ],
    'message.queued': {
      actions: { type: 'appendTemp', params: ({ event }) => event },
      description: 'Optimistic: temp id, clock icon. S1 §4',
    },
    'message.withdrawn': { actions: { type: 'dropTemp', params: ({ event }) => event } },
  },
  states: {
    loading: {
      tags: 'loading',
      description: 'The newest page first; a server that knows no pages answers with everything.',
      entry: 'forgetArrived',
      invoke: {
        id: 'fetchNewest',
        src: 'fetchHistory',
        input: ({ context }) => ({ chat: context.chat, limit: HISTORY_PAGE }),
        onDone: [
          {
            guard: 'isJoined',
            target: 'ready.catchingUp',
            actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output, limit: HISTORY_PAGE }) },
            description: 'The topic opened while the page was on its way: what was sent between the two is fetched.',
          },
          {
            target: 'ready',
            actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output, limit: HISTORY_PAGE }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      initial: 'apart',
      states: {
        apart: { on: { 'topic.opened': { target: 'joined' } } },
        joined: { on: { 'topic.lost': { target: 'apart' } } },
      },
    },
    failed: {
      tags: 'failed',
      description: "An 'Error' header with the message. S1 §2, §8",
      on: { 'history.retry': { target: 'loading' }, 'topic.opened': { target: 'loading' } },
    },
    ready: {
      tags: 'ready',
      initial: 'resting',
      on: {
        'topic.opened': { target: '.catchingUp', description: 'After a reconnect what was missed is fetched.' },
      },
      states: {
        resting: {
          on: {
            'older.fetch': { guard: 'hasOlder', target: 'fetchingOlder' },
            'original.seek': [
              {
                guard: { type: 'isLoaded', params: ({ event }) => event },
                target: 'resting',
                actions: { type: 'reportFound', params: ({ event }) => event },
                description: 'Tapping a reply snippet scrolls to the original message. S1 §2',
              },
              {
                guard: 'hasOlder',
                target: 'fetchingOlder',
                actions: { type: 'seek', params: ({ event }) => event },
                description: 'The original is further back: older pages are fetched until it is there.',
              },
              { target: 'resting', actions: { type: 'reportStalled', params: ORIGINAL_GONE } },
            ],
          },
        },
        fetchingOlder: {
          tags: 'fetchingOlder',
          entry: 'forgetArrived',
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
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output, limit: HISTORY_PAGE_LIMIT }) },
            },
            onError: {
              target: 'olderFailed',
              actions: ['stopSeeking', { type: 'logFailure', params: ({ event }) => ({ error: event.error }) }],
            },
          },
        },
        olderFailed: {
          description: 'Older messages could not be fetched; what is shown stays.',
          on: { 'history.retry': { target: 'fetchingOlder' } },
        },
        seeking: {
          always: [
            {
              guard: 'isSoughtLoaded',
              target: 'resting',
              actions: [
                { type: 'reportFound', params: ({ context }) => ({ messageId: context.sought ?? '' }) },
                'stopSeeking',
              ],
            },
            { guard: 'isSeekingFurther', target: 'fetchingOlder' },
            {
              guard: 'isSeekingInVain',
              target: 'resting',
              actions: ['stopSeeking', { type: 'reportStalled', params: ORIGINAL_GONE }],
            },
            { target: 'resting' },
          ],
        },
        catchingUp: {
          description: 'What was missed while there was no connection is fetched. DECISIONS 40',
          entry: 'forgetArrived',
          invoke: {
            id: 'catchUp',
            src: 'catchUp',
            input: ({ context: { chat, timeline } }) => ({ chat, timeline }),
            onDone: [
              {
                guard: ({ event }) => event.output.reachesBack,
                target: 'resting',
                actions: { type: 'keepMissed', params: ({ event }) => event.output },
              },
              {
                target: 'resting',
                actions: { type: 'restartFrom', params: ({ event }) => event.output },
                description:
                  'Too much was missed: the list starts afresh from the newest page; older ones come by scrolling up.',
              },
            ],
            onError: {
              target: 'resting',
              actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});

const isNewForeign = (context: HistoryContext, message: Message) =>
  shouldMarkRead(message, context.me.id) && !context.timeline.some(({ id }) => id === message.id);

export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistorySnapshot = SnapshotFrom<typeof historyMachine>;
