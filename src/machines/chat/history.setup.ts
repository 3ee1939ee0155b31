import { type ActorRef, assign, enqueueActions, type Snapshot, sendTo, setup, stateIn } from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { historyFailureText } from '../../rules/chatTexts';
import { type Outgoing, toTempMessage } from '../../rules/outgoing';
import {
  completeNow,
  newForeignIn,
  type Page,
  type Pages,
  relevantOf,
  withArrived,
  withMissed,
  withNewest,
  withOlder,
} from '../../rules/pages';
import { messageOf, withTemps } from '../../rules/timeline';
import type { Me } from '../world';
import { type CaughtUp, catchUpMachine } from './catchUp.machine';
import type { OutboxRef } from './outbox.machine';
import { type OutboxNewsEvent, outboxNews } from './outboxNews';
import { type ChatTopicEvent, fetchHistory } from './ports';

/** What a history tells the conversation it belongs to. */
export type HistoryFact =
  | { type: 'foreign.appeared' }
  | { type: 'original.found'; messageId: string }
  | { type: 'history.stalled'; reason: string };

export type HistoryEvent =
  | Exclude<ChatTopicEvent, { type: 'refusal.arrived' }>
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

interface HistoryContext extends HistoryInput, Pages {
  /** The unseen messages of others that came last over the topic, together: what is read out as news. */
  newcomers: Page;
  /** The message that a tapped reply snippet points to, while older pages are searched for it. */
  sought: string | null;
  failure: string;
}

/** What a history knows and does; its states are in history.machine.ts and history.ready.ts. */
export const historySetup = setup({
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
    bringsNewForeign: ({ context }, { messages }: { messages: Page }) =>
      newForeignIn(context, relevantOf(context, messages), context.me.id).length > 0,
    isLoaded: ({ context }, { messageId }: { messageId: string }) =>
      messageOf(context.timeline, messageId) !== undefined,
    isSoughtLoaded: ({ context: { timeline, sought } }) => sought !== null && messageOf(timeline, sought) !== undefined,
    isSeekingFurther: ({ context }) => context.sought !== null && context.hasOlder,
    isSeeking: ({ context }) => context.sought !== null,
    isRefused: (_, { refusal }: CaughtUp) => refusal !== null,
    reachesBack: (_, { reachesBack }: CaughtUp) => reachesBack,
  },
  actions: {
    keepArrived: assign(({ context }, { messages }: { messages: Page }) =>
      withArrived(context, relevantOf(context, messages)),
    ),
    keepNewcomers: assign({
      newcomers: ({ context }, { messages }: { messages: Page }) =>
        newForeignIn(context, relevantOf(context, messages), context.me.id),
    }),
    reportForeign: sendTo(({ context }) => context.conversation, { type: 'foreign.appeared' }),
    reportMissed: enqueueActions(({ context, enqueue }, { page }: CaughtUp) => {
      if (newForeignIn(context, page, context.me.id).length > 0)
        enqueue.sendTo(context.conversation, { type: 'foreign.appeared' });
    }),
    noteAsked: assign(({ context: { timeline } }) => ({ asked: timeline })),
    keepNewest: assign(({ context }, page: Page) => withNewest(context, page, HISTORY_PAGE)),
    keepOlder: assign(({ context }, page: Page) => withOlder(context, page, HISTORY_PAGE_LIMIT)),
    keepMissed: assign(({ context }, { page }: CaughtUp) => withMissed(context, page)),
    startAfresh: assign(({ context }, { page }: CaughtUp) => ({
      ...withNewest(context, page, HISTORY_PAGE_LIMIT),
      hasOlder: true,
    })),
    noteComplete: assign(({ context }) => completeNow(context)),
    /** The outbox is the truth about what is on its way: what it holds no more was sent, or given up. */
    adoptTemps: assign(({ context: { timeline, me } }, { items }: { items: readonly Outgoing[] }) => ({
      timeline: withTemps(
        timeline,
        items.map((outgoing) => toTempMessage(outgoing, me)),
      ),
    })),
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
});
