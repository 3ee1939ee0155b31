import { type ActorRef, assign, type Snapshot, sendTo } from 'xstate';
import { call } from '../ports';
import { workflow } from '../supervision';

/** The first names of all volunteers, fetched at most once in a chat. Rejects with a CallFailure. */
const fetchNames = call<readonly string[]>('fetchNames');
/** The names if another chat has fetched them not long ago, else null. */
const readCachedNames = call<readonly string[] | null>('readCachedNames');

/** The event that is sent to the composer. */
export type MentionNamesFact = { type: 'names.known'; names: readonly string[] };

interface MentionNamesInput {
  readonly composer: ActorRef<Snapshot<unknown>, MentionNamesFact>;
}

/** The names that can be mentioned besides the configured ones (DECISIONS 18, P20). They are fetched when the first @ is typed. */
export const mentionNamesMachine = workflow({
  types: {
    input: {} as MentionNamesInput,
    context: {} as MentionNamesInput & { readonly names: readonly string[] },
    events: {} as { type: 'names.want' },
  },
  actors: { fetchNames, readCachedNames },
  actions: { logFailure: ({ event }) => console.error('The names of the volunteers could not be fetched', event) },
}).createMachine({
  id: 'mentionNames',
  context: ({ input }) => ({ ...input, names: [] }),
  initial: 'readingCache',
  states: {
    readingCache: {
      invoke: {
        id: 'readCachedNames',
        src: 'readCachedNames',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'known',
            actions: assign({ names: ({ event }) => event.output ?? [] }),
            description: 'Another chat has already fetched them.',
          },
          { target: 'unknown' },
        ],
        onError: { target: 'unknown' },
      },
      on: { 'names.want': { target: 'fetching' } },
    },
    unknown: { on: { 'names.want': { target: 'fetching' } } },
    fetching: {
      invoke: {
        id: 'fetchNames',
        src: 'fetchNames',
        onDone: { target: 'known', actions: assign({ names: ({ event }) => event.output }) },
        onError: {
          target: 'unknown',
          actions: 'logFailure',
          description: 'The configured names can still be mentioned; the next @ starts another try.',
        },
      },
    },
    known: {
      entry: sendTo(
        ({ context }) => context.composer,
        ({ context: { names } }): MentionNamesFact => ({ type: 'names.known', names }),
      ),
    },
  },
});
