import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT, type Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { historyFailureText } from '../../rules/chatTexts';
import { isTemp, shouldMarkRead } from '../../rules/messages';
import { isEchoOf, type Outgoing, toTempMessage } from '../../rules/outgoing';
import {
  mergePage,
  newestSettled,
  oldestSettled,
  type Timeline,
  upsertAll,
  withoutHistory,
} from '../../rules/timeline';
import type { Me } from '../world';
import { type CaughtUp, catchUpMachine } from './catchUp.machine';
import type { OutboxRef } from './outbox.machine';
import { type OutboxNewsEvent, outboxNews } from './outboxNews';
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
  | OutboxNewsEvent
  | { type: 'older.fetch' }
  | { type: 'original.seek'; messageId: string }
  | { type: 'history.retry' };

interface HistoryInput {
  conversation: ActorRef<Snapshot<unknown>, HistoryFact>;
  chat: ChatAddress;
  me: Me;
  /** What it still holds for this chat is shown at once, with its clock. */
  outbox: OutboxRef;
}

interface HistoryContext extends HistoryInput {
  timeline: Timeline;
  /** Ids that came over the topic while a page was on its way: newer than the page's copies. */
  arrived: ReadonlySet<string>;
  /** The last message before which nothing is missing: what catching up must reach back to. Null in an empty chat. */
  completeTo: Message | null;
  hasOlder: boolean;
  /** The unseen messages of others that came last over the topic, together: what is read out as news. */
  newcomers: Page;
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
  actors: { fetchHistory, catchUp: catchUpMachine, outboxNews },
  guards: {
    isJoined: stateIn({ loading: 'joined' }),
    hasOlder: ({ context }) => context.hasOlder,
    isLoaded: ({ context }, { messageId }: { messageId: string }) =>
      context.timeline.some(({ id }) => id === messageId),
    isSoughtLoaded: ({ context }) => context.timeline.some(({ id }) => id === context.sought),
    isSeekingFurther: ({ context }) => context.sought !== null && context.hasOlder,
    isSeeking: ({ context }) => context.sought !== null,
  },
  actions: {
    mergeArrived: assign(({ context }, { messages }: { messages: Page }) => ({
      timeline: upsertAll(context.timeline, messages),
      arrived: new Set([...context.arrived, ...messages.map(({ id }) => id)]),
    })),
    keepNewcomers: assign({
      newcomers: ({ context }, { messages }: { messages: Page }) =>
        messages.filter((message) => isNewForeign(context, message)),
    }),
    reportForeign: sendTo(({ context }) => context.conversation, { type: 'foreign.appeared' }),
    reportMissed: enqueueActions(({ context, enqueue }, { page }: CaughtUp) => {
      if (page.some((message) => isNewForeign(context, message)))
        enqueue.sendTo(context.conversation, { type: 'foreign.appeared' });
    }),
    forgetArrived: assign({ arrived: new Set<string>() }),
    /** What came while nothing could be fetched is in the page to come; kept, it would hide a gap between the two. */
    keepUnsent: assign(({ context }) => ({
      timeline: withoutHistory(context.timeline, new Set()),
      arrived: new Set(),
    })),
    keepNewest: assign(({ context }, page: Page) => ({
      timeline: mergePage(context.timeline, page, context.arrived),
      completeTo: page.at(-1) ?? null,
      hasOlder: page.length === HISTORY_PAGE,
    })),
    /** A server that knows no pages may answer with what is shown already: then there is nothing older. */
    keepOlder: assign(({ context }, page: Page) => {
      const timeline = mergePage(context.timeline, page, context.arrived);
      const isOlder = oldestSettled(timeline)?.id !== oldestSettled(context.timeline)?.id;
      return { timeline, hasOlder: isOlder && page.length === HISTORY_PAGE_LIMIT };
    }),
    keepMissed: assign(({ context }, { page }: CaughtUp) => ({
      timeline: mergePage(context.timeline, page, context.arrived),
      completeTo: page.at(-1) ?? null,
    })),
    restartFrom: assign(({ context }, { page }: CaughtUp) => ({
      timeline: mergePage(withoutHistory(context.timeline, context.arrived), page, context.arrived),
      completeTo: page.at(-1) ?? null,
      hasOlder: true,
    })),
    noteComplete: assign({ completeTo: ({ context }) => newestSettled(context.timeline) ?? null }),
    /** The outbox is the truth about what is on its way: what it holds no more was sent, or given up. */
    adoptTemps: assign(({ context: { timeline, me } }, { items }: { items: readonly Outgoing[] }) => {
      const isHeld = (shown: Message) => items.some(({ body }) => isEchoOf(body, me.id)(shown));
      const kept = timeline.filter((shown) => !isTemp(shown) || isHeld(shown));
      const fresh = items.filter(({ body }) => !kept.some(isEchoOf(body, me.id)));
      return { timeline: [...kept, ...fresh.map((outgoing) => toTempMessage(outgoing, me))] };
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
    timeline: [],
    arrived: new Set(),
    completeTo: null,
    hasOlder: false,
    newcomers: [],
    sought: null,
    failure: '',
  }),
  invoke: {
    id: 'outboxNews',
    src: 'outboxNews',
    input: ({ context: { chat, outbox } }) => ({ chat, outbox }),
    onError: { actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) } },
  },
  initial: 'loading',
  on: {
    'messages.arrived': [
      {
        guard: ({ context, event }) => event.messages.some((message) => isNewForeign(context, message)),
        actions: [
          'reportForeign',
          { type: 'keepNewcomers', params: ({ event }) => event },
          { type: 'mergeArrived', params: ({ event }) => event },
        ],
        description: 'Reading an unseen foreign message while scrolled up sets the New Messages indicator. S1 §4',
      },
      {
        actions: { type: 'mergeArrived', params: ({ event }) => event },
        description: 'Swapped in place by clientMessageId or id, whatever is still loading. S1 §4, DECISIONS 40',
      },
    ],
    'outbox.changed': {
      actions: { type: 'adoptTemps', params: ({ event }) => event },
      description:
        'Optimistic: temp id, clock icon; also what waits since before a reload, or was sent or given up in another tab. S1 §4, DECISIONS 41',
    },
  },
  states: {
    loading: {
      tags: 'loading',
      description: 'The newest page first; a server that knows no pages answers with everything.',
      entry: 'keepUnsent',
      invoke: {
        id: 'fetchNewest',
        src: 'fetchHistory',
        input: ({ context }) => ({ chat: context.chat, limit: HISTORY_PAGE }),
        onDone: [
          {
            guard: 'isJoined',
            target: 'ready.catchingUp',
            actions: { type: 'keepNewest', params: ({ event }) => event.output },
            description: 'The topic opened while the page was on its way: what was sent between the two is fetched.',
          },
          { target: 'ready', actions: { type: 'keepNewest', params: ({ event }) => event.output } },
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
        'topic.lost': { actions: 'noteComplete', description: 'What comes from here on is missed, and fetched later.' },
        'original.seek': [
          {
            guard: { type: 'isLoaded', params: ({ event }) => event },
            actions: { type: 'reportFound', params: ({ event }) => event },
            description: 'Tapping a reply snippet scrolls to the original message. S1 §2',
          },
          {
            actions: { type: 'seek', params: ({ event }) => event },
            description: 'It is looked for when what is being fetched is there.',
          },
        ],
      },
      states: {
        resting: {
          on: {
            'older.fetch': { guard: 'hasOlder', target: 'fetchingOlder' },
            'original.seek': {
              target: 'seeking',
              actions: { type: 'seek', params: ({ event }) => event },
              description: 'Where it is further back, older pages are fetched until it is there.',
            },
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
            onDone: { target: 'seeking', actions: { type: 'keepOlder', params: ({ event }) => event.output } },
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
                description: 'Whoever tapped the snippet looks at another place than the failure.',
              },
              {
                target: 'olderFailed',
                actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        olderFailed: {
          description: 'Older messages could not be fetched; what is shown stays.',
          on: {
            'history.retry': { target: 'fetchingOlder' },
            'original.seek': { target: 'seeking', actions: { type: 'seek', params: ({ event }) => event } },
          },
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
              guard: 'isSeeking',
              target: 'resting',
              actions: ['stopSeeking', { type: 'reportStalled', params: ORIGINAL_GONE }],
            },
            { target: 'resting' },
          ],
        },
        catchingUp: {
          description: 'What was missed while there was no connection is fetched. DECISIONS 40',
          entry: 'forgetArrived',
          on: {
            'topic.lost': {
              target: 'catchingUp',
              description: 'What was missed before is not there yet: it counts on.',
            },
          },
          invoke: {
            id: 'catchUp',
            src: 'catchUp',
            input: ({ context: { chat, completeTo } }) => ({ chat, newest: completeTo }),
            onDone: [
              {
                guard: ({ event }) => event.output.reachesBack,
                target: 'seeking',
                actions: [
                  { type: 'reportMissed', params: ({ event }) => event.output },
                  { type: 'keepMissed', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'seeking',
                actions: [
                  { type: 'reportMissed', params: ({ event }) => event.output },
                  { type: 'restartFrom', params: ({ event }) => event.output },
                ],
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
