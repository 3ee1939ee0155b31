import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import {
  type GestureFact,
  type GestureSnapshot,
  gestureMachine,
  selectHearted,
  selectOffset,
  selectSwiped,
  selectTakesRelease,
} from '../../../src/machines/chat/gesture.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, recorder, testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';

type Conversation = ActorRef<Snapshot<unknown>, GestureFact>;
const settled = message({ id: '7' });
/** Another member's heart and an own reaction of another kind are on it. */
const other = message({ id: '8', reactions: { '❤️': [user('kabir')], '👍': [user('mira')] } });
const hearted = message({ id: '9', reactions: { '❤️': [user('kabir'), user('mira')] } });
const temp = message({ id: 'temp-c1' });
const [x, y] = [100, 200];
/** Only this press is on the message's picture. */
const onPicture = (on: Message) => on.id === settled.id;
const said = (gesture: string, on = settled) => ({
  type: `gesture.${gesture}`,
  message: on,
  onPicture: onPicture(on),
  x,
  y,
});
const press = (on = settled) =>
  ({ type: 'pointer.pressed', message: on, x, y, ...(onPicture(on) && { onPicture: true }) }) as const;
const pressOnControl = () => ({ ...press(other), onControl: true }) as const;
const move = (right: number, down = 0) => ({ type: 'pointer.moved', x: x + right, y: y + down }) as const;

const pressed = {
  'pressed on a message': 'pressing.once',
  'pressed on another': 'pressing.once',
  'pressed on a message with her heart': 'pressing.once',
  'pressed on a temp message': 'pressing.once',
  'pressed on a button of another': 'pressing.once',
} as const;

/** A settled message reports it, one that is still being sent does not. */
const longPress = ({ context }: GestureSnapshot) => ({
  to: 'held',
  sees: ({ conversation }: { conversation: { received: readonly { type: string }[] } }) => {
    const on = context.message?.id;
    const expected = on === 'temp-c1' ? undefined : said('longPressed', context.message ?? settled);
    if (expected) expect(conversation.received.at(-1)).toEqual(expected);
    else expect(conversation.received.map(({ type }) => type)).not.toContain('gesture.longPressed');
  },
});

