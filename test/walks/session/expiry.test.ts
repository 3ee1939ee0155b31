import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { expiryMachine } from '../../../src/machines/session/expiry.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, type RunningChart, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { HOUR, world } from './people';

const DAY = 24 * HOUR;
const start = world().now();

function waiting(expiresAt: number) {
  const clock = new SimulatedClock();
  const pageReturns = streamPort();
  const machine = expiryMachine.provide({ actors: { pageReturns: pageReturns.logic } });
  const actor = createActor(machine, {
    clock,
    input: {
      expiresAt,
      world: {
        now: () => start + clock.now(),
        serverNow: () => start + clock.now(),
        createId: () => 'id',
        random: () => 0,
      },
    },
  }).start();
  return { actor, clock, pageReturns, isOver: () => actor.getSnapshot().status === 'done' };
}

describe('the expiry of a token', () => {
  it('happens exactly on time', () => {
    const { clock, isOver } = waiting(start + HOUR);
    clock.increment(HOUR - 1);
    expect(isOver()).toBe(false);
    clock.increment(1);
    expect(isOver()).toBe(true);
  });

  it('may be further away than the 24.8 days of the longest timer', () => {
    const { clock, isOver } = waiting(start + 60 * DAY);
    for (let day = 1; day < 60; day++) {
      clock.increment(DAY);
      expect(isOver()).toBe(false);
    }
    clock.increment(DAY);
    expect(isOver()).toBe(true);
  });

  it('becomes that of a new token as soon as the token arrives', () => {
    const { actor, clock, isOver } = waiting(start + HOUR);
    clock.increment(HOUR / 2);
    actor.send({ type: 'token.renewed', expiresAt: start + 2 * HOUR });
    clock.increment(1.5 * HOUR - 1);
    expect(isOver()).toBe(false);
    clock.increment(1);
    expect(isOver()).toBe(true);
  });

  it('is noticed when the page comes back, because timers stop while a device sleeps', () => {
    const { pageReturns, isOver } = waiting(start + HOUR);
    pageReturns.emit({ type: 'page.shown', at: start + HOUR - 1 });
    expect(isOver()).toBe(false);
    pageReturns.emit({ type: 'page.shown', at: start + HOUR });
    expect(isOver()).toBe(true);
  });
});

/** A world that counts how often its time was read. */
function readWorld() {
  const counting = {
    ...world(),
    reads: 0,
    looks: 0,
    now: () => {
      counting.reads++;
      return start;
    },
  };
  return counting;
}
const props = () => ({ ports: { pageReturns: streamPort() }, world: readWorld() });
/** The clock has been looked at so many times more, after the time at the start. */
const looking = (times: number) => ({
  to: 'waiting',
  sees: ({ world: counted }: ReturnType<typeof props>) => {
    counted.looks += times;
    expect(counted.reads).toBe(1 + counted.looks);
  },
});
const renewed = {
  to: 'waiting',
  sees: (setup: RunningChart<typeof expiryMachine> & ReturnType<typeof props>) => {
    expect(setup.actor.getSnapshot().context.expiresAt).toBe(start + 2 * HOUR);
    looking(1).sees(setup);
  },
};

const walk = walkOf({
  machine: expiryMachine,
  props,
  input: ({ world }) => ({ world, expiresAt: start + HOUR }),
  key: ({ context }) => context.expiresAt,
  samples: {
    'timer ends before the clock says so': {
      event: { type: 'xstate.after.nextLook.expiry.waiting' },
      act: ({ clock }) => clock.increment(HOUR),
    },
    refused: { type: 'token.refused' },
    '2 s': elapsed('xstate.after.renewalGrace.expiry.tokenRefused', 2_000),
    'a fresh token': { type: 'token.renewed', expiresAt: start + 2 * HOUR },
    'back in time': said('pageReturns', { type: 'page.shown', at: start + HOUR - 1 }),
    'back too late': said('pageReturns', { type: 'page.shown', at: start + HOUR }),
  },
  states: {
    waiting: {
      sees: ({ ports, actor }) => {
        expect(ports.pageReturns.running).toBe(true);
        expect(actor.getSnapshot().status).toBe('active');
      },
      takes: {
        // The fresh token lasts an hour longer, and so does its timer.
        'timer ends before the clock says so': ({ context }) => looking(context.expiresAt === start + HOUR ? 1 : 0),
        'back in time': 'waiting',
        // With the fresh token an hour is not too late any more.
        'back too late': ({ context }) => (context.expiresAt === start + HOUR ? 'expired' : 'waiting'),
        'a fresh token': renewed,
        refused: 'tokenRefused',
      },
    },
    // A 401 that came before the answer with the fresh token (DECISIONS P10).
    tokenRefused: {
      sees: ({ actor }) => expect(actor.getSnapshot().status).toBe('active'),
      takes: { '2 s': 'expired', 'a fresh token': renewed },
    },
    expired: {
      sees: ({ ports, actor }) => {
        expect(ports.pageReturns.running).toBe(false);
        expect(actor.getSnapshot().status).toBe('done');
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
