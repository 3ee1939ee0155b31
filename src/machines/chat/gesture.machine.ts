import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { doubleTapReaction, type Message } from '../../contract/chats';
import { isTemp, reactionOf } from '../../rules/chat/messages';
import { workflow } from '../supervision';

/** A recognised gesture of a finger, a pen or a mouse. Places are in CSS pixels from the top left corner of the screen. */
export type GestureFact =
  | { type: 'gesture.longPressed'; message: Message; x: number; y: number }
  | { type: 'gesture.tapped'; message: Message; onPicture: boolean }
  | { type: 'gesture.doubleTapped'; message: Message }
  | { type: 'gesture.swiped'; message: Message };

type GestureEvent =
  | ({ type: 'pointer.pressed'; message: Message; x: number; y: number } & Partial<PressedOn>)
  | { type: 'pointer.moved'; x: number; y: number }
  | { type: 'pointer.released' }
  | { type: 'pointer.cancelled' };

interface GestureInput {
  conversation: ActorRef<Snapshot<unknown>, GestureFact>;
  myId: string;
}

interface PressedOn {
  /** Whether the pointer is a mouse. Dragging a mouse selects text and never swipes. */
  readonly byMouse: boolean;
  /** Whether the press is on the picture of the message: only a tap there opens the viewer. */
  readonly onPicture: boolean;
  /** Whether the press is on a button or slider, which acts on taps and drags itself: only a long press there means the message. */
  readonly onControl: boolean;
}

interface GestureContext extends GestureInput, PressedOn {
  message: Message | null;
  x: number;
  y: number;
  /** The movement of the finger to the right since the press, in pixels. */
  offset: number;
  /** The message on which the heart of a double tap is shown. */
  hearted: string | null;
}

const at = ({ x, y }: { x: number; y: number }) => ({ x, y });
/** Whether the server takes reactions and replies to it. */
const canBeAnswered = (message: Message | null): message is Message =>
  message !== null && !isTemp(message) && !message.deletedAt;

/**
 * Touches on messages (S1 §4, "Gestures on a message"). One actor serves the whole list, because only one pointer is followed at a time.
 */