const walk = walkOf({
  machine: gestureMachine,
  props: () => ({ ports: {}, conversation: recorder<Conversation>() }),
  input: ({ conversation }) => ({ conversation: conversation.ref, myId: 'mira' }),
  key: ({ context }) => [context.message?.id, context.offset, context.onControl],
  samples: {
    'pressed on a message': press(),
    'pressed on another': press(other),
    'pressed on a message with her heart': press(hearted),
    'pressed on a temp message': press(temp),
    'pressed on a button of another': pressOnControl(),
    'moved by 10 px': move(10),
    'moved down by 11 px': move(0, 11),
    'moved right by 11 px': move(11),
    'moved right by 50 px': move(50),
    'moved right by 51 px': move(51),
    'moved askew': move(12, 13),
    released: { type: 'pointer.released' },
    cancelled: { type: 'pointer.cancelled' },
    '350 ms': elapsed('xstate.after.longPress.gesture.pressing', 350),
    '300 ms': elapsed('xstate.after.doubleTap.gesture.tapped', 300),
    '600 ms': elapsed('xstate.after.heartAnimation.gesture.hearting', 600),
  },
  ways: [
    {
      way: ['pressed on a message', '350 ms', 'pressed on another', '350 ms'],
      sees: ({ conversation }) => expect(conversation.received.at(-1)).toEqual(said('longPressed', other)),
    },
    {
      way: ['pressed on a message', 'released', { ...press(), x: 200, y: 300 }, { type: 'pointer.released' }],
      sees: ({ conversation }) =>
        expect(conversation.received.at(-1)).toMatchObject({ type: 'gesture.doubleTapped', x: 200, y: 300 }),
    },
    {
      way: ['pressed on a message', 'released', 'pressed on another', '350 ms'],
      sees: ({ conversation }) =>
        expect(conversation.received).toEqual([said('tapped', settled), said('longPressed', other)]),
    },
    {
      way: ['pressed on a message', 'released', 'pressed on a message', 'released', 'pressed on another', '350 ms'],
      sees: ({ conversation }) => expect(conversation.received.at(-1)).toEqual(said('longPressed', other)),
    },
  ],
  states: {
    idle: {
      sees: ({ read }) => {
        expect(read(selectOffset)).toBe(0);
        expect(read(selectHearted)).toBe(null);
        expect(read(selectSwiped)).toBe(null);
        expect(read(selectTakesRelease)).toBe(false);
      },
      takes: { ...pressed, cancelled: 'idle' },
    },
    'pressing.once': {
      sees: ({ conversation, last, read }) => {
        if (last?.startsWith('pressed')) expect(read(selectOffset)).toBe(0);
        expect(conversation.received.length).toBeLessThan(3);
        expect(read(selectTakesRelease)).toBe(false);
      },
      takes: {
        '350 ms': longPress,
        'moved down by 11 px': 'idle',
        'moved askew': 'idle',
        // A slider is dragged.
        'moved right by 11 px': ({ context }) =>
          context.onControl ? 'idle' : { to: 'swiping', sees: ({ read }) => expect(read(selectOffset)).toBe(11) },
        'moved right by 50 px': ({ context }) => (context.onControl ? 'idle' : 'swiping'),
        'moved right by 51 px': ({ context }) => (context.onControl ? 'idle' : 'swiping'),
        released: ({ context }) => (context.onControl ? 'idle' : 'tapped'),
        cancelled: 'idle',
      },
    },
    held: {
      sees: ({ conversation, read, actor }) => {
        expect(conversation.received.filter(({ type }) => type === 'gesture.tapped').length).toBeLessThan(2);
        expect(read(selectTakesRelease)).toBe(actor.getSnapshot().context.message?.id !== 'temp-c1');
      },
      takes: { ...pressed, released: 'idle', cancelled: 'idle' },
    },
    tapped: {
      sees: ({ conversation, read }) => {
        expect(conversation.received.map(({ type }) => type)).not.toContain('gesture.doubleTapped');
        expect(read(selectTakesRelease)).toBe(false);
      },
      takes: {
        '300 ms': ({ context }) => ({
          to: 'idle',
          sees: ({ conversation }) =>
            expect(conversation.received.at(-1)).toEqual(said('tapped', context.message ?? settled)),
        }),
        'pressed on a message': ({ context }) => (context.message?.id === '7' ? 'pressing.again' : 'pressing.once'),
        // Two quick taps on a button are two taps on it.
        'pressed on a button of another': {
          to: 'pressing.once',
          sees: ({ conversation }) => expect(conversation.received.at(-1)?.type).toBe('gesture.tapped'),
        },
        'pressed on another': ({ context }) => (context.message?.id === '8' ? 'pressing.again' : 'pressing.once'),
        'pressed on a message with her heart': ({ context }) =>
          context.message?.id === '9' ? 'pressing.again' : 'pressing.once',
        'pressed on a temp message': ({ context }) =>
          context.message?.id === 'temp-c1' ? 'pressing.again' : 'pressing.once',
        cancelled: 'idle',
      },
    },
    'pressing.again': {
      sees: ({ conversation, read, actor }) => {
        expect(read(selectOffset)).toBe(0);
        expect(read(selectTakesRelease)).toBe(actor.getSnapshot().context.message?.id !== 'temp-c1');
        // The tap before it counts as the first half of a double tap, not as a tap, which would open the viewer.
        expect(conversation.received.map(({ type }) => type)).not.toContain('gesture.doubleTapped');
      },
      takes: {
        released: ({ context }) =>
          context.message?.id === 'temp-c1'
            ? 'idle'
            : {
                // The second double tap takes the heart away.
                to: context.message?.id === '9' ? 'idle' : 'hearting',
                sees: ({ conversation }) =>
                  expect(conversation.received.at(-1)).toEqual(said('doubleTapped', context.message ?? settled)),
              },
        '350 ms': longPress,
        'moved down by 11 px': 'idle',
        'moved askew': 'idle',
        'moved right by 11 px': {
          to: 'swiping',
          sees: ({ read }) => expect(read(selectOffset)).toBe(11),
        },
        'moved right by 50 px': 'swiping',
        'moved right by 51 px': 'swiping',
        cancelled: 'idle',
      },
    },
    hearting: {
      sees: ({ read, actor }) => {
        expect(['7', '8']).toContain(read(selectHearted));
        expect(read(selectHearted)).toBe(actor.getSnapshot().context.message?.id);
      },
      takes: { ...pressed, '600 ms': 'idle', cancelled: 'idle' },
    },
    swiping: {
      sees: ({ read, actor }) => {
        expect(read(selectSwiped)).toBe(read(selectOffset) > 0 ? actor.getSnapshot().context.message?.id : null);
        expect(read(selectTakesRelease)).toBe(actor.getSnapshot().context.message?.id !== 'temp-c1');
      },
      takes: {
        'moved by 10 px': 'swiping',
        'moved down by 11 px': 'swiping',
        'moved right by 11 px': 'swiping',
        'moved right by 50 px': 'swiping',
        'moved right by 51 px': 'swiping',
        'moved askew': 'swiping',
        released: ({ context }) => ({
          to: 'idle',
          sees: ({ conversation }) => {
            const swiped = conversation.received.filter(({ type }) => type === 'gesture.swiped');
            const isReply = context.offset === 51 && context.message?.id !== 'temp-c1';
            expect(swiped).toEqual(isReply ? [said('swiped', context.message ?? settled)] : []);
          },
        }),
        cancelled: 'idle',
      },
    },
  },
});

