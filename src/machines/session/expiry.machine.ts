import { assign } from 'xstate';
import type { World } from '../../rules/world';
import { workflow } from '../supervision';
import { pageReturns } from './ports';

/** The longest delay that setTimeout accepts, in milliseconds. A longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

interface ExpiryContext {
  world: World;
  /** Milliseconds since 1970. */
  expiresAt: number;
  checkedAt: number;
}

/**
 * Waits until a token is no longer valid and is then done: when it expires, which may happen while the app is open (S1 §8), or when
 * the server refuses it.
 */
export const expiryMachine = workflow({
  types: {
    input: {} as { world: World; expiresAt: number },
    context: {} as ExpiryContext,
    events: {} as
      | { type: 'page.shown'; at: number }
      /** The session has a new token. */
      | { type: 'token.renewed'; expiresAt: number }
      /** The server has refused the token. */
      | { type: 'token.refused' },
  },
  actors: { pageReturns },
  delays: {
    /** After a refusal of this token the session waits this long for a new one. */
    renewalGrace: 2_000,
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
  on: {
    'token.renewed': {
      target: '.waiting',
      actions: [assign({ expiresAt: ({ event }) => event.expiresAt }), 'readTime'],
    },
  },
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
          description: 'The clock decides, because the expiry may be further away than the longest timer.',
        },
      },
      on: {
        'page.shown': {
          target: 'waiting',
          reenter: true,
          actions: assign({ checkedAt: ({ event }) => event.at }),
          description: 'Timers stop while a device sleeps, so the clock is read again.',
        },
        'token.refused': { target: 'tokenRefused' },
      },
    },
    tokenRefused: {
      description:
        'A call that is sent during a password change may be refused before the answer with the new token arrives. DECISIONS P10',
      after: { renewalGrace: { target: 'expired', description: 'A 401 ends the session everywhere. DECISIONS 1' } },
    },
    expired: { type: 'final' },
  },
});
