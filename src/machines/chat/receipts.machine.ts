import { type ActorRef, type ActorRefFrom, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate';
import type { ReactBody, ReadBody } from '../../contract/chatRequests';
import type { Message, Reaction, Refusal } from '../../contract/chats';
import { readDestination } from '../../contract/topics';
import { isTemp, shouldMarkRead } from '../../rules/messages';
import { RATE_LIMIT_WAIT, TOO_MANY } from '../../rules/refusals';
import type { ChatTopicEvent } from './ports';

/** What the marks tell the conversation they belong to. */
export type ReceiptsFact =
  | { type: 'receipt.made'; action: 'read'; body: ReadBody }
  | { type: 'receipt.made'; action: 'react'; body: ReactBody }
  | { type: 'receipt.failed'; reason: string };

export type ReceiptsEvent =
  | ChatTopicEvent
  | { type: 'message.viewed'; message: Message }
  | { type: 'message.react'; message: Message; reaction: Reaction };

interface ReceiptsInput {
  conversation: ActorRef<Snapshot<unknown>, ReceiptsFact>;
  me: string;
}

const NOT_CONNECTED = 'There is no connection. Please try again in a moment.';

/** What a member puts on the messages of a chat: read receipts and reactions (S1 §4). */
export const receiptsMachine = setup({
  types: {
    input: {} as ReceiptsInput,
    /** `reading`: ids marked read that the server has not confirmed yet; said again after a reconnect. */
    context: {} as ReceiptsInput & { reading: ReadonlySet<string> },
    events: {} as ReceiptsEvent,
  },
  delays: { rateLimitWait: RATE_LIMIT_WAIT },
  guards: {
    isUnread: ({ context }, { message }: { message: Message }) =>
      shouldMarkRead(message, context.me) && !context.reading.has(message.id),
    isSettled: (_, { message }: { message: Message }) => !isTemp(message),
    isReceiptRetryable: (_, { refusal }: { refusal: Refusal }) =>
      refusal.status === TOO_MANY && readDestination(refusal.destination)?.action === 'read',
  },
  actions: {
    noteReading: assign({
      reading: ({ context }, { message }: { message: Message }) => new Set([...context.reading, message.id]),
    }),
    forgetConfirmed: assign({
      reading: ({ context }, { messages }: { messages: readonly Message[] }) => {
        const confirmed = messages.filter((message) => !shouldMarkRead(message, context.me)).map(({ id }) => id);
        return confirmed.some((id) => context.reading.has(id))
          ? new Set([...context.reading].filter((id) => !confirmed.includes(id)))
          : context.reading;
      },
    }),
    reportRead: sendTo(
      ({ context }) => context.conversation,
      (_, { message }: { message: Message }): ReceiptsFact => ({
        type: 'receipt.made',
        action: 'read',
        body: { messageId: message.id },
      }),
    ),
    reportUnconfirmed: enqueueActions(({ context, enqueue }) => {
      for (const messageId of context.reading)
        enqueue.sendTo(context.conversation, { type: 'receipt.made', action: 'read', body: { messageId } });
    }),
    reportReaction: sendTo(
      ({ context }) => context.conversation,
      (_, { message, reaction }: { message: Message; reaction: Reaction }): ReceiptsFact => ({
        type: 'receipt.made',
        action: 'react',
        body: { messageId: message.id, reaction },
      }),
    ),
    reportApart: sendTo(({ context }) => context.conversation, { type: 'receipt.failed', reason: NOT_CONNECTED }),
  },
}).createMachine({
  id: 'receipts',
  context: ({ input }) => ({ ...input, reading: new Set() }),
  initial: 'apart',
  on: {
    'topic.opened': { target: '.joined' },
    'topic.lost': { target: '.apart' },
    'messages.arrived': { actions: { type: 'forgetConfirmed', params: ({ event }) => event } },
    'message.viewed': {
      guard: { type: 'isUnread', params: ({ event }) => event },
      actions: { type: 'noteReading', params: ({ event }) => event },
      description: 'Kept until it can be said. DECISIONS 40',
    },
    'message.react': {
      guard: { type: 'isSettled', params: ({ event }) => event },
      actions: { type: 'reportReaction', params: ({ event }) => event },
      description:
        'One reaction per user; the same emoji again takes it away. Never on a temp message. S1 §4, DECISIONS 11',
    },
  },
  states: {
    apart: {
      description: 'No connection: receipts wait until it is back.',
      on: {
        'message.react': {
          guard: { type: 'isSettled', params: ({ event }) => event },
          actions: 'reportApart',
          description: 'A reaction is a toggle: said twice it would undo itself, so it is not kept for later.',
        },
      },
    },
    joined: {
      entry: 'reportUnconfirmed',
      on: {
        'message.viewed': {
          guard: { type: 'isUnread', params: ({ event }) => event },
          actions: [
            { type: 'noteReading', params: ({ event }) => event },
            { type: 'reportRead', params: ({ event }) => event },
          ],
          description: 'Marked read once at least 70% visible, when not own and not already seen by the user. S1 §4',
        },
        'refusal.arrived': {
          guard: { type: 'isReceiptRetryable', params: ({ event }) => event },
          target: 'throttled',
        },
      },
    },
    throttled: {
      description: 'A long unread chat was scrolled through: the server takes the rest of the receipts a little later.',
      after: { rateLimitWait: { target: 'joined' } },
    },
  },
});
export type ReceiptsRef = ActorRefFrom<typeof receiptsMachine>;