testWalk(walk);
testMutants(walk);

/** A finger on a message list. */
function finger() {
  const clock = new SimulatedClock();
  const conversation = recorder<Conversation>();
  const actor = createActor(gestureMachine, { clock, input: { conversation: conversation.ref, myId: 'mira' } }).start();
  const tap = (on = settled) => {
    actor.send(press(on));
    actor.send({ type: 'pointer.released' });
  };
  return { actor, clock, tap, meant: () => conversation.received.map(({ type }) => type.replace('gesture.', '')) };
}

describe('a finger on a message (S1 §4)', () => {
  it('long presses after 350 ms, with 10 px of tolerance', () => {
    const { actor, clock, meant } = finger();
    actor.send(press());
    actor.send(move(6, 8));
    clock.increment(349);
    expect(meant()).toEqual([]);
    clock.increment(1);
    expect(meant()).toEqual(['longPressed']);
    actor.send({ type: 'pointer.released' });
    clock.increment(1_000);
    expect(meant()).toEqual(['longPressed']);
  });

  it('cancels the long press when it moves more than 10 px', () => {
    const { actor, clock, meant } = finger();
    actor.send(press());
    actor.send(move(-7, 8));
    clock.increment(1_000);
    actor.send({ type: 'pointer.released' });
    clock.increment(1_000);
    expect(meant()).toEqual([]);
  });

  it('long presses and swipes right after a tap, which then is no tap', () => {
    const { actor, clock, tap, meant } = finger();
    tap();
    clock.increment(299);
    actor.send(press());
    clock.increment(349);
    expect(meant()).toEqual([]);
    clock.increment(1);
    expect(meant()).toEqual(['longPressed']);
    actor.send({ type: 'pointer.released' });
    tap();
    actor.send(press());
    for (const step of [20, 51]) actor.send(move(step));
    expect(selectSwiped(actor.getSnapshot())).toBe('7');
    actor.send({ type: 'pointer.released' });
    clock.increment(1_000);
    expect(meant()).toEqual(['longPressed', 'swiped']);
  });

  it('opens no menu on a temp message, and two taps on it do nothing', () => {
    const { actor, clock, tap, meant } = finger();
    actor.send(press(temp));
    clock.increment(350);
    actor.send({ type: 'pointer.released' });
    tap(temp);
    tap(temp);
    clock.increment(1_000);
    expect(meant()).toEqual([]);
  });

  it('sends neither a heart nor a reply for a deleted message, whose menu still opens', () => {
    const { actor, clock, tap, meant } = finger();
    for (const deleted of [settled, hearted].map((one) => ({ ...one, deletedAt: '2026-03-10T09:00:00Z' }))) {
      for (let taps = 0; taps < 2; taps++) tap(deleted);
      actor.send(press(deleted));
      actor.send(move(80));
      actor.send({ type: 'pointer.released' });
    }
    expect(meant()).toEqual([]);
    actor.send(press({ ...settled, deletedAt: '2026-03-10T09:00:00Z' }));
    clock.increment(350);
    expect(meant()).toEqual(['longPressed']);
  });

  it('waits 300 ms before a tap counts, and sends a heart for a second one within them', () => {
    const { actor, clock, tap, meant } = finger();
    tap();
    clock.increment(299);
    expect(meant()).toEqual([]);
    tap();
    expect(meant()).toEqual(['doubleTapped']);
    expect(selectHearted(actor.getSnapshot())).toBe('7');
    clock.increment(599);
    expect(selectHearted(actor.getSnapshot())).toBe('7');
    clock.increment(1);
    expect(selectHearted(actor.getSnapshot())).toBe(null);
    tap();
    clock.increment(300);
    tap();
    clock.increment(300);
    expect(meant()).toEqual(['doubleTapped', 'tapped', 'tapped']);
  });

  it('taps two messages in a row', () => {
    const { clock, tap, meant } = finger();
    tap(settled);
    tap(other);
    expect(meant()).toEqual(['tapped']);
    clock.increment(300);
    expect(meant()).toEqual(['tapped', 'tapped']);
  });

  it.each([
    { px: 50, meaning: [] },
    { px: 51, meaning: ['swiped'] },
  ])('swipes $px px to the right: $meaning', ({ px, meaning }) => {
    for (const steps of [[px], [20, px], [20, 90, px]]) {
      const { actor, meant } = finger();
      actor.send(press());
      for (const step of steps) actor.send(move(step));
      expect(selectOffset(actor.getSnapshot())).toBe(px);
      actor.send({ type: 'pointer.released' });
      expect(meant()).toEqual(meaning);
      expect(selectOffset(actor.getSnapshot())).toBe(0);
    }
  });

  it('swipes nothing to the left, nor on a temp message, nor with a mouse, which selects text', () => {
    for (const [first, right] of [
      [press(), -80],
      [press(temp), 80],
      [{ ...press(), byMouse: true }, 80],
    ] as const) {
      const { actor, clock, meant } = finger();
      actor.send(first);
      actor.send(move(right));
      actor.send({ type: 'pointer.released' });
      clock.increment(1_000);
      expect(meant()).toEqual([]);
    }
  });

  it('long presses on a button or a slider, whose taps and drags are its own', () => {
    const { actor, clock, tap, meant } = finger();
    actor.send(pressOnControl());
    clock.increment(350);
    actor.send({ type: 'pointer.released' });
    expect(meant()).toEqual(['longPressed']);
    actor.send(pressOnControl());
    actor.send(move(80));
    actor.send({ type: 'pointer.released' });
    for (let taps = 0; taps < 2; taps++) {
      actor.send(pressOnControl());
      actor.send({ type: 'pointer.released' });
    }
    clock.increment(1_000);
    expect(meant()).toEqual(['longPressed']);
    tap(other);
    actor.send(pressOnControl());
    actor.send({ type: 'pointer.released' });
    clock.increment(1_000);
    expect(meant()).toEqual(['longPressed', 'tapped']);
  });

  it('is ignored once the browser uses the touch for scrolling', () => {
    const { actor, clock, meant } = finger();
    actor.send(press());
    actor.send({ type: 'pointer.cancelled' });
    clock.increment(1_000);
    expect(meant()).toEqual([]);
  });
});
