import { type ActorRef, type ActorRefFrom, assign, type Snapshot, sendTo, setup } from 'xstate';
import { isEchoOf, type Outgoing } from '../../rules/outgoing';
import { type ChatTopicEvent, chatTopic } from './ports';

/** What a delivery tells the outbox that started it. */
export type DeliveryReport =
  | { type: 'delivery.confirmed'; clientMessageId: string }
  | { type: 'delivery.refused'; clientMessageId: string; reason: string };

interface DeliveryInput {
  outbox: ActorRef<Snapshot<unknown>, DeliveryReport>;
  me: string;
  outgoing: Outgoing;
}

/** Too many messages at once: worth another try after a while, unlike every other refusal. */
const TOO_MANY = 429;
const LONGEST_ECHO_WAIT = 60_000;

/**
 * One own message on its way, from the head of its chat's queue to the echo (S1 §4). Published on every fresh connection
 * until its echo arrives: handing it to the connection promises nothing, and a resend changes nothing (DECISIONS 11).
 */
export const deliveryMachine = setup({
  types: {
    input: {} as DeliveryInput,
    context: {} as DeliveryInput & { reason: string; tries: number },
    events: {} as ChatTopicEvent,
  },
  actors: { chatTopic },
  delays: {
    /** Grows with the tries, so that a server in trouble is not pressed: 10 s, 20 s … 60 s. */
    echoWait: ({ context }) => Math.min(10_000 * context.tries, LONGEST_ECHO_WAIT),
    rateLimitWait: 2_000,
  },
  guards: {
    bringsEcho: ({ context }, { messages }: Extract<ChatTopicEvent, { type: 'messages.arrived' }>) =>
      messages.some(isEchoOf(context.outgoing.body, context.me)),
    isOurs: ({ context }, { refusal }: Extract<ChatTopicEvent, { type: 'refusal.arrived' }>) =>
      refusal.clientMessageId === context.outgoing.body.clientMessageId,
    isOursForNow: ({ context }, { refusal }: Extract<ChatTopicEvent, { type: 'refusal.arrived' }>) =>
      refusal.clientMessageId === context.outgoing.body.clientMessageId && refusal.status === TOO_MANY,
  },
  actions: {
    publishMessage: sendTo('chatTopic', ({ context }) => ({
      type: 'chat.publish',
      action: 'send',
      body: context.outgoing.body,
    })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    keepReason: assign({ reason: (_, reason: string) => reason }),
    reportConfirmed: sendTo(
      ({ context }) => context.outbox,
      ({ context }): DeliveryReport => ({
        type: 'delivery.confirmed',
        clientMessageId: context.outgoing.body.clientMessageId,
      }),
    ),
    reportRefused: sendTo(
      ({ context }) => context.outbox,
      ({ context }): DeliveryReport => ({
        type: 'delivery.refused',
        clientMessageId: context.outgoing.body.clientMessageId,
        reason: context.reason,
      }),
    ),
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, reason: '', tries: 0 }),
  initial: 'waiting',
  invoke: {
    id: 'chatTopic',
    src: 'chatTopic',
    input: ({ context }) => ({ chat: context.outgoing.chat }),
    onError: { target: '.refused', actions: { type: 'keepReason', params: 'The message could not be sent.' } },
  },
  on: {
    'messages.arrived': {
      guard: { type: 'bringsEcho', params: ({ event }) => event },
      target: '.confirmed',
      description: 'The server echo matches by clientMessageId. S1 §4',
    },
  },
  states: {
    waiting: {
      description:
        'There is no connection: the message keeps its clock and goes out when the connection is back. DECISIONS 41',
      on: { 'topic.opened': { target: 'publishing' } },
    },
    publishing: {
      description: 'Published, and now only the echo counts.',
      entry: ['countTry', 'publishMessage'],
      after: { echoWait: { target: 'publishing', reenter: true, description: 'No echo came: it is published again.' } },
      on: {
        'topic.opened': {
          target: 'publishing',
          reenter: true,
          description: 'A fresh connection may not know it: published again.',
        },
        'topic.lost': { target: 'waiting' },
        'refusal.arrived': [
          { guard: { type: 'isOursForNow', params: ({ event }) => event }, target: 'throttled' },
          {
            guard: { type: 'isOurs', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'keepReason', params: ({ event }) => event.refusal.message },
          },
        ],
      },
    },
    throttled: {
      description: 'The server takes no more at this moment; it is published again after a short wait.',
      after: { rateLimitWait: { target: 'publishing' } },
      on: { 'topic.opened': { target: 'publishing' }, 'topic.lost': { target: 'waiting' } },
    },
    confirmed: {
      type: 'final',
      entry: 'reportConfirmed',
      description: 'Echoed: the conversation shows one tick. S1 §4',
    },
    refused: {
      type: 'final',
      entry: 'reportRefused',
      description: 'The server will never take it: shown as failed, with retry and delete.',
    },
  },
});
export type DeliveryRef = ActorRefFrom<typeof deliveryMachine>;
