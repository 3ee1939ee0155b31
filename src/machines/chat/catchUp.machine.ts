import { assign, setup } from 'xstate';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT, type Message } from '../../contract/chats';
import { statusOf } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';
import { isFinal } from '../../rules/refusals';
import { bridgesGap } from '../../rules/timeline';
import { fetchHistory } from './ports';

interface CatchUpInput {
  chat: ChatAddress;
  /** The last message before which nothing is missing; null where the chat was empty. */
  newest: Message | null;
}

/** The newest messages, and whether they join what is shown without a gap. */
export interface CaughtUp {
  readonly page: readonly Message[];
  readonly reachesBack: boolean;
  /** Why there is nothing to be had any more; null where there is. */
  readonly refusal: unknown;
}

/** Fetches what was missed while there was no connection: the newest page, and if that is too short, a longer one. */
export const catchUpMachine = setup({
  types: {
    input: {} as CatchUpInput,
    context: {} as CatchUpInput & CaughtUp & { limit: number; tries: number },
    output: {} as CaughtUp,
  },
  actors: { fetchHistory },
  delays: {
    /** Grows with the tries, so that a server in trouble is not pressed: 3 s, 6 s … 60 s. */
    catchUpDelay: ({ context }) => Math.min(3_000 * context.tries, 60_000),
  },
  guards: {
    reachesBack: ({ context }) => context.reachesBack,
    isRefused: (_, { error }: { error: unknown }) => isFinal(statusOf(error)),
    isLongest: ({ context }) => context.limit === HISTORY_PAGE_LIMIT,
  },
  actions: {
    keepPage: assign(({ context }, page: readonly Message[]) => ({
      page,
      reachesBack: bridgesGap(context.newest, page, context.limit),
      tries: 0,
    })),
    askForMore: assign({ limit: HISTORY_PAGE_LIMIT }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    keepRefusal: assign({ refusal: (_, { error }: { error: unknown }) => error }),
    logFailure: (_, { error }: { error: unknown }) => console.error('Missed messages could not be fetched', error),
  },
}).createMachine({
  id: 'catchUp',
  context: ({ input }) => ({ ...input, page: [], reachesBack: false, refusal: null, limit: HISTORY_PAGE, tries: 0 }),
  output: ({ context: { page, reachesBack, refusal } }) => ({ page, reachesBack, refusal }),
  initial: 'fetching',
  states: {
    fetching: {
      entry: 'countTry',
      invoke: {
        id: 'fetchMissed',
        src: 'fetchHistory',
        input: ({ context: { chat, limit } }) => ({ chat, limit }),
        onDone: { target: 'judging', actions: { type: 'keepPage', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'caughtUp',
            actions: { type: 'keepRefusal', params: ({ event }) => ({ error: event.error }) },
            description:
              'The member is no participant any more, or the chat is gone: there is nothing to catch up with.',
          },
          { target: 'behind', actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    judging: {
      always: [
        { guard: 'reachesBack', target: 'caughtUp' },
        {
          guard: 'isLongest',
          target: 'caughtUp',
          description: 'Too much was missed: the list starts afresh from here.',
        },
        { target: 'fetching', actions: 'askForMore' },
      ],
    },
    behind: {
      description: 'Tried again after a moment; a new connection starts it anew.',
      after: { catchUpDelay: { target: 'fetching' } },
    },
    caughtUp: { type: 'final' },
  },
});
