import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { type Found, hasMore, isNothing, searchFailureText, withMore, wordsOf } from '../../rules/search';
import { call, network } from '../ports';
import { keepOnRestart, workflow } from '../supervision';

/** What to search for. */
export interface SearchRequest {
  readonly text: string;
  /** A chat's id or 'global'; null to search everywhere. */
  readonly chat: string | null;
  /** The results so far, if the next page is wanted; otherwise null. */
  readonly after: Found | null;
}

/** A page of results. Rejects with a CallFailure. */
const fetchResults = call<Found, SearchRequest>('fetchResults');

interface SearchInput {
  readonly text: string;
  /** The chat to search: its id, or 'global'; null to search everywhere. */
  readonly chat: string | null;
}

interface SearchContext extends SearchInput {
  /** The searched words of the shown results. */
  words: readonly string[];
  found: Found | null;
  failure: string;
}

/** The search in messages and incidents, by one field (DECISIONS 169). */
export const searchMachine = workflow({
  types: {
    input: {} as SearchInput,
    context: {} as SearchContext,
    events: {} as
      | { type: 'text.change'; text: string }
      | { type: 'search.retry' }
      | { type: 'more.fetch' }
      | { type: 'network.lost' }
      | { type: 'network.returned' },
    tags: {} as 'loading',
  },
  actors: { fetchResults, network },
  delays: {
    /** The search starts when nothing has been typed for this time, in milliseconds. */
    debounce: 250,
  },
  guards: {
    isOther: ({ context, event }) => event.type === 'text.change' && event.text !== context.text,
    hasNothingToAsk: ({ context }) => wordsOf(context.text).length === 0,
    isAnswered: ({ context: { found, text, words } }) => found !== null && String(words) === String(wordsOf(text)),
  },
  actions: {
    keepText: assign(({ context, event }) => ({ text: event.type === 'text.change' ? event.text : context.text })),
    forget: assign({ found: null, words: [] }),
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => ({ ...input, words: [], found: null, failure: '' }),
  invoke: { id: 'network', src: 'network' },
  initial: 'online',
  on: {
    'text.change': {
      guard: 'isOther',
      target: '.online',
      actions: 'keepText',
      description: 'The answer to an earlier text is dropped.',
    },
  },
  states: {
    offline: {
      description: 'Only the server can search: the screen says that it needs the network. The results stay.',
      on: {
        'network.returned': [
          {
            guard: 'isAnswered',
            target: 'online.shown',
            description:
              'The results stay as far as they were read: on a train the network is gone for a moment every minute.',
          },
          { target: 'online' },
        ],
        'text.change': { guard: 'isOther', actions: ['keepText', 'forget'] },
      },
    },
    online: {
      on: { 'network.lost': { target: 'offline' } },
      initial: 'judging',
      states: {
        judging: { always: [{ guard: 'hasNothingToAsk', target: 'idle' }, { target: 'waiting' }] },
        idle: { description: 'Two characters or an id are needed.', entry: 'forget' },
        waiting: {
          tags: 'loading',
          description: 'Waits until the typing pauses, so that not every letter is a request.',
          after: { debounce: { target: 'asking' } },
        },
        asking: {
          tags: 'loading',
          invoke: {
            id: 'fetchResults',
            src: 'fetchResults',
            input: ({ context: { chat, text } }) => ({ chat, text, after: null }),
            onDone: [
              { guard: ({ event }) => isNothing(event.output), target: 'empty' },
              {
                target: 'shown',
                actions: assign({
                  found: ({ event }) => event.output,
                  words: ({ context }) => wordsOf(context.text),
                }),
              },
            ],
            onError: {
              target: 'failed',
              actions: assign({ failure: ({ event }) => searchFailureText(event.error) }),
            },
          },
        },
        empty: { entry: 'forget' },
        failed: { entry: 'forget', on: { 'search.retry': { target: 'asking' } } },
        shown: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'more.fetch': {
                  guard: ({ context }) => context.found !== null && hasMore(context.found),
                  target: 'fetchingMore',
                },
              },
            },
            fetchingMore: {
              invoke: {
                id: 'fetchMore',
                src: 'fetchResults',
                input: ({ context: { chat, text, found } }) => ({ chat, text, after: found }),
                onDone: {
                  target: 'resting',
                  actions: assign({
                    found: ({ context, event }) =>
                      context.found === null ? event.output : withMore(context.found, event.output),
                  }),
                },
                onError: {
                  target: 'moreFailed',
                  actions: assign({ failure: ({ event }) => searchFailureText(event.error) }),
                },
              },
            },
            moreFailed: {
              description: 'The results stay.',
              on: { 'more.fetch': { target: 'fetchingMore' } },
            },
          },
        },
      },
    },
  },
});
keepOnRestart(searchMachine, 'text');
export type SearchRef = ActorRefFrom<typeof searchMachine>;
export type SearchSnapshot = SnapshotFrom<typeof searchMachine>;

/** The results, also while a changed text is being searched; null if there is nothing to show. */
export const selectFound = (snapshot: SearchSnapshot) => snapshot.context.found;
/** The words to highlight in the results. */
export const selectWords = (snapshot: SearchSnapshot) => snapshot.context.words;
export const selectIsLoading = (snapshot: SearchSnapshot) => snapshot.hasTag('loading');
export const selectIsOffline = (snapshot: SearchSnapshot) => snapshot.matches('offline');
export const selectIsIdle = (snapshot: SearchSnapshot) => snapshot.matches({ online: 'idle' });
export const selectIsEmpty = (snapshot: SearchSnapshot) => snapshot.matches({ online: 'empty' });
/** Why there are no results, or null. */
export const selectFailure = (snapshot: SearchSnapshot) =>
  snapshot.matches({ online: 'failed' }) ? snapshot.context.failure : null;
/** Why there are no more results than these, or null. */
export const selectMoreFailure = (snapshot: SearchSnapshot) =>
  snapshot.matches({ online: { shown: 'moreFailed' } }) ? snapshot.context.failure : null;
export const selectIsFetchingMore = (snapshot: SearchSnapshot) =>
  snapshot.matches({ online: { shown: 'fetchingMore' } });
/** Whether further results can be fetched now. */
export const selectCanFetchMore = (snapshot: SearchSnapshot) => snapshot.can({ type: 'more.fetch' });
