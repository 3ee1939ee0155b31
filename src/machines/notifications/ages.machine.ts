import { assign, type SnapshotFrom } from 'xstate';
import { isToldInSeconds } from '../../rules/notifications/notificationTimes';
import type { World } from '../../rules/world';
import { pageReturns } from '../session/ports';
import { workflow } from '../supervision';

interface AgesContext {
  /** The server's clock, by which the notifications were made (DECISIONS 370). */
  readonly world: Pick<World, 'now'>;
  /** Milliseconds since 1970, as of the last tick. */
  readonly now: number;
  /** The time of the newest shown notification, in milliseconds since 1970. */
  readonly newest: number;
}

type AgesEvent = { type: 'ages.follow'; newest: number } | { type: 'page.shown' };

/** The clock for the ages of notifications. It ticks every second while an age is shown in seconds, otherwise every minute. */
export const agesMachine = workflow({
  types: {
    input: {} as Pick<AgesContext, 'world'>,
    context: {} as AgesContext,
    events: {} as AgesEvent,
  },
  actors: { pageReturns },
  delays: { second: 1_000, minute: 60_000 },
}).createMachine({
  id: 'ages',
  context: ({ input: { world } }) => ({ world, now: world.now(), newest: 0 }),
  invoke: { id: 'pageReturns', src: 'pageReturns' },
  on: {
    'ages.follow': { target: '.reading', actions: assign({ newest: ({ event }) => event.newest }) },
    'page.shown': {
      target: '.reading',
      description: 'Timers stop while a device sleeps, so the time is read again.',
    },
  },
  initial: 'reading',
  states: {
    reading: {
      entry: assign({ now: ({ context }) => context.world.now() }),
      always: [
        {
          guard: ({ context: { newest, now } }) => isToldInSeconds(newest, now),
          target: 'bySecond',
          description: "'just now' under 10 s, then seconds up to a minute. S2 §9, DECISIONS N1",
        },
        { target: 'byMinute' },
      ],
    },
    bySecond: { after: { second: { target: 'reading' } } },
    byMinute: { after: { minute: { target: 'reading' } } },
  },
});

export const selectNow = (snapshot: SnapshotFrom<typeof agesMachine>) => snapshot.context.now;