export const gestureMachine = workflow({
  types: { input: {} as GestureInput, context: {} as GestureContext, events: {} as GestureEvent },
  delays: { longPress: 350, doubleTap: 300, heartAnimation: 600 },
  guards: {
    isSettled: ({ context }) => context.message !== null && !isTemp(context.message),
    mayReact: ({ context }) => canBeAnswered(context.message),
    hasMyHeart: ({ context: { myId, message } }) =>
      canBeAnswered(message) && reactionOf(message, myId) === doubleTapReaction,
    isOnControl: ({ context }) => context.onControl,
    isBeyondTolerance: ({ context, event }) => {
      assertEvent(event, 'pointer.moved');
      return Math.hypot(event.x - context.x, event.y - context.y) > 10;
    },
    isFarEnough: ({ context }) => context.offset > 50 && canBeAnswered(context.message),
  },
  actions: {
    keepPress: assign(({ event }) => {
      assertEvent(event, 'pointer.pressed');
      const { message, x, y, byMouse = false, onPicture = false, onControl = false } = event;
      return { message, x, y, byMouse, onPicture, onControl, offset: 0 };
    }),
    keepOffset: assign({
      offset: ({ context, event }) => {
        assertEvent(event, 'pointer.moved');
        return Math.max(0, event.x - context.x);
      },
    }),
    report: sendTo(
      ({ context }) => context.conversation,
      ({ context }, gesture: 'longPressed' | 'tapped' | 'doubleTapped' | 'swiped'): GestureFact => {
        if (!context.message) throw new Error('a gesture needs a message');
        return { type: `gesture.${gesture}`, message: context.message, onPicture: context.onPicture, ...at(context) };
      },
    ),
  },
}).createMachine({
  id: 'gesture',
  context: ({ input }) => ({
    ...input,
    message: null,
    x: 0,
    y: 0,
    byMouse: false,
    onPicture: false,
    onControl: false,
    offset: 0,
    hearted: null,
  }),
  initial: 'idle',
  on: {
    'pointer.cancelled': {
      target: '.idle',
      description: 'The browser uses the touch to scroll, or the finger has left the screen.',
    },
  },
  states: {
    idle: {
      on: { 'pointer.pressed': { target: 'pressing', actions: 'keepPress' } },
    },
    pressing: {
      description: 'A second press means the same as the first one, except that its release makes a double tap.',
      initial: 'once',
      after: {
        longPress: [
          {
            guard: 'isSettled',
            target: 'held',
            actions: { type: 'report', params: 'longPressed' },
            description: 'A long press of 350 ms opens the reaction menu. It does not open on temp messages. S1 §4',
          },
          { target: 'held' },
        ],
      },
      on: {
        'pointer.moved': [
          {
            guard: ({ context, event: { x, y } }) =>
              !context.byMouse && !context.onControl && x - context.x > 10 && x - context.x > Math.abs(y - context.y),
            target: 'swiping',
            actions: 'keepOffset',
          },
          {
            guard: 'isBeyondTolerance',
            target: 'idle',
            description: 'Moving more than 10 px cancels the long press. S1 §4',
          },
        ],
      },
      states: {
        once: {
          on: {
            'pointer.released': [
              { guard: 'isOnControl', target: '#gesture.idle', description: 'The control acts itself.' },
              { target: '#gesture.tapped' },
            ],
          },
        },
        again: {
          on: {
            'pointer.released': [
              {
                guard: 'hasMyHeart',
                target: '#gesture.idle',
                actions: [{ type: 'report', params: 'doubleTapped' }],
                description: 'The second double tap takes the heart away, so none is shown. DECISIONS 11',
              },
              {
                guard: 'mayReact',
                target: '#gesture.hearting',
                actions: [{ type: 'report', params: 'doubleTapped' }],
                description: 'A double tap within 300 ms sends a heart reaction with a 600 ms animation. S1 §4',
              },
              { target: '#gesture.idle' },
            ],
          },
        },
      },
    },
    held: {
      description: 'The long press has been reported; lifting the finger has no further effect.',
      on: {
        'pointer.released': { target: 'idle' },
        'pointer.pressed': {
          target: 'pressing',
          actions: 'keepPress',
          description: 'The release may be missing: the menu that opened under the finger can receive it instead.',
        },
      },
    },
    tapped: {
      description: 'A tap is reported after 300 ms, when it can no longer become a double tap. S1 §4, DECISIONS 36',
      after: { doubleTap: { target: 'idle', actions: { type: 'report', params: 'tapped' } } },
      on: {
        'pointer.pressed': [
          {
            guard: ({ context, event }) => context.message?.id === event.message.id && !event.onControl,
            target: 'pressing.again',
            actions: 'keepPress',
          },
          {
            target: 'pressing',
            actions: [{ type: 'report', params: 'tapped' }, 'keepPress'],
            description: 'A press on another message or on a control: the first one was a single tap.',
          },
        ],
      },
    },
    hearting: {
      entry: assign({ hearted: ({ context }) => context.message?.id ?? null }),
      exit: assign({ hearted: null }),
      after: { heartAnimation: { target: 'idle' } },
      on: { 'pointer.pressed': { target: 'pressing', actions: 'keepPress' } },
    },
    swiping: {
      exit: assign({ offset: 0 }),
      on: {
        'pointer.moved': { actions: 'keepOffset' },
        'pointer.released': [
          {
            guard: 'isFarEnough',
            target: 'idle',
            actions: { type: 'report', params: 'swiped' },
            description: 'A swipe to the right of more than 50 px sets the reply target. S1 §4',
          },
          { target: 'idle' },
        ],
      },
    },
  },
});
export type GestureRef = ActorRefFrom<typeof gestureMachine>;
export type GestureSnapshot = SnapshotFrom<typeof gestureMachine>;

/** The message that is being swiped, or null. */
export const selectSwiped = (snapshot: GestureSnapshot) =>
  snapshot.context.offset > 0 ? (snapshot.context.message?.id ?? null) : null;
/** The offset of the swiped message to the right, in pixels; 0 if none is swiped. */
export const selectOffset = (snapshot: GestureSnapshot) => snapshot.context.offset;
/** The message over which the heart of a double tap is shown, or null. */
export const selectHearted = (snapshot: GestureSnapshot) => snapshot.context.hearted;
/** Whether lifting the pointer would end a gesture, so that it must not also act on what was pressed. A temp message has no gestures. */
export const selectTakesRelease = (snapshot: GestureSnapshot) =>
  snapshot.context.message !== null &&
  !isTemp(snapshot.context.message) &&
  (snapshot.matches('held') || snapshot.matches('swiping') || snapshot.matches({ pressing: 'again' }));
/** Whether a message has been pressed since this chart started. It stays true after the release. */
export const selectWasPressed = (snapshot: GestureSnapshot) => snapshot.context.message !== null;
