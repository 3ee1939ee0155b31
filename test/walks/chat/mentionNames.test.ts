import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { type MentionNamesFact, mentionNamesMachine } from '../../../src/machines/chat/mentionNames.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const props = () => ({
  ports: { fetchNames: promisePort<readonly string[]>(), readCachedNames: promisePort<readonly string[] | null>() },
  composer: recorder<ActorRef<Snapshot<unknown>, MentionNamesFact>>(),
});
type Setup = ReturnType<typeof props>;
const known = (...names: string[]) => ({
  to: 'known',
  sees: ({ composer }: Setup) => expect(composer.received).toEqual([{ type: 'names.known', names }]),
});
const isAsking =
  (isFetching: boolean, isReadingCache: boolean) =>
  ({ ports }: Setup) =>
    expect([ports.fetchNames.running, ports.readCachedNames.running]).toEqual([isFetching, isReadingCache]);

const walk = walkOf({
  machine: mentionNamesMachine,
  props,
  input: ({ composer }) => ({ composer: composer.ref }),
  samples: {
    'another chat has asked before': done('readCachedNames', ['Usha']),
    'nobody has asked before': done('readCachedNames', null),
    'nothing can be read': failed('readCachedNames'),
    '@ is typed': { type: 'names.want' },
    'the names came': done('fetchNames', ['Usha', 'Mary Ann']),
    'they did not': failed('fetchNames'),
  },
  logs: ['they did not'],
  states: {
    readingCache: {
      sees: isAsking(false, true),
      takes: {
        'another chat has asked before': known('Usha'),
        'nobody has asked before': 'unknown',
        'nothing can be read': 'unknown',
        '@ is typed': 'fetching',
      },
    },
    unknown: {
      sees: (setup) => {
        isAsking(false, false)(setup);
        expect(setup.composer.received).toEqual([]);
      },
      takes: { '@ is typed': 'fetching' },
    },
    fetching: {
      sees: isAsking(true, false),
      takes: { 'the names came': known('Usha', 'Mary Ann'), 'they did not': 'unknown' },
    },
    known: { sees: isAsking(false, false) },
  },
});
testWalk(walk);
testMutants(walk);
