import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import type { Message, Reaction } from '../../contract/chats';
import { isRetryableStatus } from '../../contract/failure';
import { type WireId, wireIdOf } from '../../contract/primitives';
import { readDestination } from '../../contract/topics';
import { isTemp, shouldMarkRead } from '../../rules/chat/messages';
import { workflow } from '../supervision';
import type { ReceiptsFact } from './facts';
import type { ChatTopicEvent } from './ports';

type ReceiptsEvent =
  | ChatTopicEvent
  | { type: 'message.viewed'; message: Message }
  | { type: 'message.react'; message: Message; reaction: Reaction }
  | { type: 'supervision.restarted' };

interface ReceiptsInput {
  conversation: ActorRef<Snapshot<unknown>, ReceiptsFact>;
  myId: string;
}

type Ids = ReadonlyMap<string, WireId>;

interface ReceiptsContext extends ReceiptsInput {
  /** Seen messages whose receipt has not been sent on this connection: their ids, with the ids in their type on the wire. */
  unsent: Ids;
  /** Messages whose receipt was sent but not confirmed by the server. They are sent again after a reconnect. */
  unconfirmed: Ids;
  /** The ids of messages for which a reaction was sent, and that have not come back with it. */
  reacted: readonly string[];
}

/**
 * The most receipts that are sent in one tick. With `receiptTick` this is at most 100 a second, so that a flood of messages does
 * not fill the connection.
 */
const MOST_PER_TICK = 20;
const NOT_CONNECTED = 'There is no connection. Please try again in a moment.';
const UNSURE = 'The connection was lost. Your reaction may not have arrived.';

/** What a member adds to the messages of a chat: read receipts and reactions (S1 §4). */
export const receiptsMachine = workflow({
  types: { input: {} as ReceiptsInput, context: {} as ReceiptsContext, events: {} as ReceiptsEvent },
  delays: {
    rateLimitWait: 2_000,
    /** After receipts were sent, the next ones are collected for this time, in milliseconds. */
    receiptTick: 200,
  },
  guards: {
    hasUnsent: ({ context }) => context.unsent.size > 0,
  },
  actions: {
    sendAgain: assign(({ context: { unsent, unconfirmed } }) => ({
      unsent: new Map([...unconfirmed, ...unsent]),
      unconfirmed: new Map(),
    })),
  },
}).createMachine({
  id: 'receipts',
  context: ({ input }) => ({ ...input, unsent: new Map(), unconfirmed: new Map(), reacted: [] }),
  initial: 'disconnected',
  on: {
    'topic.opened': {
      target: '.connected',
      actions: 'sendAgain',
      description: 'Receipts that the server has not confirmed are sent again on a fresh connection.',
    },
    'topic.lost': [
      {
        guard: ({ context }) => context.reacted.length > 0,
        target: '.disconnected',
        actions: [
          assign({ reacted: [] }),
          sendTo(({ context }) => context.conversation, { type: 'receipt.failed', reason: UNSURE }),
        ],
        description:
          'The member is told that a reaction may be lost, because it went into a dead connection. DECISIONS 378',
      },
      { target: '.disconnected' },
    ],
    'supervision.restarted': { actions: sendTo(({ context }) => context.conversation, { type: 'part.restarted' }) },
    'messages.arrived': {
      actions: assign(({ context: { myId, unsent, unconfirmed, ...context }, event: { messages } }) => {
        const reacted = context.reacted.filter((reactedTo) => messages.every(({ id }) => id !== reactedTo));
        const seen = messages.filter(({ id }) => unsent.has(id) || unconfirmed.has(id));
        const confirmed = new Set(seen.filter((message) => !shouldMarkRead(message, myId)).map(({ id }) => id));
        if (confirmed.size === 0) return { reacted };
        const without = (ids: Ids) => new Map([...ids].filter(([id]) => !confirmed.has(id)));
        return { reacted, unsent: without(unsent), unconfirmed: without(unconfirmed) };
      }),
    },
    'refusal.arrived': {
      guard: ({ event: { refusal } }) => readDestination(refusal.destination)?.action === 'react',
      actions: [
        assign({
          reacted: ({ context: { reacted } }) => (reacted.every((id) => id === reacted[0]) ? [] : reacted),
        }),
        sendTo(
          ({ context }) => context.conversation,
          ({ event }): ReceiptsFact => ({ type: 'receipt.failed', reason: event.refusal.message }),
        ),
      ],
      description:
        'A refusal does not name the message. If several are waited for, the others may still get lost. DECISIONS 378',
    },
    'message.viewed': {
      guard: ({ context: { myId, unsent, unconfirmed }, event: { message } }) =>
        shouldMarkRead(message, myId) && !unsent.has(message.id) && !unconfirmed.has(message.id),
      actions: assign({
        unsent: ({ context, event: { message } }) => new Map([...context.unsent, [message.id, wireIdOf(message)]]),
      }),
      description:
        'Marked read once at least 70% visible, when not own and not already seen by the user; kept until it can be sent. S1 §4, DECISIONS 40',
    },
    'message.react': {
      guard: ({ event }) => !isTemp(event.message),
      actions: [
        assign({ reacted: ({ context: { reacted }, event: { message } }) => [...reacted, message.id] }),
        sendTo(
          ({ context }) => context.conversation,
          ({ event: { message, reaction } }): ReceiptsFact => ({
            type: 'chat.publish',
            action: 'react',
            body: { messageId: wireIdOf(message), reaction },
          }),
        ),
      ],
      description:
        'One reaction per user; the same emoji again removes it. Never on a temp message. S1 §4, DECISIONS 11',
    },
  },
  states: {
    disconnected: {
      description: 'No connection: receipts wait until it is back.',
      on: {
        'message.react': {
          guard: ({ event }) => !isTemp(event.message),
          actions: sendTo(({ context }) => context.conversation, { type: 'receipt.failed', reason: NOT_CONNECTED }),
          description: 'A reaction is a toggle: sent twice it would undo itself, so it is not kept for later.',
        },
      },
    },
    connected: {
      initial: 'idle',
      on: {
        'refusal.arrived': {
          guard: ({ event: { refusal } }) =>
            isRetryableStatus(refusal.status) && readDestination(refusal.destination)?.action === 'read',
          target: 'throttled',
        },
      },
      states: {
        idle: {
          always: {
            guard: 'hasUnsent',
            target: 'gathering',
            actions: enqueueActions(({ context: { conversation, unsent, unconfirmed }, enqueue }) => {
              const newest = [...unsent].slice(-MOST_PER_TICK).reverse();
              for (const [, messageId] of newest)
                enqueue.sendTo(conversation, { type: 'chat.publish', action: 'read', body: { messageId } });
              enqueue.assign({
                unsent: new Map([...unsent].slice(0, -MOST_PER_TICK)),
                unconfirmed: new Map([...unconfirmed, ...newest]),
              });
            }),
            description:
              'The first receipt leaves at once, so that it is sent even if the member leaves the chat right after.',
          },
        },
        gathering: {
          description:
            'The following ones are collected and sent together, the newest first: at 200 messages a second, a frame for each of them would fill the connection.',
          after: { receiptTick: { target: 'idle' } },
        },
      },
    },
    throttled: {
      description: 'The server accepts no more receipts at the moment: the rest follow a little later.',
      after: { rateLimitWait: { target: 'connected', actions: 'sendAgain' } },
    },
  },
});
export type ReceiptsRef = ActorRefFrom<typeof receiptsMachine>;
export type ReceiptsSnapshot = SnapshotFrom<typeof receiptsMachine>;
