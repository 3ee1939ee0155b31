import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';
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
export const expiryMachine = workflow({
  types: {
    input: {} as { world: World; expiresAt: number },
    context: {} as ExpiryContext,
    events: {} as
      | { type: 'page.shown'; at: number }
      /** The member has a fresh token. */
      | { type: 'token.renewed'; expiresAt: number },
  },
  actors: { pageReturns },
  delays: {
    nextLook: ({ context }) => Math.min(context.expiresAt - context.checkedAt, LONGEST_DELAY),
  },
  guards: {
    isOver: ({ context }) => context.expiresAt <= context.checkedAt,
  },
  actions: {
    readTime: assign({ checkedAt: ({ context }) => context.world.now() }),
  },
}).createMachine({
  id: 'expiry',
  context: ({ input }) => ({ ...input, checkedAt: input.world.now() }),
  initial: 'waiting',
  invoke: { id: 'pageReturns', src: 'pageReturns' },
  states: {
    waiting: {
      always: {
        guard: 'isOver',
        target: 'expired',
        description: 'An expired token clears the session and goes to /login. S1 §8',
      },
      after: {
        nextLook: {
          target: 'waiting',
          reenter: true,
          actions: 'readTime',
          description: 'The clock has the last word: the moment may be further off than one timer can reach.',
        },
      },
      on: {
        'page.shown': {
          target: 'waiting',
          reenter: true,
          actions: assign({ checkedAt: ({ event }) => event.at }),
          description: 'Timers stand still while a device sleeps: the clock is looked at again.',
        },
        'token.renewed': {
          target: 'waiting',
          reenter: true,
          actions: [assign({ expiresAt: ({ event }) => event.expiresAt }), 'readTime'],
        },
      },
    },
    expired: { type: 'final' },
  },
});
export type ExpiryRef = ActorRefFrom<typeof expiryMachine>;
export type ExpirySnapshot = SnapshotFrom<typeof expiryMachine>;
