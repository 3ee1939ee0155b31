import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { selectToasts, toastsMachine } from '../../../src/machines/notifications/toasts.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';
import { toast } from './samples';

const dog = toast('chat/3', { chatName: 'Dog #12', title: 'Ravi in Dog #12', text: 'Hello' });

const walk = walkOf({
  machine: toastsMachine,
  props: () => ({}),
  key: ({ context }) => context.toasts.map(({ key, count }) => [key, Math.min(count, 2)]),
  samples: {
    'a message': { type: 'toast.add', toast: dog },
    closed: { type: 'toast.dismiss', key: 'chat/3' },
    'another is closed': { type: 'toast.dismiss', key: 'chat/4' },
    'eight seconds': { ...elapsed('toast.expired', 8_000), event: { type: 'toast.expired', key: 'chat/3' } },
    'of another, they are over': { type: 'toast.expired', key: 'chat/4' },
    'the pointer comes': { type: 'toasts.hold' },
    'the pointer goes': { type: 'toasts.release' },
  },
  ways: [
    { way: ['a message', 7_999, 'a message', 'eight seconds'] },
    { way: ['a message', 'the pointer comes', 'the pointer goes', 'eight seconds'] },
    // No timer is left over from before.
    { way: ['a message', 4_000, 'the pointer comes', 'the pointer goes', 'eight seconds'] },
    { way: ['a message', 4_000, 'closed', 'the pointer comes', 'a message', 'the pointer goes', 'eight seconds'] },
    // A toast that comes after one was closed disappears, too, and so do those that were beside it.
    { way: ['a message', 'the pointer comes', 'closed', 'a message', 'eight seconds'] },
    {
      way: [
        'a message',
        { type: 'toast.add', toast: toast('chat/4') },
        { type: 'toasts.hold' },
        { type: 'toast.dismiss', key: 'chat/4' },
        'eight seconds',
      ],
    },
    {
      way: [
        { type: 'toast.add', toast: dog },
        4_000,
        ...['chat/4', 'chat/5', 'chat/6'].map((key) => ({ type: 'toast.add', toast: toast(key) })),
        { type: 'toasts.hold' },
        { type: 'toast.add', toast: dog },
        { type: 'toasts.release' },
        7_999,
      ],
      sees: ({ read }) => expect(read(selectToasts).map(({ key }) => key)).toEqual(['chat/3', 'chat/6', 'chat/5']),
    },
  ],
  states: {
    showing: {
      sees: ({ last, read }) => {
        if (last === 'closed') expect(read(selectToasts)).toEqual([]);
      },
      takes: {
        'a message': ({ context }) => ({
          to: 'showing',
          sees: ({ read }) => {
            const [shown, ...others] = read(selectToasts);
            expect(others).toEqual([]);
            const isFirst = context.toasts.length === 0;
            expect(shown?.title).toMatch(isFirst ? /^Ravi in Dog #12$/ : /^\d+ new messages in Dog #12$/);
          },
        }),
        closed: ({ context }) => (context.toasts.length > 0 ? 'showing' : null),
        'eight seconds': ({ context }) =>
          context.toasts.length > 0
            ? { to: 'showing', sees: ({ read }) => expect(read(selectToasts)).toEqual([]) }
            : null,
        'the pointer comes': 'held',
      },
    },
    held: {
      sees: ({ last, read }) => {
        if (last === 'closed') expect(read(selectToasts)).toEqual([]);
      },
      takes: {
        'a message': { to: 'held', sees: ({ read }) => expect(read(selectToasts)).toHaveLength(1) },
        // What was pressed had the focus, and is gone: nobody tells that the focus has left.
        closed: ({ context }) => (context.toasts.length > 0 ? 'showing' : null),
        'the pointer goes': { to: 'showing', sees: ({ read }) => expect(read(selectToasts).length).toBeLessThan(2) },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** Toasts on a clock that the test moves. */
function running() {
  const clock = new SimulatedClock();
  const actor = createActor(toastsMachine, { clock }).start();
  const add = (key: string) => actor.send({ type: 'toast.add', toast: toast(key, { chatName: key }) });
  const keys = () => selectToasts(actor.getSnapshot()).map(({ key }) => key);
  return { actor, clock, add, keys };
}

it('toasts stay for 8 s, counted from their newest message', () => {
  const { add, clock, keys } = running();
  add('chat/3');
  clock.increment(7_999);
  add('chat/3');
  clock.increment(7_999);
  expect(keys()).toEqual(['chat/3']);
  clock.increment(1);
  expect(keys()).toEqual([]);
});

it('toasts stay while a pointer or the focus is on them', () => {
  const { actor, add, clock, keys } = running();
  add('chat/3');
  actor.send({ type: 'toasts.hold' });
  clock.increment(60_000);
  add('chat/4');
  clock.increment(60_000);
  expect(keys()).toEqual(['chat/4', 'chat/3']);
  actor.send({ type: 'toasts.release' });
  clock.increment(7_999);
  expect(keys()).toEqual(['chat/4', 'chat/3']);
  clock.increment(1);
  expect(keys()).toEqual([]);
});

it('toasts are three at most, the newest first', () => {
  const { add, keys } = running();
  for (const key of ['chat/1', 'chat/2', 'chat/3', 'chat/4', 'chat/2']) add(key);
  expect(keys()).toEqual(['chat/2', 'chat/4', 'chat/3']);
});
