import {
  type ActorRef,
  and,
  assign,
  type CallbackActorLogic,
  type EventObject,
  enqueueActions,
  fromPromise,
  not,
  type PromiseActorLogic,
  type Snapshot,
  sendTo,
  stateIn,
} from 'xstate';
import { isRetryable, statusOf } from '../contract/failure';
import { unreadableIn } from '../contract/lists';
import { JOIN_GAP } from '../contract/topics';
import { call, stream } from './ports';
import { workflow } from './supervision';

/** How recent fetched data are. */
export interface Fetched {
  /** The time of a copy that this device has cached, in milliseconds since 1970; absent for the server's own answer. */
  readonly asOf?: number;
  /** The owner's changes that this answer may not show, because it was on its way when they were made. Another answer follows. */
  readonly lacks?: readonly string[];
}

/** The events that a feed sends to the owner of the data. */
export type FeedFact<Data> =
  | ({ type: 'feed.fetched'; data: Data } & Fetched)
  /** `error` is a CallFailure. */
  | { type: 'feed.failed'; error: unknown };

export type FeedNews =
  /** The data may have changed; more changes may follow soon. */
  | { type: 'feed.changed' }
  /**
   * A topic is open, for the first time or again; earlier changes were not heard. `hasMissed`: news may have been missed, or the
   * connection was lost.
   */
  | { type: 'feed.joined'; hasMissed: boolean };

type FeedEvent<Query> =
  | FeedNews
  /** Fetch now: the owner has changed something. `change`: the id of what was changed, if the owner shows it until the data do. */
  | { type: 'feed.refresh'; change?: string }
  /** The member tries again after a failure. */
  | { type: 'feed.retry' }
  /** The owner wants other data. */
  | { type: 'query.change'; query: Query };

interface FeedInput<Data, Query> {
  /** Tells which data to fetch and which news to listen to. */
  readonly query: Query;
  /** The time in which changes are collected before one fetch, in milliseconds. */
  readonly gather: number;
  /** The owner, which keeps and shows the data. The feed only knows how fresh they are. */
  readonly parent: ActorRef<Snapshot<unknown>, FeedFact<Data>>;
}

interface FeedContext<Data, Query> extends FeedInput<Data, Query> {
  /** Why the last fetch failed. */
  readonly error: unknown;
  /** The number of elements of the data that could not be read. */
  readonly unreadable: number;
  /** The time of the shown data in milliseconds since 1970, if they are a copy cached on this device; otherwise null. */
  readonly asOf: number | null;
  /** The owner's changes since the pending answer was requested. */
  readonly meanwhile: readonly string[];
}

/** A copy of the data that this device has cached. */
export interface Cached<Data> {
  readonly data: Data;
  /** When the server sent it, in milliseconds since 1970. */
  readonly asOf: number;
}

/** A stream that sends `FeedNews`. */
type News<Query> = CallbackActorLogic<EventObject, Query>;

const queryOf = ({ context }: { context: { readonly query: unknown } }) => context.query;

/**
 * A chart for data that is fetched and may change on the server. When there is news of a change, the chart fetches the data again.
 * Meanwhile the old data stay on the screen (DECISIONS 12). The wiring provides the three ports.
 * @param fetchData rejects with a CallFailure
 * @param readCache reads the copy that this device has cached, or null. It is shown at once, while the server is asked
 */
