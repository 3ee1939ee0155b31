import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import type { CaughtUp } from '../../../src/machines/chat/catchUp.machine';
import type { HistoryFact } from '../../../src/machines/chat/facts';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import {
  selectAsOf,
  selectCanFetchOlder,
  selectHistoryFailure,
  selectIsFetchingOlder,
  selectIsLoading,
  selectIsReady,
  selectOlderFailed,
  selectTimeline,
} from '../../../src/machines/chat/history.select';
import type { HistoryRequest } from '../../../src/machines/chat/ports';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, streamPort, testWalk, walkOf } from '../../kit/walk';
import { messages, user } from '../../rules/samples';
import { text } from '../submissions/samples';
import {
  allLeadTo,
  completeToNewest,
  everywhere,
  found,
  GONE,
  isHere,
  late,
  loaded,
  once,
  painted,
  reasons,
  type Setup,
  seeks,
  shown,
  sought,
  stalled,
  whileLoading,
} from './history.facts';
import { ways } from './history.ways';
import { echoOf, globalChat, ids, mira } from './samples';

type Conversation = ActorRef<Snapshot<unknown>, HistoryFact>;
const walk = walkOf({
  machine: historyMachine.provide({ actions: { logFailure: () => {} } }),
  props: () => ({
    ports: {
      fetchHistory: promisePort<readonly Message[], HistoryRequest>(),
      catchUp: promisePort<CaughtUp, { newest: Message | null }>(),
      pageStore: streamPort(),
    },
    conversation: recorder<Conversation>(),
  }),
  input: ({ conversation }) => ({
    conversation: conversation.ref,
    chat: globalChat,
    me: mira,
  }),
  key: (snapshot) => {
    const { asOf, hasOlder, sought, timeline, completeTo, mayLack, latest, isOpen } = snapshot.context;
    const isLoading = snapshot.matches('loading') || snapshot.matches('readingCacheAlone');
    const isBehind = snapshot.matches({ ready: 'catchingUp' }) && completeTo?.id !== timeline.at(-1)?.id;
    return [
      hasOlder,
      sought,
      timeline.some(({ id }) => id === '900'),
      isBehind,
      mayLack,
      isLoading && isOpen,
      isLoading && latest === '1103',
      asOf,
    ];
  },
  samples: {
    'topic opened': { type: 'topic.opened' },
    'opened, with nothing missed': { type: 'topic.opened', latest: '1100' },
    'opened, with one missed': { type: 'topic.opened', latest: '1103' },
    'opened, with no message yet': { type: 'topic.opened', latest: null, oldest: null },
    'opened, with the first ones deleted': { type: 'topic.opened', latest: '1100', oldest: '1100' },
    'topic lost': { type: 'topic.lost' },
    'a message of another': { type: 'messages.arrived', messages: messages(1101, 1101) },
    'an own echo': { type: 'messages.arrived', messages: [echoOf('c1', '1102')] },
    'own one queued': { type: 'lane.changed', messages: [text('c1')] },
    'own one withdrawn': { type: 'lane.changed', messages: [] },
    cleared: { type: 'chat.cleared' },
    'Kabir left': { type: 'member.left', memberId: user('kabir').id },
    'a full newest page': done('fetchHistory', messages(1051, 1100), 'fetchNewest'),
    'a short newest page': done('fetchHistory', messages(1099, 1100), 'fetchNewest'),
    'cached page read': { type: 'page.cached', page: messages(1041, 1090), asOf: 7_000 },
    'nothing was kept': { type: 'page.unknown' },
    'newest unreachable': failed('fetchHistory', new CallFailure('network', 0), 'fetchNewest'),
    'newest refused': failed('fetchHistory', new CallFailure('refused', 403), 'fetchNewest'),
    'server out of order': failed('fetchHistory', new CallFailure('refused', 503), 'fetchNewest'),
    'older asked for': { type: 'older.fetch' },
    'a full older page': done('fetchHistory', messages(851, 1050), 'fetchOlder'),
    'a short older page': done('fetchHistory', messages(1040, 1050), 'fetchOlder'),
    'older refused': failed('fetchHistory', new CallFailure('refused', 503), 'fetchOlder'),
    'a loaded one sought': { type: 'original.seek', messageId: '1100' },
    'one further back sought': { type: 'original.seek', messageId: '900' },
    'no longer sought': { type: 'original.forget' },
    'the reader is back': { type: 'reader.returned' },
    'caught up': done('catchUp', { page: messages(1090, 1105), limit: 16, reachesBack: true, refusal: null }),
    'caught up with all there is': done('catchUp', {
      page: messages(1100, 1105),
      limit: 50,
      reachesBack: true,
      refusal: null,
    }),
    'too much missed': done('catchUp', { page: messages(1095, 1100), limit: 6, reachesBack: false, refusal: null }),
    'refused to catch up': done('catchUp', {
      page: [],
      limit: 50,
      reachesBack: false,
      refusal: new CallFailure('refused', 500),
    }),
    retried: { type: 'history.retry' },
    'older retried': { type: 'older.retry' },
    'begun again': { type: 'supervision.restarted' },
    '2 s': elapsed('xstate.after.joinGap.history.ready', 2_000),
  },
  logs: (sample, { context, ...now }) =>
    (['newest unreachable', 'server out of order'].includes(sample) && now.matches({ loading: 'cached' })) ||
    (sample === 'older refused' && context.sought === null),
  ways,
  states: {
    loading: {
      sees: ({ read, ports }) => {
        expect(read(selectCanFetchOlder)).toBe(false);
        expect(ports.fetchHistory.running).toBe(true);
        expect(ports.fetchHistory.calls.at(-1)).toEqual({ chat: globalChat, limit: 50 });
        expect(read(selectAsOf)).toBe(null);
      },
      takes: { 'a full newest page': once(true), 'a short newest page': once(false), 'newest refused': 'failed' },
    },
    'loading.readingCache': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectIsReady)]).toEqual([true, false]),
      takes: {
        ...whileLoading('loading.readingCache'),
        'cached page read': painted(() => 'loading.cached'),
        'nothing was kept': 'loading.blank',
        'newest unreachable': 'readingCacheAlone',
        'server out of order': 'readingCacheAlone',
      },
    },
    'loading.blank': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectIsReady)]).toEqual([true, false]),
      takes: { ...whileLoading('loading.blank'), 'newest unreachable': 'failed', 'server out of order': 'failed' },
    },
    'loading.cached': {
      sees: ({ read }) => expect([read(selectIsLoading), read(selectIsReady)]).toEqual([false, true]),
      takes: {
        ...whileLoading('loading.cached'),
        // The shown copy stays, and what it lacks is fetched when the topic is open.
        'newest unreachable': (now) => ({
          to:
            now.context.isOpen || now.context.latest === '1103'
              ? 'ready.catchingUp'
              : now.context.sought && !isHere(now, now.context.sought)
                ? 'ready.fetchingOlder'
                : 'ready.resting',
          sees: ({ read }) => {
            expect(read(selectAsOf)).toBe(7_000);
            expect(read(({ context }) => context.mayLack)).toBe('anything');
          },
        }),
        // A 5xx is no refusal (DECISIONS 62): the copy stays, and the chat is fetched until the server answers.
        'server out of order': {
          to: 'ready.catchingUp',
          sees: ({ read }) =>
            expect([read(selectAsOf), read(({ context }) => context.mayLack)]).toEqual([7_000, 'anything']),
        },
      },
    },
    readingCacheAlone: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectIsReady)]).toEqual([true, false]);
        expect(ports.fetchHistory.running).toBe(false);
      },
      takes: {
        ...everywhere('readingCacheAlone'),
        ...seeks('readingCacheAlone'),
        ...allLeadTo('loading.readingCache'),
        'cached page read': painted(({ context: { isOpen, latest, sought: wanted } }) =>
          isOpen || latest === '1103' ? 'ready.catchingUp' : wanted ? 'ready.fetchingOlder' : 'ready.resting',
        ),
        'nothing was kept': 'failed',
      },
    },
    failed: {
      sees: ({ read, ports }) => {
        expect(read(selectHistoryFailure)).toMatch(
          /^(Failed to fetch messages \(Status: (403|500|503)\)|Could not load chat\.)$/,
        );
        expect(read(selectIsReady)).toBe(false);
        expect(ports.fetchHistory.running).toBe(false);
      },
      takes: {
        ...everywhere('failed'),
        ...seeks('failed'),
        ...allLeadTo('loading.blank'),
        retried: 'loading.blank',
      },
    },
    ready: {
      sees: ({ read }) => {
        expect(read(selectIsReady)).toBe(true);
        expect(read(selectHistoryFailure)).toBe(null);
        const timeline = ids(read(selectTimeline));
        expect(new Set(timeline).size).toBe(timeline.length);
      },
      takes: {
        // What this device had kept can be refreshed by hand.
        retried: ({ context }) => (context.asOf === null ? null : 'ready.catchingUp'),
        // Right after the page was fetched nothing is asked again; after a lost connection, or 2 s later, what was missed.
        'topic opened': (now) => (now.context.mayLack === 'nothing' ? null : 'ready.catchingUp'),
        // If the server tells its newest message, the chart knows whether one was missed, however late the server tells it.
        'opened, with nothing missed': (now) => (now.context.mayLack === 'anything' ? 'ready.catchingUp' : null),
        'opened, with one missed': (now) =>
          now.context.mayLack === 'anything' || !isHere(now, '1103') ? 'ready.catchingUp' : null,
        // All messages that are loaded were deleted.
        'opened, with no message yet': 'ready.catchingUp',
        // DECISIONS P17
        'opened, with the first ones deleted': (now) =>
          now.context.mayLack !== 'anything' && isHere(now, '1100')
            ? null
            : {
                to: 'ready.catchingUp',
                sees: (setup: Setup) => {
                  if (!isHere(now, '1100')) return;
                  expect(shown(setup).filter((id) => Number(id) < 1100)).toEqual([]);
                  expect(setup.read(({ context }) => context.hasOlder)).toBe(false);
                },
              },
      },
    },
    'ready.resting': {
      sees: ({ read, actor, ports }) => {
        expect(ports.fetchHistory.running || ports.catchUp.running).toBe(false);
        expect(read(selectCanFetchOlder)).toBe(actor.getSnapshot().context.hasOlder);
        expect(actor.getSnapshot().context.sought).toBe(null);
      },
      takes: {
        ...everywhere('ready.resting'),
        '2 s': late('ready.resting'),
        'topic lost': completeToNewest('ready.resting'),
        'older asked for': ({ context }) => (context.hasOlder ? 'ready.fetchingOlder' : null),
        'a loaded one sought': (now) =>
          isHere(now, '1100')
            ? { to: 'ready.resting', ...found('1100') }
            : now.context.hasOlder
              ? 'ready.fetchingOlder'
              : { to: 'ready.resting', ...stalled() },
        'one further back sought': (now) =>
          isHere(now, '900')
            ? { to: 'ready.resting', ...found('900') }
            : now.context.hasOlder
              ? 'ready.fetchingOlder'
              : { to: 'ready.resting', ...stalled() },
      },
    },
    'ready.fetchingOlder': {
      sees: ({ read, ports, actor }) => {
        expect(read(selectIsFetchingOlder)).toBe(true);
        const before = ids(actor.getSnapshot().context.timeline).find((id) => !id.startsWith('temp-'));
        expect(ports.fetchHistory.calls.at(-1)).toEqual({ chat: globalChat, limit: 200, before });
      },
      takes: {
        ...everywhere('ready.fetchingOlder'),
        '2 s': late('ready.fetchingOlder'),
        'topic lost': completeToNewest('ready.fetchingOlder'),
        'a full older page': (now) => {
          const { context } = now;
          // The sought message is newer than all loaded ones, so all older pages are searched for it.
          if (context.sought === '1100')
            return isHere(now, '900') ? { to: 'ready.resting', ...stalled() } : 'ready.fetchingOlder';
          if (context.sought === '900') return { to: 'ready.resting', ...found('900') };
          return {
            to: 'ready.resting',
            sees: (setup: Setup) => {
              loaded('851').sees(setup);
              if (context.sought === null) expect(reasons(setup)).not.toContain(GONE);
            },
          };
        },
        'a short older page': (now) =>
          now.context.sought
            ? { to: 'ready.resting', ...stalled() }
            : { to: 'ready.resting', ...loaded(isHere(now, '900') ? '851' : '1040') },
        'older refused': ({ context }) =>
          context.sought
            ? { to: 'ready.olderFailed', ...stalled('Failed to fetch messages (Status: 503)') }
            : {
                to: 'ready.olderFailed',
                sees: (setup: Setup) => expect(reasons(setup)).not.toContain('Failed to fetch messages (Status: 503)'),
              },
        'a loaded one sought': (now) =>
          isHere(now, '1100')
            ? { to: 'ready.fetchingOlder', ...found('1100') }
            : { to: 'ready.fetchingOlder', ...sought('1100') },
        'one further back sought': (now) =>
          isHere(now, '900')
            ? { to: 'ready.fetchingOlder', ...found('900') }
            : { to: 'ready.fetchingOlder', ...sought('900') },
      },
    },
    'ready.olderFailed': {
      sees: ({ read, actor }) => {
        expect(read(selectOlderFailed)).toBe(true);
        expect(actor.getSnapshot().context.sought).toBe(null);
      },
      takes: {
        ...everywhere('ready.olderFailed'),
        '2 s': late('ready.olderFailed'),
        'topic lost': completeToNewest('ready.olderFailed'),
        'older retried': 'ready.fetchingOlder',
        'a loaded one sought': (now) =>
          isHere(now, '1100') ? { to: 'ready.resting', ...found('1100') } : 'ready.fetchingOlder',
        'one further back sought': (now) =>
          isHere(now, '900') ? { to: 'ready.resting', ...found('900') } : 'ready.fetchingOlder',
      },
    },
    'ready.catchingUp': {
      sees: ({ ports, read }) => {
        expect(ports.catchUp.running).toBe(true);
        expect(read(selectCanFetchOlder)).toBe(false);
      },
      takes: {
        ...everywhere('ready.catchingUp'),
        // A fetch that is under way is not begun anew.
        retried: {
          to: 'ready.catchingUp',
          sees: ({ ports }) => expect(ports.catchUp.received.at(-1)).toEqual({ type: 'history.retry' }),
        },
        '2 s': late('ready.catchingUp'),
        // What was missed before is still missing. Messages that are sent now are missed, too.
        'topic lost': ({ context }) => ({
          to: 'ready.catchingUp',
          sees: ({ read }) =>
            expect(read(({ context: now }) => [now.mayLack, now.completeTo])).toEqual(['anything', context.completeTo]),
        }),
        'caught up': (now) =>
          now.context.sought === '900' && !isHere(now, '900')
            ? now.context.hasOlder
              ? 'ready.fetchingOlder'
              : { to: 'ready.resting', ...stalled() }
            : {
                to: 'ready.resting',
                sees: (setup: Setup) => {
                  expect(shown(setup)).toContain('1105');
                  if (isHere(now, '1095')) expect(shown(setup)).toContain('1095');
                },
              },
        // DECISIONS P17: messages that the server has deleted are not shown any longer.
        'caught up with all there is': (now) =>
          now.context.sought && now.context.sought !== '1100'
            ? { to: 'ready.resting', ...stalled() }
            : {
                to: 'ready.resting',
                sees: (setup: Setup) => {
                  const sent = shown(setup).filter((id) => !id.startsWith('temp-'));
                  // What came over the topic meanwhile may be newer than the page.
                  expect(sent).toEqual(['1100', '1101', '1102', '1103', '1104', '1105']);
                  expect(setup.read(({ context }) => context.hasOlder)).toBe(false);
                },
              },
        'too much missed': ({ context }) =>
          context.sought === '900'
            ? 'ready.fetchingOlder'
            : { to: 'ready.resting', ...(context.sought ? found('1100') : loaded('1095')) },
        'refused to catch up': 'failed',
        'a loaded one sought': (now) =>
          isHere(now, '1100')
            ? { to: 'ready.catchingUp', ...found('1100') }
            : { to: 'ready.catchingUp', ...sought('1100') },
        'one further back sought': (now) =>
          isHere(now, '900')
            ? { to: 'ready.catchingUp', ...found('900') }
            : { to: 'ready.catchingUp', ...sought('900') },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
