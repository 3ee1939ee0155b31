import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import type { Message } from '../../contract/chats';
import { pinFailureText } from '../../rules/chat/chatTexts';
import { pinnedAfter, type Repin, repinned } from '../../rules/chat/messageChanges';
import { keepOnRestart, workflow } from '../supervision';
import { repinMessage } from './ports';

/** Sent to the conversation: a change of the pin has failed, and the server's pinned message is shown again. */
export type PinFact = { type: 'pin.failed'; reason: string };

type PinEvent =
  /** The chat's entry was fetched, or read from this device. */
  | { type: 'group.known'; pinned: Message | null }
  | { type: 'topic.lost' }
  | { type: 'messages.arrived'; messages: readonly Message[] }
  | ({ type: 'message.repin' } & Repin);

interface PinInput {
  conversation: ActorRef<Snapshot<unknown>, PinFact>;
}

interface PinContext extends PinInput {
  /** The pinned message according to the server's latest news. */
  pinned: Message | null;
  /** The pinned message at the time when the current change was sent. */
  before: Message | null;
  /** The changes that the server has not confirmed, oldest first. The first one is being sent. */
  waiting: readonly Repin[];
}

/**
 * The pinned message of a chat (DECISIONS 165). It comes with the chat's entry when the chat is opened. After that each message on the
 * chat's topic says whether it is pinned. A captain's changes are shown at once, and sent one after the other.
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
    pinned: {
      initial: 'fromList',
      on: {
        'messages.arrived': {
          guard: ({ context, event }) => pinnedAfter(context.pinned, event.messages) !== context.pinned,
          target: '.fromTopic',
          actions: assign({ pinned: ({ context, event }) => pinnedAfter(context.pinned, event.messages) }),
          description: 'A message was pinned or unpinned, or the pinned one was changed.',
        },
      },
      states: {
        fromList: {
          on: { 'group.known': { actions: assign({ pinned: ({ event }) => event.pinned }) } },
        },
        fromTopic: {
          description: "An entry that arrives later may be older than the topic's news, so it is ignored.",
          on: { 'topic.lost': { target: 'fromList' } },
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
            input: ({ context: { waiting }, self }) => ({
              ...(waiting[0] as Repin),
              queued: () => self.getSnapshot().context.waiting.slice(1),
            }),
            onDone: {
              target: 'resting',
              actions: assign(({ context: { pinned, before, waiting } }) => ({
                pinned: pinned === before ? repinned(pinned, waiting[0] as Repin) : pinned,
                waiting: waiting.slice(1),
              })),
              description: "Shown as confirmed, unless newer news has come over the chat's topic meanwhile.",
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
              description: "Refused, or the network is gone: the server's version is shown again.",
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

/** The pinned message for this member, including changes that are not confirmed yet; or null. */
export const selectPinned = ({ context: { pinned, waiting } }: PinSnapshot) => waiting.reduce(repinned, pinned);