export const feedOf = <Data, Query>(
  fetchData: PromiseActorLogic<Data, Query> = call('fetchData'),
  news: News<Query> = stream('news'),
  readCache: PromiseActorLogic<Cached<Data> | null, Query> = fromPromise<Cached<Data> | null, Query>(async () => null),
) =>
  workflow({
    types: {
      input: {} as FeedInput<Data, Query>,
      context: {} as FeedContext<Data, Query>,
      events: {} as FeedEvent<Query>,
      tags: {} as 'failed' | 'loading' | 'stale',
    },
    // The chart never reads the data or the query, so their types can be hidden.
    actors: {
      fetchData: fetchData as PromiseActorLogic<unknown, unknown>,
      news: news as CallbackActorLogic<EventObject, unknown>,
      readCache: readCache as PromiseActorLogic<Cached<unknown> | null, unknown>,
    },
    delays: {
      gather: ({ context }) => context.gather,
      /**
       * An answer counts as current for this time, in milliseconds, when the topic opens and the server does not tell whether there
       * was news.
       */
      joinGap: JOIN_GAP,
      minute: 60_000,
    },
    guards: {
      hasMissed: ({ event }) => event.type === 'feed.joined' && event.hasMissed,
      isReadingCache: stateIn({ fetching: { screen: 'readingCache' } }),
      hasNothingToShow: not(stateIn({ fetching: { screen: 'filled' } })),
      hadNewsMeanwhile: stateIn({ fetching: { news: 'some' } }),
      /** The server tells of no changes, and somebody looks at the page. The wiring of a feed says so where it can be. */
      isAskedEveryMinute: () => false,
    },
    actions: {
      tellData: enqueueActions(({ context: { meanwhile, parent }, enqueue }, { data }: { data: unknown }) => {
        enqueue.assign({ unreadable: unreadableIn(data).length, asOf: null });
        const lacks = meanwhile.length > 0 ? { lacks: meanwhile } : {};
        enqueue.sendTo(parent, { type: 'feed.fetched', data: data as Data, ...lacks });
      }),
      tellCached: enqueueActions(({ context, enqueue }, cached: Cached<unknown> | null) => {
        if (!cached) return;
        enqueue.assign({ asOf: cached.asOf });
        enqueue.sendTo(context.parent, { type: 'feed.fetched', data: cached.data as Data, asOf: cached.asOf });
      }),
      logFailure: ({ event }) => console.error('A feed failed', event),
      tellFailure: sendTo(
        ({ context }) => context.parent,
        ({ context: { error } }) => ({ type: 'feed.failed' as const, error }),
      ),
      keepFailure: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
        enqueue.assign({ error });
        enqueue.sendTo(context.parent, { type: 'feed.failed', error });
      }),
      repeatNews: enqueueActions(({ check, enqueue }) => {
        if (check('hadNewsMeanwhile')) enqueue.raise({ type: 'feed.changed' });
      }),
    },
  }).createMachine({
    id: 'feed',
    context: ({ input }) => ({ ...input, error: null, unreadable: 0, asOf: null, meanwhile: [] }),
    invoke: {
      id: 'news',
      src: 'news',
      input: queryOf,
    },
    initial: 'fetching',
    on: {
      'query.change': { target: '.fetching', actions: assign({ query: ({ event }) => event.query }) },
    },
    states: {
      fetching: {
        type: 'parallel',
        entry: assign({ meanwhile: [] }),
        invoke: {
          id: 'fetchData',
          src: 'fetchData',
          input: queryOf,
          onDone: [
            {
              guard: 'hadNewsMeanwhile',
              target: 'gathering',
              actions: { type: 'tellData', params: ({ event }) => ({ data: event.output }) },
            },
            { target: 'fresh', actions: { type: 'tellData', params: ({ event }) => ({ data: event.output }) } },
          ],
          onError: [
            {
              guard: and(['isReadingCache', ({ event }) => isRetryable(event.error)]),
              target: 'readingCache',
              actions: ['logFailure', assign({ error: ({ event }) => event.error }), 'repeatNews'],
            },
            {
              guard: 'hasNothingToShow',
              target: 'failed',
              actions: [
                'logFailure',
                { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                'repeatNews',
              ],
            },
            {
              target: 'stale',
              actions: [
                'logFailure',
                { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                'repeatNews',
              ],
            },
          ],
        },
        states: {
          screen: {
            initial: 'readingCache',
            states: {
              readingCache: {
                tags: 'loading',
                description: 'The copy cached on this device is shown first, while the server is asked.',
                invoke: {
                  id: 'readCache',
                  src: 'readCache',
                  input: queryOf,
                  onDone: [
                    {
                      guard: ({ event }) => event.output !== null,
                      target: 'filled',
                      actions: { type: 'tellCached', params: ({ event }) => event.output },
                    },
                    { target: 'empty' },
                  ],
                  onError: { target: 'empty', actions: 'logFailure' },
                },
              },
              empty: { tags: 'loading', description: 'There is nothing to show yet.' },
              filled: { description: 'The data are fetched again while the old ones stay on the screen.' },
            },
          },
          news: {
            on: {
              'feed.refresh': {
                target: '.some',
                actions: assign({
                  meanwhile: ({ context: { meanwhile }, event: { change } }) =>
                    change === undefined ? meanwhile : [...meanwhile, change],
                }),
                description: 'With the pending answer the owner is told that it may lack this change.',
              },
            },
            initial: 'none',
            states: {
              none: {
                on: {
                  'feed.changed': { target: 'some' },
                  'feed.joined': { guard: 'hasMissed', target: 'some' },
                },
              },
              some: {
                description:
                  'The pending answer may be older than the news: it is shown, and followed by exactly one more fetch. So is a failure: the connection may have come back meanwhile. The fetch is not cancelled, because on an unstable connection none would ever finish.',
              },
            },
          },
        },
      },
      readingCache: {
        tags: 'loading',
        description: 'The fetch failed before the copy cached on this device was read.',
        invoke: {
          id: 'readCacheAfter',
          src: 'readCache',
          input: queryOf,
          onDone: [
            {
              guard: ({ event }) => event.output !== null,
              target: 'stale',
              actions: { type: 'tellCached', params: ({ event }) => event.output },
            },
            { target: 'failed', actions: 'tellFailure' },
          ],
          onError: { target: 'failed', actions: ['logFailure', 'tellFailure'] },
        },
        on: {
          'feed.changed': { target: 'fetching' },
          'feed.joined': { target: 'fetching' },
          'feed.refresh': { target: 'fetching' },
        },
      },
      failed: {
        tags: 'failed',
        description: 'There is nothing to show; the error is known. News starts another fetch.',
        on: {
          'feed.changed': { target: 'fetching' },
          'feed.joined': { target: 'fetching' },
          'feed.refresh': { target: 'fetching' },
          'feed.retry': { target: 'fetching' },
        },
      },
      fresh: {
        on: { 'feed.changed': { target: 'gathering' }, 'feed.refresh': { target: '#feed.fetching.screen.filled' } },
        initial: 'recent',
        states: {
          recent: {
            description:
              'A screen and its topic start at the same time: a topic that opens now is no reason to fetch again, unless there was news. DECISIONS 115',
            after: { joinGap: { target: 'settled' } },
            on: { 'feed.joined': { guard: 'hasMissed', target: '#feed.fetching.screen.filled' } },
          },
          settled: {
            on: { 'feed.joined': { target: '#feed.fetching.screen.filled' } },
            after: {
              minute: {
                guard: 'isAskedEveryMinute',
                target: '#feed.fetching.screen.filled',
                description: 'A server that tells of no changes is asked for them. DECISIONS 113',
              },
            },
          },
        },
      },
      gathering: {
        description: 'Changes come in bursts: one fetch serves all that arrive within this time.',
        after: { gather: { target: '#feed.fetching.screen.filled' } },
        on: {
          'feed.joined': { target: '#feed.fetching.screen.filled' },
          'feed.refresh': { target: '#feed.fetching.screen.filled' },
        },
      },
      stale: {
        tags: 'stale',
        description: 'The old data stay on the screen and may be out of date; the error is known.',
        after: {
          minute: {
            guard: 'isAskedEveryMinute',
            target: '#feed.fetching.screen.filled',
            description: 'A server that tells of no changes is asked for them after a failure, too. DECISIONS 113',
          },
        },
        on: {
          'feed.changed': { target: 'gathering' },
          'feed.joined': { target: '#feed.fetching.screen.filled' },
          'feed.refresh': { target: '#feed.fetching.screen.filled' },
          'feed.retry': { target: '#feed.fetching.screen.filled' },
        },
      },
    },
  });

/** Whether the data may not show this change of the owner: they were requested before it, or are a copy that this device has cached. */
export const mayLack = ({ asOf, lacks = [] }: Fetched, change: string) => asOf !== undefined || lacks.includes(change);

/** A guard: what the owner shows does not exist any more, for example because somebody has deleted it. */
export const isGone = ({ event }: { event: { type: string; error?: unknown } }) =>
  event.type === 'feed.failed' && statusOf(event.error) === 404;

/** A feed without its ports: the catalogue of charts lists this one. */
export const feedMachine = feedOf<unknown, unknown>();

/** The snapshot of a feed with any data, for views. */
export type FeedSnapshot = Snapshot<unknown> & {
  hasTag(tag: 'failed' | 'loading' | 'stale'): boolean;
  readonly context: { readonly error: unknown; readonly unreadable: number; readonly asOf: number | null };
};
export type FeedRef = ActorRef<FeedSnapshot, { type: 'feed.retry' }>;

/**
 * Whether the feed has no data for its query yet: neither the server's answer nor a cached copy. These selectors also accept undefined,
 * if no feed runs.
 */
export const selectIsLoading = (feed?: FeedSnapshot) => feed?.hasTag('loading') ?? false;
/** The error because of which nothing can be shown, or null. */
export const selectFailure = (feed?: FeedSnapshot) => (feed?.hasTag('failed') ? feed.context.error : null);
/** The error because of which the shown data may be out of date, or null. */
export const selectStaleness = (feed?: FeedSnapshot) => (feed?.hasTag('stale') ? feed.context.error : null);
/** The number of elements that could not be read. */
export const selectUnreadable = (feed?: FeedSnapshot) => feed?.context.unreadable ?? 0;
/** The time of the shown copy, in milliseconds since 1970, if it was cached on this device and could not be refreshed; otherwise null. */
export const selectAsOf = (feed?: FeedSnapshot) => (feed?.hasTag('stale') ? feed.context.asOf : null);
