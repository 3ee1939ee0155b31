import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type ClockSnapshot, clockMachine, selectNow, selectToday } from '../../../src/machines/session/clock.machine';
import { fromStream } from '../../../src/machines/supervision';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';

/** 8:50 p.m. local time: more than a minute before midnight. */
const evening = new Date(2026, 2, 10, 20, 50).getTime();
/** Half a minute before local midnight. */
const late = new Date(2026, 2, 10, 23, 59, 30).getTime();

/** A world whose time is `start`, and goes on with the simulated clock. */
const worldFrom = (start: number, clock: SimulatedClock) => {
  const now = () => start + clock.now();
  return { now, serverNow: now, createId: () => 'id', random: () => 0 };
};

/** A clock chart whose scripted world has the same time as the simulated clock. */
function running(start: number) {
  const clock = new SimulatedClock();
  const ports = { pageReturns: streamPort() };
  const machine = clockMachine.provide({ actors: { pageReturns: ports.pageReturns.logic } });
  const actor = createActor(machine, {
    clock,
    input: {
      world: worldFrom(start, clock),
    },
  }).start();
  return { actor, clock, ports, read: () => [selectNow(actor.getSnapshot()), selectToday(actor.getSnapshot())] };
}

describe('the clock', () => {
  it('ticks every 60 s (S1 §2)', () => {
    const { clock, read } = running(evening);
    const today = new Date(2026, 2, 10).getTime();
    expect(read()).toEqual([evening, today]);
    clock.increment(59_999);
    expect(read()).toEqual([evening, today]);
    clock.increment(1);
    expect(read()).toEqual([evening + 60_000, today]);
    clock.increment(60_000);
    expect(read()).toEqual([evening + 120_000, today]);
  });

  it('changes the day at local midnight, between two ticks', () => {
    const { clock, read } = running(late);
    clock.increment(29_999);
    expect(read()).toEqual([late, new Date(2026, 2, 10).getTime()]);
    clock.increment(1);
    const midnight = new Date(2026, 2, 11).getTime();
    expect(read()).toEqual([midnight, midnight]);
  });

  it('reads the time again when the page comes back, because timers stop while a device sleeps', () => {
    const { actor, clock, ports, read } = running(evening);
    clock.increment(1_000);
    expect(read()[0]).toBe(evening);
    ports.pageReturns.emit({ type: 'page.shown' });
    expect(read()[0]).toBe(evening + 1_000);
    actor.stop();
    expect(ports.pageReturns.running).toBe(false);
  });

  it('goes on if it does not learn when the page becomes visible', () => {
    const clock = new SimulatedClock();
    const deaf = clockMachine.provide({
      actors: {
        pageReturns: fromStream(() => {
          throw new Error('no page here');
        }),
      },
    });
    const actor = createActor(deaf, {
      clock,
      input: {
        world: worldFrom(evening, clock),
      },
    }).start();
    clock.increment(60_000);
    expect(selectNow(actor.getSnapshot())).toBe(evening + 60_000);
  });
});

/** A world whose clock goes on by 1 ms each time that it is read. */
function readWorld() {
  let now = evening;
  return { ...scriptedWorld(), now: () => now++ };
}
/** The time has been read once more. */
const reading = ({ context }: ClockSnapshot) => ({
  to: 'ticking',
  sees: ({ read }: { read(select: typeof selectNow): number }) => expect(read(selectNow)).toBe(context.now + 1),
});

const walk = walkOf({
  machine: clockMachine,
  props: () => ({ ports: { pageReturns: streamPort() }, world: readWorld() }),
  input: ({ world }) => ({ world }),
  samples: {
    minute: elapsed('xstate.after.nextTick.clock.ticking', 60_000),
    back: said('pageReturns', { type: 'page.shown' }),
  },
  states: {
    ticking: {
      sees: ({ read }) => expect(read(selectToday)).toBe(new Date(2026, 2, 10).getTime()),
      takes: { minute: reading, back: reading },
    },
  },
});
testWalk(walk);
testMutants(walk);
