import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { arrivingWith } from '../../../src/wiring/arriving';

interface Colour {
  colour: string;
}
const lampMachine = setup({ types: { input: {} as Colour, context: {} as Colour } }).createMachine({
  id: 'lamp',
  context: ({ input }) => input,
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { type: 'final' } },
});

/** A chart that starts a lamp once the door is opened. */
function roomWith(lamp: typeof lampMachine) {
  const errors: unknown[] = [];
  const machine = setup({ actors: { lamp } }).createMachine({
    initial: 'closed',
    states: {
      closed: { on: { open: 'dark' } },
      dark: {
        invoke: {
          id: 'lamp',
          src: 'lamp',
          input: { colour: 'green' },
          onDone: 'bright',
          onError: { target: 'broken', actions: ({ event }) => errors.push(event.error) },
        },
      },
      bright: {},
      broken: {},
    },
  });
  return { room: createActor(machine).start(), errors };
}

describe('a chart whose code comes later', () => {
  it('is named before it is there, and works as itself once it is', () => {
    let arrived: typeof lampMachine | null = null;
    const { room } = roomWith(arrivingWith(() => arrived));
    arrived = lampMachine;
    room.send({ type: 'open' });
    const lamp = room.getSnapshot().children.lamp;
    expect(lamp?.getSnapshot()).toMatchObject({ value: 'off', context: { colour: 'green' } });
    lamp?.send({ type: 'press' });
    expect(room.getSnapshot().value).toBe('bright');
  });

  it.each([null, undefined])('is an error to whoever starts it too early (%s)', (missing) => {
    const { room, errors } = roomWith(arrivingWith<typeof lampMachine>(() => missing));
    room.send({ type: 'open' });
    expect(room.getSnapshot().value).toBe('broken');
    expect(errors).toEqual([new Error('A chart was started before its code was there.')]);
  });
});
