import { assign } from 'xstate';
import type { Message } from '../../contract/chats';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../contract/endpoints/screens';
import { isFinal, statusOf } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';
import { bridgesGap } from '../../rules/chat/timeline';
import { workflow } from '../supervision';
import { fetchHistory } from './ports';

interface CatchUpInput {
  chat: ChatAddress;
  /** The newest message with nothing missing before it; null if the chat was empty. */
  newest: Message | null;
}

/** The newest messages, and whether they overlap the shown messages. */
export interface CaughtUp {
  readonly page: readonly Message[];
  /** The number of requested messages. */
  readonly limit: number;
  readonly reachesBack: boolean;
  /** Why the messages cannot be fetched at all, or null. */
  readonly refusal: unknown;
}

/**
 * Fetches the messages that were missed without a connection: the newest page, and a longer one if it does not reach back to the
 * shown messages.
 */
export const catchUpMachine = workflow({
  types: {
    input: {} as CatchUpInput,
    context: {} as CatchUpInput & CaughtUp & { tries: number },
    events: {} as { type: 'history.retry' },
    output: {} as CaughtUp,
  },
  actors: { fetchHistory },
  delays: {
    /** The wait between tries: 3 s, 6 s … 60 s, so that a server in trouble is not overloaded. */
    catchUpDelay: ({ context }) => Math.min(3_000 * context.tries, 60_000),
  },
  guards: {
    reachesBack: ({ context }) => context.reachesBack,
    isLongest: ({ context }) => context.limit === HISTORY_PAGE_LIMIT,
  },
  actions: {
    logFailure: ({ event }) => console.error('Missed messages could not be fetched', event),
  },
}).createMachine({
  id: 'catchUp',
  context: ({ input }) => ({ ...input, limit: HISTORY_PAGE, page: [], reachesBack: false, refusal: null, tries: 0 }),
  output: ({ context: { page, limit, reachesBack, refusal } }) => ({ page, limit, reachesBack, refusal }),
  initial: 'fetching',
  states: {
    fetching: {
      entry: assign({ tries: ({ context }) => context.tries + 1 }),
      invoke: {
        id: 'fetchMissed',
        src: 'fetchHistory',
        input: ({ context: { chat, limit } }) => ({ chat, limit }),
        onDone: {
          target: 'judging',
          actions: assign(({ context, event: { output: page } }) => ({
            page,
            reachesBack: bridgesGap(context.newest, page, context.limit),
            tries: 0,
          })),
        },
        onError: [
          {
            guard: ({ event }) => isFinal(statusOf(event.error)),
            target: 'caughtUp',
            actions: assign({ refusal: ({ event }) => event.error }),
            description:
              'The member is no longer a participant, or the chat is gone: there is nothing to catch up with.',
          },
          { target: 'behind', actions: 'logFailure' },
        ],
      },
    },
    judging: {
      always: [
        { guard: 'reachesBack', target: 'caughtUp' },
        {
          guard: 'isLongest',
          target: 'caughtUp',
          description: 'Too much was missed: the list is replaced by the newest messages.',
        },
        {
          target: 'fetching',
          actions: assign({ limit: HISTORY_PAGE_LIMIT }),
        },
      ],
    },
    behind: {
      description:
        'Tried again after a moment, or when the member wants it. After a new connection it starts from the beginning.',
      on: { 'history.retry': { target: 'fetching' } },
      after: { catchUpDelay: { target: 'fetching' } },
    },
    caughtUp: { type: 'final' },
  },
});
