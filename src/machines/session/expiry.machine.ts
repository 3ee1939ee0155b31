import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { World } from '../world';
import { pageReturns } from './ports';

/** The longest delay that setTimeout knows, in milliseconds: a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

interface ExpiryContext {
  world: World;
  /** Milliseconds since 1970. */
  expiresAt: number;
  checkedAt: number;
}

/** Waits until a token is no longer good, which may come while the app is open (S1 §8), and is then done. */
export const expiryMachine = setup({
  types: {
    input: {} as { world: World; expiresAt: number },
    context: {} as ExpiryContext,
    events: {} as { type: 'page.shown'; at: number },
  },
  actors: { pageReturns },
  delays: {
    untilExpiry: ({ context }) => Math.min(context.expiresAt - context.checkedAt, LONGEST_DELAY),
  },
  guards: {
    isOver: ({ context }, time: number) => context.expiresAt <= time,
    isFurtherOff: ({ context }) => context.expiresAt - context.checkedAt > LONGEST_DELAY,
  },
  actions: {
    readTime: assign({ checkedAt: ({ context }) => context.world.now() }),
    logFailure: ({ event }) => console.error('The expiry hears nothing of the page', event),
  },
}).createMachine({
  id: 'expiry',
  context: ({ input }) => ({ ...input, checkedAt: input.world.now() }),
  initial: 'waiting',
  invoke: { id: 'pageReturns', src: 'pageReturns', onError: { actions: 'logFailure' } },
  states: {
    waiting: {
      entry: 'readTime',
      after: {
        untilExpiry: [
          {
            guard: 'isFurtherOff',
            target: 'waiting',
            reenter: true,
            description: 'Further off than one timer can reach.',
          },
          { target: 'expired', description: 'An expired token clears the session and goes to /login. S1 §8' },
        ],
      },
      on: {
        'page.shown': {
          guard: { type: 'isOver', params: ({ event }) => event.at },
          target: 'expired',
          description: 'Timers stand still while a device sleeps: the expiry is looked at again.',
        },
      },
    },
    expired: { type: 'final' },
  },
});
export type ExpiryRef = ActorRefFrom<typeof expiryMachine>;
export type ExpirySnapshot = SnapshotFrom<typeof expiryMachine>;
