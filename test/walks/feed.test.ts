import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { CallFailure } from '../../src/contract/failure';
import { type FeedFact, type FeedSnapshot, feedMachine, feedOf } from '../../src/machines/feed.machine';
import { selectFailure, selectIsLoading, selectStaleness } from '../../src/machines/feed.select';
import { testMutants } from '../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../kit/walk';

const noNetwork = new CallFailure('network', 0);
const refusal = new CallFailure('refused', 500, 'Out of order.');

const props = () => ({
  ports: { fetchData: promisePort(), news: streamPort() },
  parent: recorder<ActorRef<Snapshot<unknown>, FeedFact<unknown>>>(),
});
type Props = ReturnType<typeof props>;
interface Scene extends Props {
  read<T>(select: (snapshot: FeedSnapshot) => T): T;
}

const looks = ({ read }: Scene) => [read(selectIsLoading), read(selectFailure), read(selectStaleness)];
/** The owner is told, and told nothing else. */
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
const asksOthers = { to: 'loading.current', sees: asks('others') };
/** Each fetch that has ended is told once. */
const isToldOfAll = ({ ports, parent }: Props) =>
  expect(parent.received.length).toBe(ports.fetchData.calls.length - (ports.fetchData.running ? 1 : 0));

const walk = walkOf({
  machine: feedMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ parent }) => ({ query: 'these', gather: 500, parent: parent.ref }),
  samples: {
    arrived: done('fetchData', 'first'),
    'no network': failed('fetchData', noNetwork),
    refused: failed('fetchData', refusal),
    'arrived again': done('fetchData', 'second', 'refetchData'),
    'no network again': failed('fetchData', noNetwork, 'refetchData'),
    'half a second': elapsed('xstate.after.gather.feed.shown.gathering', 500),
    changed: said('news', { type: 'feed.changed' }),
    'open again': said('news', { type: 'feed.refresh' }),
    retried: { type: 'feed.retry' },
    'others wanted': { type: 'query.change', query: 'others' },
  },
  states: {
    loading: {
      sees: (scene) => {
        expect(looks(scene)).toEqual([true, null, null]);
        expect(scene.ports.news.calls).toEqual(['these']);
        expect(scene.ports.fetchData.running).toBe(true);
      },
      takes: {
        'no network': fails('failed', noNetwork),
        refused: fails('failed', refusal),
        'others wanted': asksOthers,
      },
    },
    'loading.current': {
      sees: ({ last, ports }) => {
        if (last === null) expect(ports.fetchData.calls).toEqual(['these']);
      },
      takes: {
        arrived: brings('shown.fresh', 'first'),
        changed: 'loading.outdated',
        'open again': 'loading.outdated',
      },
    },
    'loading.outdated': {
      sees: ({ last }) => expect(last).not.toBe('others wanted'),
      takes: { arrived: brings('shown.gathering', 'first') },
    },
    failed: {
      sees: (scene) => {
        const [isLoading, failure, staleness] = looks(scene);
        expect([isLoading, staleness]).toEqual([false, null]);
        expect([noNetwork, refusal]).toContain(failure);
        expect(scene.ports.fetchData.running).toBe(false);
      },
      takes: {
        retried: 'loading.current',
        changed: 'loading.current',
        'open again': 'loading.current',
        'others wanted': asksOthers,
      },
    },
    shown: { takes: { 'others wanted': asksOthers } },
    'shown.fresh': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, null, null]);
        expect(scene.ports.fetchData.running).toBe(false);
      },
      takes: { changed: 'shown.gathering', 'open again': 'shown.refreshing.current' },
    },
    'shown.gathering': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, null, null]);
        expect(scene.ports.fetchData.running).toBe(false);
      },
      takes: { 'half a second': 'shown.refreshing.current', 'open again': 'shown.refreshing.current' },
    },
    'shown.refreshing': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, null, null]);
        expect(scene.ports.fetchData.running).toBe(true);
      },
      takes: { 'no network again': fails('shown.stale', noNetwork) },
    },
    'shown.refreshing.current': {
      sees: isToldOfAll,
      takes: {
        'arrived again': brings('shown.fresh', 'second'),
        changed: 'shown.refreshing.outdated',
        'open again': 'shown.refreshing.outdated',
      },
    },
    'shown.refreshing.outdated': {
      sees: isToldOfAll,
      takes: { 'arrived again': brings('shown.gathering', 'second') },
    },
    'shown.stale': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, null, noNetwork]);
        expect(scene.ports.fetchData.running).toBe(false);
      },
      takes: {
        changed: 'shown.gathering',
        'open again': 'shown.refreshing.current',
        retried: 'shown.refreshing.current',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('a feed that gathers nothing', () => {
  /** Timers of no length, and promises that have been settled. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('brings every answer it has asked for, however fast the news come, and fetches exactly once more after the last', async () => {
    const { ports, parent } = props();
    const feed = feedOf<unknown, string>().provide({
      actors: { fetchData: ports.fetchData.logic, news: ports.news.logic },
    });
    const actor = createActor(feed, { input: { query: 'these', gather: 0, parent: parent.ref } }).start();
    for (let index = 1; index <= 5; index++) {
      for (let news = 0; news < 10; news++) ports.news.emit({ type: news % 2 ? 'feed.changed' : 'feed.refresh' });
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
