import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  type SearchRequest,
  type SearchSnapshot,
  searchMachine,
  selectCanFetchMore,
  selectFailure,
  selectFound,
  selectIsEmpty,
  selectIsFetchingMore,
  selectIsIdle,
  selectIsLoading,
  selectIsOffline,
  selectMoreFailure,
  selectWords,
} from '../../../src/machines/search/search.machine';
import type { Found } from '../../../src/rules/search';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const messageHit = (id: string) => ({ id, chatId: null, chatName: '', senderName: 'Ravi', timestamp: '', excerpt: '' });
const none = { hits: [], hasMore: false };
const first: Found = { messages: { hits: [messageHit('9')], hasMore: true }, incidents: none };
const last: Found = { messages: { hits: [messageHit('8')], hasMore: false }, incidents: none };
const both: Found = { messages: { hits: [messageHit('9'), messageHit('8')], hasMore: false }, incidents: none };
const single: Found = {
  messages: none,
  incidents: {
    hits: [
      {
        id: '3',
        status: 'REPORTED',
        animalType: 'DOG',
        location: '',
        excerpt: '',
        contactNumber: null,
        reportedAt: null,
      },
    ],
    hasMore: false,
  },
};

const props = () => ({ ports: { fetchResults: promisePort<Found, SearchRequest>(), network: streamPort() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: SearchSnapshot) => T): T };
type Shown = 'idle' | 'loading' | 'empty' | 'failed' | 'offline' | 'fetchingMore' | 'moreFailed' | 'results';
/** What the screen shows, by the selectors, and whether the server is asked. */
const shows =
  (shown: Shown, isAsked = false) =>
  ({ read, ports }: Setup) => {
    expect({
      idle: read(selectIsIdle),
      loading: read(selectIsLoading),
      empty: read(selectIsEmpty),
      failed: read(selectFailure) !== null,
      offline: read(selectIsOffline),
      fetchingMore: read(selectIsFetchingMore),
      moreFailed: read(selectMoreFailure) !== null,
    }).toEqual({
      idle: shown === 'idle',
      loading: shown === 'loading',
      empty: shown === 'empty',
      failed: shown === 'failed',
      offline: shown === 'offline',
      fetchingMore: shown === 'fetchingMore',
      moreFailed: shown === 'moreFailed',
    });
    expect(ports.fetchResults.running).toBe(isAsked);
    if (['idle', 'empty', 'failed'].includes(shown)) expect([read(selectFound), read(selectWords)]).toEqual([null, []]);
  };
const typedText: Readonly<Record<string, string>> = { 'dog is typed': 'dog', 'cat is typed': 'Cat', 'd is typed': 'd' };
const typed = (text: string) => ({ type: 'text.change', text }) as const;
/** Where typing leads, except of what the field says already. */
const typing = (to: (text: string) => string) => {
  const of = (sample: string) => (snapshot: SearchSnapshot) => {
    const text = typedText[sample] ?? '';
    return snapshot.context.text === text ? null : to(text);
  };
  return { 'dog is typed': of('dog is typed'), 'cat is typed': of('cat is typed'), 'd is typed': of('d is typed') };
};
const online = {
  ...typing((text) => (text === 'd' ? 'online.idle' : 'online.waiting')),
  'network lost': 'offline',
};
const sees = (to: string, found: Found | null, words: readonly string[] = []) => ({
  to,
  sees: ({ read }: Setup) => expect([read(selectFound), read(selectWords)]).toEqual([found, words]),
});
const wordsNow = ({ context }: SearchSnapshot) => [context.text.toLowerCase()];

