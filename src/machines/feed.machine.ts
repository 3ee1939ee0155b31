import {
  type ActorRef,
  assign,
  type CallbackActorLogic,
  type EventObject,
  fromPromise,
  type PromiseActorLogic,
  type Snapshot,
  sendTo,
  stateIn,
} from 'xstate';
import { fromStream, workflow } from './supervision';

/** What the owner of the data is told. */
export type FeedFact<Data> =
  | { type: 'feed.fetched'; data: Data }
  /** `error` is a CallFailure. */
  | { type: 'feed.failed'; error: unknown };

export type FeedEvent<Query> =
  /** The data may have changed, and more changes may follow. */
  | { type: 'feed.changed' }
  /** Fetch now: the owner has changed something, or a topic is open again after a gap. */
  | { type: 'feed.refresh' }
  /** The member tries again after a failure. */
  | { type: 'feed.retry' }
  /** Other data are wanted. */
  | { type: 'query.change'; query: Query };

interface FeedInput<Data, Query> {
  /** Says which data to fetch, and whose news to follow. */
  readonly query: Query;
  /** How long to gather changes before fetching once for all of them, in milliseconds. */
  readonly gather: number;
  /** The owner keeps and shows the data; the feed only knows how fresh they are. */
  readonly parent: ActorRef<Snapshot<unknown>, FeedFact<Data>>;
}

interface FeedContext<Data, Query> extends FeedInput<Data, Query> {
  /** Why the last fetch failed. */
  readonly error: unknown;
}

/** Says `feed.changed` and `feed.refresh`. */
type News<Query> = CallbackActorLogic<EventObject, Query>;

const queryOf = ({ context }: { context: { readonly query: unknown } }) => context.query;

const unprovided = () => new Error('the ports of the feed must be provided');

/**
 * A list or a thing that is fetched, may change on the server, and is then fetched again while the old one stays on the screen
 * (DECISIONS 12). The owner of the data invokes it with the two ports that belong to them.
 * @param fetchData rejects with a CallFailure
 */
export const feedOf = <Data, Query>(
  fetchData: PromiseActorLogic<Data, Query> = fromPromise(() => Promise.reject(unprovided())),
  news: News<Query> = fromStream(() => {
    throw unprovided();
  }),
) =>
  workflow({
    types: {
      input: {} as FeedInput<Data, Query>,
      context: {} as FeedContext<Data, Query>,
      events: {} as FeedEvent<Query>,
      tags: {} as 'failed' | 'loading' | 'stale',
    },
    // The chart looks at neither the data nor the query: only the owner knows their types.
    actors: {
      fetchData: fetchData as PromiseActorLogic<unknown, unknown>,
      news: news as CallbackActorLogic<EventObject, unknown>,
    },
    delays: { gather: ({ context }) => context.gather },
    guards: {
      hadNewsMeanwhile: stateIn({ loading: 'outdated' }),
      hasMoreNews: stateIn({ shown: { refreshing: 'outdated' } }),
    },
    actions: {
      tellData: sendTo(
        ({ context }) => context.parent,
        (_, { output }: { output: unknown }) => ({ type: 'feed.fetched' as const, data: output as Data }),
      ),
      tellFailure: sendTo(
        ({ context }) => context.parent,
        (_, { error }: { error: unknown }) => ({ type: 'feed.failed' as const, error }),
      ),
      keepError: assign({ error: (_, { error }: { error: unknown }) => error }),
      logFailure: ({ event }) => console.error('A feed met an error', event),
    },
  }).createMachine({
    id: 'feed',
    context: ({ input }) => ({ ...input, error: null }),
    invoke: {
      id: 'news',
      src: 'news',
      input: queryOf,
    },
    initial: 'loading',
    on: {
      'query.change': { target: '.loading', actions: assign({ query: ({ event }) => event.query }) },
    },
    states: {
      loading: {
        tags: 'loading',
        description: 'There is nothing to show yet.',
        initial: 'current',
        invoke: {
          id: 'fetchData',
          src: 'fetchData',
          input: queryOf,
          onDone: [
            {
              guard: 'hadNewsMeanwhile',
              target: 'shown.gathering',
              actions: { type: 'tellData', params: ({ event }) => event },
            },
            { target: 'shown', actions: { type: 'tellData', params: ({ event }) => event } },
          ],
          onError: {
            target: 'failed',
            actions: [
              'logFailure',
              { type: 'keepError', params: ({ event }) => event },
              { type: 'tellFailure', params: ({ event }) => event },
            ],
          },
        },
        states: {
          current: { on: { 'feed.changed': { target: 'outdated' }, 'feed.refresh': { target: 'outdated' } } },
          outdated: {
            description:
              'The answer on its way may be older than the news: it is shown, and followed by exactly one more fetch. It is not abandoned, or nothing would ever arrive over a line that comes and goes.',
          },
        },
      },
      failed: {
        tags: 'failed',
        description: 'There is nothing to show, and the reason is known. News try again by themselves.',
        on: {
          'feed.changed': { target: 'loading' },
          'feed.refresh': { target: 'loading' },
          'feed.retry': { target: 'loading' },
        },
      },
      shown: {
        initial: 'fresh',
        states: {
          fresh: { on: { 'feed.changed': { target: 'gathering' }, 'feed.refresh': { target: 'refreshing' } } },
          gathering: {
            description: 'Changes come in bursts: one fetch serves all that arrive within this time.',
            after: { gather: { target: 'refreshing' } },
            on: { 'feed.refresh': { target: 'refreshing' } },
          },
          refreshing: {
            description: 'The data are fetched again while the old ones stay on the screen.',
            initial: 'current',
            invoke: {
              id: 'refetchData',
              src: 'fetchData',
              input: queryOf,
              onDone: [
                {
                  guard: 'hasMoreNews',
                  target: 'gathering',
                  actions: { type: 'tellData', params: ({ event }) => event },
                },
                { target: 'fresh', actions: { type: 'tellData', params: ({ event }) => event } },
              ],
              onError: {
                target: 'stale',
                actions: [
                  'logFailure',
                  { type: 'keepError', params: ({ event }) => event },
                  { type: 'tellFailure', params: ({ event }) => event },
                ],
              },
            },
            states: {
              current: { on: { 'feed.changed': { target: 'outdated' }, 'feed.refresh': { target: 'outdated' } } },
              outdated: { description: 'Exactly one more fetch follows, however many news come during this one.' },
            },
          },
          stale: {
            tags: 'stale',
            description: 'The old data stay on the screen and may be out of date; the reason is known.',
            on: {
              'feed.changed': { target: 'gathering' },
              'feed.refresh': { target: 'refreshing' },
              'feed.retry': { target: 'refreshing' },
            },
          },
        },
      },
    },
  });

/** The feed as the catalogue lists it, whatever its data are. */
export const feedMachine = feedOf<unknown, unknown>();

/** A feed as screens see it, whatever its data are. */
export type FeedSnapshot = Snapshot<unknown> & {
  hasTag(tag: 'failed' | 'loading' | 'stale'): boolean;
  readonly context: { readonly error: unknown };
};
export type FeedRef = ActorRef<FeedSnapshot, { type: 'feed.retry' }>;
