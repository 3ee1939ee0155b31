import { type ActorRefFrom, assertEvent, assign, cancel, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import type { Message, TypingSign } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import { workflow } from '../supervision';
import { type TypingTopicEvent, typingTopic } from './ports';

/** How long a member is shown after their last sign, in milliseconds. */
const SHOWN = 6_000;

export type TypingEvent =
  | TypingTopicEvent
  /** This member has changed the text in the composer to `text`. */
  | { type: 'text.typed'; text: string }
  /** New messages of other members have arrived, or members have saved edits of theirs. */
  | { type: 'foreign.appeared' | 'messages.edited'; messages: readonly Message[] }
  /** Raised by the chart itself: for 6 s no sign of this member has arrived. */
  | { type: 'sign.expired'; userId: string };

interface TypingInput {
  chat: ChatAddress;
  myId: string;
}

interface TypingContext extends TypingInput {
  /** Who is typing, in the order in which they began. */
  others: readonly TypingSign[];
}

/** Who is typing in the chat of a case (DECISIONS 177). Tells the others that this member is typing, and knows which of them are. */
export const typingMachine = workflow({
  types: { input: {} as TypingInput, context: {} as TypingContext, events: {} as TypingEvent },
  actors: { typingTopic },
  delays: { sayAgain: 3_000 },
  guards: {
    isOfAnother: ({ context, event }) => {
      assertEvent(event, 'typing.heard');
      return event.sign.userId !== context.myId;
    },
    hasText: ({ event }) => {
      assertEvent(event, 'text.typed');
      return event.text.trim() !== '';
    },
    isShown: ({ context, event }) => {
      assertEvent(event, 'sign.expired');
      return context.others.some(({ userId }) => userId === event.userId);
    },
  },
  actions: {
    forgetSenders: assign(({ context: { others }, event }) => {
      assertEvent(event, ['foreign.appeared', 'messages.edited']);
      return { others: others.filter(({ userId }) => !event.messages.some(({ sender }) => sender.id === userId)) };
    }),
  },
}).createMachine({
  id: 'typing',
  context: ({ input }) => ({ ...input, others: [] }),
  initial: 'closed',
  invoke: { id: 'typingTopic', src: 'typingTopic', input: ({ context: { chat } }) => ({ chat }) },
  states: {
    closed: {
      description: 'Without a connection, and in the global chat, nothing is sent or shown. DECISIONS 177',
      on: { 'typing.opened': { target: 'open' } },
    },
    open: {
      initial: 'quiet',
      on: {
        'typing.closed': {
          target: 'closed',
          actions: assign({ others: [] }),
          description: 'Who is typing now cannot be known.',
        },
        'typing.heard': {
          guard: 'isOfAnother',
          actions: [
            cancel(({ event }) => event.sign.userId),
            assign({
              others: ({ context: { others }, event: { sign } }) => {
                const place = others.findIndex(({ userId }) => userId === sign.userId);
                return place < 0 ? [...others, sign] : others.with(place, sign);
              },
            }),
            enqueueActions(({ enqueue, event: { sign } }) => {
              const { userId } = sign;
              enqueue.raise({ type: 'sign.expired', userId }, { id: userId, delay: SHOWN });
            }),
          ],
          description:
            "Shown for 6 s; each further sign starts the 6 s again. The member's own signs from another tab are ignored.",
        },
        'sign.expired': {
          guard: 'isShown',
          actions: assign({
            others: ({ context, event }) => context.others.filter(({ userId }) => userId !== event.userId),
          }),
        },
        'foreign.appeared': {
          actions: 'forgetSenders',
          description: 'A member whose message has arrived is no longer typing.',
        },
        'messages.edited': { actions: 'forgetSenders', description: 'Nor is one who has saved an edit. DECISIONS 177' },
      },
      states: {
        quiet: {
          on: {
            'text.typed': {
              guard: 'hasText',
              target: 'said',
              actions: sendTo('typingTopic', { type: 'sign.publish' }),
            },
          },
        },
        said: {
          description: 'Sent at most every 3 s, because the others show it for 6 s.',
          after: { sayAgain: { target: 'quiet' } },
        },
      },
    },
  },
});
export type TypingRef = ActorRefFrom<typeof typingMachine>;
export type TypingSnapshot = SnapshotFrom<typeof typingMachine>;

/** Who is typing, in the order in which they began. */
export const selectTyping = (snapshot: TypingSnapshot) => snapshot.context.others;