const walk = walkOf({
  machine: searchMachine,
  props,
  inputs: [() => ({ text: '', chat: '5' }), () => ({ text: 'dog', chat: null })],
  keeps: ({ context }) => context.text,
  key: ({ context }) => [context.text, context.found?.messages.hits.length, context.found?.messages.hasMore],
  samples: {
    'dog is typed': typed('dog'),
    'cat is typed': typed('Cat'),
    'd is typed': typed('d'),
    'time passes': elapsed('xstate.after.debounce.search.online.waiting', 250),
    'one page': done('fetchResults', single),
    'first page': done('fetchResults', first),
    'nothing found': done('fetchResults', { messages: none, incidents: none }),
    'no network': failed('fetchResults', new CallFailure('network', 0)),
    'too often': failed('fetchResults', new CallFailure('refused', 429, 'Too many tries.')),
    'broken server': failed('fetchResults', new CallFailure('refused', 500)),
    'next page': done('fetchResults', last, 'fetchMore'),
    'no next page': failed('fetchResults', new CallFailure('network', 0), 'fetchMore'),
    'tried again': { type: 'search.retry' },
    'more pressed': { type: 'more.fetch' },
    'network lost': said('network', { type: 'network.lost' }),
    'network is back': said('network', { type: 'network.returned' }),
  },
  ways: [
    {
      way: ['dog is typed', 'time passes', 'cat is typed', 'time passes', 'first page'],
      // What was asked first is never answered: its call was stopped.
      sees: ({ ports, read }) => {
        expect(ports.fetchResults.calls).toEqual([
          { text: 'dog', chat: '5', after: null },
          { text: 'Cat', chat: '5', after: null },
        ]);
        expect([read(selectFound), read(selectWords)]).toEqual([first, ['cat']]);
      },
    },
    {
      way: ['dog is typed', 'time passes', 'first page', 'more pressed'],
      sees: ({ ports }) => expect(ports.fetchResults.calls.at(-1)).toEqual({ text: 'dog', chat: '5', after: first }),
    },
    {
      way: ['dog is typed', 'time passes', 'first page', 'network lost'],
      sees: ({ read }) => expect(read(selectFound)).toEqual(first),
    },
    { way: ['dog is typed', 'time passes', 'first page', 'cat is typed', 'network lost', 'network is back'] },
    {
      way: ['dog is typed', 'time passes', 'first page', 'cat is typed'],
      sees: ({ read }) => expect([read(selectFound), read(selectWords)]).toEqual([first, ['dog']]),
    },
    // What was typed without a network is searched when it is back.
    {
      way: ['dog is typed', 'network lost', 'cat is typed', 'network is back', 'time passes'],
      sees: ({ ports }) => expect(ports.fetchResults.calls).toEqual([{ text: 'Cat', chat: '5', after: null }]),
    },
    {
      way: ['dog is typed', 'time passes', 'first page', 'network lost', 'd is typed'],
      sees: ({ read }) => expect([read(selectFound), read(selectWords)]).toEqual([null, []]),
    },
  ],
  states: {
    offline: {
      sees: shows('offline'),
      takes: {
        ...typing(() => 'offline'),
        // What was found and read stays, unless something else was typed before.
        'network is back': ({ context: { found, text, words } }) => {
          if (text !== 'dog' && text !== 'Cat') return 'online.idle';
          return found && words[0] === text.toLowerCase()
            ? sees('online.shown.resting', found, words)
            : 'online.waiting';
        },
      },
    },
    'online.idle': { sees: shows('idle'), takes: online },
    'online.waiting': { sees: shows('loading'), takes: { ...online, 'time passes': 'online.asking' } },
    'online.asking': {
      sees: (setup) => {
        shows('loading', true)(setup);
        const { chat, text } = setup.read(({ context }) => context);
        expect(setup.ports.fetchResults.calls.at(-1)).toEqual({ text, chat, after: null });
      },
      takes: {
        ...online,
        'one page': (snapshot) => sees('online.shown.resting', single, wordsNow(snapshot)),
        'first page': (snapshot) => sees('online.shown.resting', first, wordsNow(snapshot)),
        'nothing found': 'online.empty',
        'no network': {
          to: 'online.failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Could not connect to the server.'),
        },
        'too often': {
          to: 'online.failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Too many tries.'),
        },
        'broken server': {
          to: 'online.failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('The search has failed.'),
        },
      },
    },
    'online.empty': { sees: shows('empty'), takes: online },
    'online.failed': { sees: shows('failed'), takes: { ...online, 'tried again': 'online.asking' } },
    'online.shown.resting': {
      sees: (setup) => {
        shows('results')(setup);
        expect(setup.read(selectCanFetchMore)).toBe(setup.read(selectFound)?.messages.hasMore);
      },
      takes: {
        ...online,
        'more pressed': ({ context }) => (context.found?.messages.hasMore ? 'online.shown.fetchingMore' : null),
      },
    },
    'online.shown.fetchingMore': {
      sees: (setup) => {
        shows('fetchingMore', true)(setup);
        expect(setup.ports.fetchResults.calls.at(-1)?.after).toEqual(first);
      },
      takes: {
        ...online,
        'next page': (snapshot) => sees('online.shown.resting', both, wordsNow(snapshot)),
        'no next page': {
          to: 'online.shown.moreFailed',
          sees: ({ read }) => {
            expect(read(selectMoreFailure)).toBe('Could not connect to the server.');
            expect(read(selectFound)).toEqual(first);
          },
        },
      },
    },
    'online.shown.moreFailed': {
      sees: shows('moreFailed'),
      takes: { ...online, 'more pressed': 'online.shown.fetchingMore' },
    },
  },
});
testWalk(walk);
testMutants(walk);
