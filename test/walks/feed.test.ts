import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, matchesState, SimulatedClock, type Snapshot, type StateValue } from 'xstate';
import { CallFailure } from '../../src/contract/failure';
import {
  type FeedFact,
  type FeedSnapshot,
  feedMachine,
  feedOf,
  selectAsOf,
  selectFailure,
  selectIsLoading,
  selectStaleness,
} from '../../src/machines/feed.machine';
import { testMutants } from '../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../kit/walk';
import { unreadable } from './unreadable';

const noNetwork = new CallFailure('network', 0);
const refusal = new CallFailure('refused', 404, 'There is none.');
const outOfOrder = new CallFailure('refused', 503, 'Out of order.');

const props = () => ({
  ports: { fetchData: promisePort(), news: streamPort(), readCache: promisePort() },
  parent: recorder<ActorRef<Snapshot<unknown>, FeedFact<unknown>>>(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: FeedSnapshot) => T): T;
}

const looks = ({ read }: Setup) => [read(selectIsLoading), read(selectFailure), read(selectStaleness)];
const changes = (change: string) => ({ type: 'feed.refresh', change }) as const;
/** The answer came last, and may not show these changes of the owner. */
const lacking = (...lacks: readonly string[]) => ({
  sees: ({ parent }: Props) =>
    expect(parent.received.at(-1)).toEqual({ type: 'feed.fetched', data: 'data', ...(lacks.length > 0 && { lacks }) }),
});
/** This is the last thing that the owner is told. */
const tells = (to: string, fact: object) => ({
  to,
  sees: ({ parent }: Props) => expect(parent.received.at(-1)).toEqual(fact),
});
const brings = (to: string, data: string) => tells(to, { type: 'feed.fetched', data });
const fails = (to: string, error: CallFailure) => tells(to, { type: 'feed.failed', error });
const asks =
  (query: string) =>
  ({ ports }: Props) =>
    expect(ports.fetchData.calls.at(-1)).toBe(query);
const READING_CACHE = 'fetching.screen.readingCache';
const EMPTY = 'fetching.screen.empty';
const FILLED = 'fetching.screen.filled';
const first = [READING_CACHE, 'fetching.news.none'];
const again = [FILLED, 'fetching.news.none'];
const hadNews = ({ value }: { readonly value: StateValue }) => matchesState({ fetching: { news: 'some' } }, value);
/** A failed fetch leads on as news does, if there was some during it. */
const failsAt =
  (to: string, afterNews: string | readonly string[], error: CallFailure) =>
  (before: { readonly value: StateValue }) => ({
    ...fails('', error),
    to: hadNews(before) ? afterNews : to,
  });
const asksOthers = { to: first, sees: asks('others') };
/**
 * The parent is told once of each fetch that has ended. A fetch for an earlier query is abandoned. A failure is told only when it is
 * known that this device has no copy.
 */
const isToldOfAll = ({ ports, parent }: Props) => {
  const told = parent.received.filter((fact) => !('asOf' in fact)).length;
  const ended = ports.fetchData.calls.length - (ports.fetchData.running ? 1 : 0);
  if (ports.fetchData.calls.includes('others')) return;
  expect(told).toBeLessThanOrEqual(ended);
  if (ports.readCache.calls.length === 1) expect(told).toBe(ended);
};

