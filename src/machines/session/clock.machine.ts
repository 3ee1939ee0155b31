import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { startOfDay, untilMidnight } from '../../rules/days';
import type { World } from '../../rules/world';
import { workflow } from '../supervision';
import { pageReturns } from './ports';

/** The clock for relative times and day separators. */
export const clockMachine = workflow({
  types: {
    input: {} as { world: World },
    context: {} as { world: World; now: number; today: number },
    events: {} as { type: 'page.shown' },
  },
  actors: { pageReturns },
  delays: { nextTick: ({ context }) => Math.min(60_000, untilMidnight(context.now)) },
  actions: {
    readTime: assign(({ context }) => {
      const now = context.world.now();
      return { now, today: startOfDay(now) };
    }),
  },
}).createMachine({
  id: 'clock',
  context: ({ input }) => {
    const now = input.world.now();
    return { world: input.world, now, today: startOfDay(now) };
  },
  invoke: { id: 'pageReturns', src: 'pageReturns' },
  initial: 'ticking',
  states: {
    ticking: {
      entry: 'readTime',
      after: {
        nextTick: {
          target: 'ticking',
          reenter: true,
          description:
            "Relative times refresh every 60 s (S1 §2); 'Today' and 'Yesterday' change at local midnight (DECISIONS 42).",
        },
      },
      on: {
        'page.shown': {
          target: 'ticking',
          reenter: true,
          description: 'Timers stop while a device sleeps, so the time is read again.',
        },
      },
    },
  },
});
export type ClockRef = ActorRefFrom<typeof clockMachine>;
export type ClockSnapshot = SnapshotFrom<typeof clockMachine>;

/** Milliseconds since 1970, as of the last tick; changes at least every 60 s. */
export const selectNow = (snapshot: ClockSnapshot) => snapshot.context.now;
/** The start of the local day in milliseconds since 1970; changes once a day. */
export const selectToday = (snapshot: ClockSnapshot) => snapshot.context.today;
