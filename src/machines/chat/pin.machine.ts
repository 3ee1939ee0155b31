import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import type { Message } from '../../contract/chats';
import { pinFailureText } from '../../rules/chatTexts';
import { pinnedAfter, type Repin, repinned } from '../../rules/pins';
import { keepOnRestart, workflow } from '../supervision';
import { repinMessage } from './ports';

/** Told to the conversation: the server has not taken a pin, and the one before is shown again. */
export type PinFact = { type: 'pin.failed'; reason: string };

export type PinEvent =
  /** The chat's entry was fetched, or found on this device. */
  | { type: 'group.known'; pinned: Message | null }
  | { type: 'topic.lost' }
  | { type: 'messages.arrived'; messages: readonly Message[] }
  | ({ type: 'message.repin' } & Repin);

interface PinInput {
  conversation: ActorRef<Snapshot<unknown>, PinFact>;
}

interface PinContext extends PinInput {
  /** As the server has said it last. */
  pinned: Message | null;
  /** What it was when the change was sent that is on its way. */
  before: Message | null;
  /** What the server has not confirmed, oldest first: the first is on its way. */
  waiting: readonly Repin[];
}

/**
 * The pinned message of a chat (DECISIONS 165). The chat's entry tells it when the chat is opened, and then each message that comes
 * over the chat's topic tells whether it is pinned. What a captain changes is shown at once, and sent one after the other.
 */
export const pinMachine = workflow({
  types: { input: {} as PinInput, context: {} as PinContext, events: {} as PinEvent },
  actors: { repinMessage },
  guards: { hasWaiting: ({ context }) => context.waiting.length > 0 },
}).createMachine({
  id: 'pin',
  context: ({ input }) => ({ ...input, pinned: null, before: null, waiting: [] }),
  type: 'parallel',
  on: {
    'message.repin': {
      actions: assign({
        waiting: ({ context: { waiting }, event: { message, isPinned } }) => [...waiting, { message, isPinned }],
      }),
      description: 'A captain pins a message in place of the one before, or unpins it. DECISIONS 165',
    },
  },
  states: {
    knowing: {
      initial: 'asked',
      on: {
        'messages.arrived': {
          guard: ({ context, event }) => pinnedAfter(context.pinned, event.messages) !== context.pinned,
          target: '.told',
          actions: assign({ pinned: ({ context, event }) => pinnedAfter(context.pinned, event.messages) }),
          description: 'A message was pinned or has lost its pin; or the pinned one was changed.',
        },
      },
      states: {
        asked: {
          on: { 'group.known': { actions: assign({ pinned: ({ event }) => event.pinned }) } },
        },
        told: {
          description:
            "An entry that was on its way meanwhile may be older than the topic's news, so it tells nothing.",
          on: { 'topic.lost': { target: 'asked' } },
        },
      },
    },
    changing: {
      initial: 'resting',
      states: {
        resting: { always: { guard: 'hasWaiting', target: 'sending' } },
        sending: {
          entry: assign({ before: ({ context }) => context.pinned }),
          invoke: {
            id: 'repinMessage',
            src: 'repinMessage',
            input: ({ context: { waiting } }) => waiting[0] as Repin,
            onDone: {
              target: 'resting',
              actions: assign(({ context: { pinned, before, waiting } }) => ({
                pinned: pinned === before ? repinned(pinned, waiting[0] as Repin) : pinned,
                waiting: waiting.slice(1),
              })),
              description: "Shown as made, unless the chat's topic has told more meanwhile.",
            },
            onError: {
              target: 'resting',
              actions: [
                sendTo(
                  ({ context }) => context.conversation,
                  ({ event }): PinFact => ({ type: 'pin.failed', reason: pinFailureText(event.error) }),
                ),
                assign({ waiting: ({ context }) => context.waiting.slice(1) }),
              ],
              description: 'Refused, or the network is gone: what the server has is shown again.',
            },
          },
        },
      },
    },
  },
});
keepOnRestart(pinMachine, 'pinned');

export type PinRef = ActorRefFrom<typeof pinMachine>;
export type PinSnapshot = SnapshotFrom<typeof pinMachine>;

/** The pinned message as this member sees it, or null: with what the server has not confirmed yet. */
export const selectPinned = ({ context: { pinned, waiting } }: PinSnapshot) => waiting.reduce(repinned, pinned);
