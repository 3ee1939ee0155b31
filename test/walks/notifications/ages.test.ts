import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { agesMachine, selectNow } from '../../../src/machines/notifications/ages.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const noon = Date.parse('2026-03-10T12:00:00Z');

/** A world that counts how often its time was read. */
function readWorld() {
  const world = {
    reads: 0,
    now: () => {
      world.reads++;
      return noon;
    },
  };
  return { world, steps: 0 };
}
const props = () => ({ ports: { pageReturns: streamPort() }, clockwork: readWorld() });

/** The time has been read once more: after the two times at the start. */
const reading = (to: string) => ({
  to,
  sees: ({ clockwork }: ReturnType<typeof props>) => {
    clockwork.steps++;
    expect(clockwork.world.reads).toBe(2 + clockwork.steps);
  },
});

const walk = walkOf({
  machine: agesMachine,
  props,
  input: ({ clockwork: { world } }) => ({ world }),
  key: ({ context }) => context.newest,
  samples: {
    'one is 59 s old': { type: 'ages.follow', newest: noon - 59_000 },
    'one is a minute old': { type: 'ages.follow', newest: noon - 60_000 },
    'the page is back': said('pageReturns', { type: 'page.shown' }),
    'a second': elapsed('xstate.after.second.ages.bySecond', 1_000),
    'a minute': elapsed('xstate.after.minute.ages.byMinute', 60_000),
  },
  states: {
    bySecond: {
      sees: ({ actor, read }) => {
        expect(actor.getSnapshot().context.newest).toBe(noon - 59_000);
        expect(read(selectNow)).toBe(noon);
      },
      takes: {
        'one is 59 s old': reading('bySecond'),
        'one is a minute old': reading('byMinute'),
        'the page is back': reading('bySecond'),
        'a second': reading('bySecond'),
      },
    },
    byMinute: {
      sees: ({ actor, read }) => {
        expect(actor.getSnapshot().context.newest).not.toBe(noon - 59_000);
        expect(read(selectNow)).toBe(noon);
      },
      takes: {
        'one is 59 s old': reading('bySecond'),
        'one is a minute old': reading('byMinute'),
        'the page is back': reading('byMinute'),
        'a minute': reading('byMinute'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the ages of notifications', () => {
  /** A chart whose scripted world has the same time as the simulated clock. */
  function running() {
    const clock = new SimulatedClock();
    const pageReturns = streamPort();
    const actor = createActor(agesMachine.provide({ actors: { pageReturns: pageReturns.logic } }), {
      clock,
      input: { world: { now: () => noon + clock.now() } },
    }).start();
    return { actor, clock, pageReturns, now: () => selectNow(actor.getSnapshot()) - noon };
  }

  it('tick every second while one is shown in seconds, then every minute', () => {
    const { actor, clock, now } = running();
    actor.send({ type: 'ages.follow', newest: noon - 58_000 });
    clock.increment(999);
    expect(now()).toBe(0);
    clock.increment(1);
    expect(now()).toBe(1_000);
    clock.increment(1_000);
    expect(now()).toBe(2_000);
    clock.increment(59_999);
    expect(now()).toBe(2_000);
    clock.increment(1);
    expect(now()).toBe(62_000);
  });

  it('read the time again when the page comes back, because timers stop while a device sleeps', () => {
    const { clock, now, pageReturns } = running();
    clock.increment(30_000);
    expect(now()).toBe(0);
    pageReturns.emit({ type: 'page.shown' });
    expect(now()).toBe(30_000);
  });
});