const walk = walkOf({
  machine: feedMachine.provide({ actions: { logFailure: () => {} }, guards: { isAskedEveryMinute: () => true } }),
  props,
  input: ({ parent }) => ({ query: 'these', gather: 500, parent: parent.ref }),
  samples: {
    arrived: done('fetchData', 'data'),
    'no network': failed('fetchData', noNetwork),
    refused: failed('fetchData', refusal),
    'cached data read': done('readCache', { data: 'kept', asOf: 7 }),
    'nothing kept': done('readCache', null),
    'not to be read': failed('readCache', new Error('no database')),
    'cached data read after that': done('readCache', { data: 'kept', asOf: 7 }, 'readCacheAfter'),
    'nothing kept after that': done('readCache', null, 'readCacheAfter'),
    'not to be read after that': failed('readCache', new Error('no database'), 'readCacheAfter'),
    'half a second': elapsed('xstate.after.gather.feed.gathering', 500),
    changed: said('news', { type: 'feed.changed' }),
    opened: said('news', { type: 'feed.joined', hasMissed: false }),
    'opened late': said('news', { type: 'feed.joined', hasMissed: true }),
    'changed by the owner': { type: 'feed.refresh' },
    '2 s': elapsed('xstate.after.joinGap.feed.fresh.recent', 2_000),
    'a minute': elapsed('xstate.after.minute.feed.fresh.settled', 60_000),
    'a minute after a failure': elapsed('xstate.after.minute.feed.stale', 60_000),
    retried: { type: 'feed.retry' },
    'others wanted': { type: 'query.change', query: 'others' },
  },
  logs: ['no network', 'refused', 'not to be read', 'not to be read after that'],
  ways: [
    { way: ['no network'], sees: ({ parent }) => expect(parent.received).toEqual([]) },
    { way: ['no network', 'cached data read after that'], sees: ({ read }) => expect(read(selectAsOf)).toBe(7) },
    // A server that is out of order has not refused anything (DECISIONS 62).
    {
      way: [failed('fetchData', outOfOrder), 'cached data read after that'],
      sees: ({ read }) => expect(read(selectAsOf)).toBe(7),
    },
    // A copy is not called old while the server may still answer.
    { way: ['cached data read'], sees: ({ read }) => expect(read(selectAsOf)).toBe(null) },
    { way: ['cached data read', 'no network'], sees: ({ read }) => expect(read(selectAsOf)).toBe(7) },
    {
      way: ['cached data read', 'no network', 'retried', 'arrived', 'changed by the owner', 'no network'],
      sees: ({ read }) => expect(read(selectAsOf)).toBe(null),
    },
    // The owner shows its changes until the data do, so it is told which ones an answer may lack.
    { way: [changes('one'), changes('another'), 'arrived'], ...lacking('one', 'another') },
    { way: ['changed', changes('one'), 'arrived'], ...lacking('one') },
    { way: [changes('one'), 'changed by the owner', 'arrived'], ...lacking('one') },
    { way: [changes('one'), 'arrived', 'half a second', 'arrived'], ...lacking() },
    { way: ['arrived', changes('one'), 'arrived'], ...lacking() },
    { way: ['arrived', 'changed', changes('one'), 'arrived'], ...lacking() },
    { way: [changes('one'), 'others wanted', 'arrived'], ...lacking() },
    {
      way: [done('fetchData', unreadable([]))],
      sees: ({ read }) => expect(read(({ context }) => context.unreadable)).toBe(1),
    },
  ],
  states: {
    fetching: {
      sees: (setup) => {
        expect(setup.ports.fetchData.running).toBe(true);
      },
      takes: { 'others wanted': asksOthers },
    },
    [READING_CACHE]: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([true, null, null]);
        expect(setup.ports.news.calls).toEqual(['these']);
        if (setup.last === null) expect(setup.ports.fetchData.calls).toEqual(['these']);
      },
      takes: {
        'no network': (before) => (hadNews(before) ? first : 'readingCache'),
        refused: failsAt('failed', first, refusal),
        // Painted at once; the server is still being asked.
        'cached data read': tells(FILLED, { type: 'feed.fetched', data: 'kept', asOf: 7 }),
        'nothing kept': EMPTY,
        'not to be read': EMPTY,
      },
    },
    [EMPTY]: {
      sees: (setup) => expect(looks(setup)).toEqual([true, null, null]),
      takes: { 'no network': failsAt('failed', first, noNetwork), refused: failsAt('failed', first, refusal) },
    },
    readingCache: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([true, null, null]);
        expect(setup.ports.fetchData.running).toBe(false);
      },
      takes: {
        'cached data read after that': tells('stale', { type: 'feed.fetched', data: 'kept', asOf: 7 }),
        'nothing kept after that': fails('failed', noNetwork),
        'not to be read after that': fails('failed', noNetwork),
        changed: first,
        opened: first,
        'opened late': first,
        'changed by the owner': first,
        'others wanted': asksOthers,
      },
    },
    [FILLED]: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([false, null, null]);
      },
      takes: {
        'no network': failsAt('stale', 'gathering', noNetwork),
        refused: failsAt('stale', 'gathering', refusal),
      },
    },
    'fetching.news': { takes: { 'changed by the owner': 'fetching.news.some' } },
    'fetching.news.none': {
      sees: isToldOfAll,
      takes: {
        arrived: brings('fresh.recent', 'data'),
        changed: 'fetching.news.some',
        // The answer that is on its way may be older than the opening.
        'opened late': 'fetching.news.some',
      },
    },
    'fetching.news.some': {
      sees: (setup) => {
        expect(setup.last).not.toBe('others wanted');
        isToldOfAll(setup);
      },
      takes: {
        arrived: ({ context: { meanwhile } }) =>
          meanwhile.length === 0
            ? brings('gathering', 'data')
            : tells('gathering', { type: 'feed.fetched', data: 'data', lacks: meanwhile }),
      },
    },
    failed: {
      sees: (setup) => {
        const [isLoading, failure, staleness] = looks(setup);
        expect([isLoading, staleness]).toEqual([false, null]);
        expect([noNetwork, refusal, outOfOrder]).toContain(failure);
        expect(setup.ports.fetchData.running).toBe(false);
      },
      takes: {
        retried: first,
        changed: first,
        opened: first,
        'opened late': first,
        'changed by the owner': first,
        'others wanted': asksOthers,
      },
    },
    fresh: {
      sees: (setup) => {
        expect(setup.read(selectAsOf)).toBe(null);
        expect(looks(setup)).toEqual([false, null, null]);
        expect(setup.ports.fetchData.running).toBe(false);
      },
      takes: { changed: 'gathering', 'changed by the owner': again, 'others wanted': asksOthers },
    },
    // A topic that opens soon after the fetch is no reason to fetch again. Missed news is one.
    'fresh.recent': { sees: isToldOfAll, takes: { '2 s': 'fresh.settled', 'opened late': again } },
    'fresh.settled': { sees: isToldOfAll, takes: { opened: again, 'opened late': again, 'a minute': again } },
    gathering: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([false, null, null]);
        expect(setup.ports.fetchData.running).toBe(false);
      },
      takes: {
        'half a second': again,
        opened: again,
        'opened late': again,
        'changed by the owner': again,
        'others wanted': asksOthers,
      },
    },
    stale: {
      sees: (setup) => {
        const [isLoading, failure, staleness] = looks(setup);
        expect([isLoading, failure]).toEqual([false, null]);
        expect([noNetwork, refusal, outOfOrder]).toContain(staleness);
        expect(setup.ports.fetchData.running).toBe(false);
      },
      takes: {
        changed: 'gathering',
        opened: again,
        'opened late': again,
        'changed by the owner': again,
        'a minute after a failure': again,
        retried: again,
        'others wanted': asksOthers,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('a feed whose server tells of changes does not ask for them', async () => {
  const { ports, parent } = props();
  const clock = new SimulatedClock();
  const feed = feedMachine.provide({ actors: { fetchData: ports.fetchData.logic, news: ports.news.logic } });
  const actor = createActor(feed, { clock, input: { query: 'these', gather: 0, parent: parent.ref } }).start();
  ports.fetchData.resolve('data');
  await new Promise(setImmediate);
  clock.increment(200_000);
  expect(ports.fetchData.calls).toHaveLength(1);
  actor.stop();
});

describe('a feed without a time to gather news', () => {
  it('delivers every requested answer, however fast news comes, and fetches exactly once more after the last piece', async () => {
    const { ports, parent } = props();
    const clock = new SimulatedClock();
    /** Settled promises reach the chart, then its timers of 0 ms end. */
    const settle = async () => {
      await new Promise(setImmediate);
      clock.increment(0);
    };
    const feed = feedOf<unknown, string>().provide({
      actors: { fetchData: ports.fetchData.logic, news: ports.news.logic },
    });
    const actor = createActor(feed, { clock, input: { query: 'these', gather: 0, parent: parent.ref } }).start();
    for (let index = 1; index <= 5; index++) {
      for (let news = 0; news < 10; news++)
        ports.news.emit(news % 2 ? { type: 'feed.changed' } : { type: 'feed.joined', hasMissed: false });
      expect(ports.fetchData.calls).toHaveLength(index);
      ports.fetchData.resolve(index);
      await settle();
      expect(parent.received.at(-1)).toEqual({ type: 'feed.fetched', data: index });
    }
    expect(ports.fetchData.calls).toHaveLength(6);
    ports.fetchData.resolve('last');
    await settle();
    expect(ports.fetchData.running).toBe(false);
    expect(parent.received.at(-1)).toEqual({ type: 'feed.fetched', data: 'last' });
    actor.stop();
  });
});
