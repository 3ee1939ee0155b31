import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import type { ChatGroupEntry } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import { type ChatListSnapshot, chatListMachine } from '../../../src/machines/chat/chatList.machine';
import {
  selectCanRetry,
  selectEntries,
  selectFailure,
  selectIsEmpty,
  selectIsLoading,
} from '../../../src/machines/chat/chatList.select';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  done,
  elapsed,
  failed,
  promisePort,
  recorder,
  said,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { settle } from './samples';

type Session = ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
const chat = (id: string): ChatGroupEntry => ({
  chatGroup: { id, name: `Case ${id}`, purposeId: id },
  hasUnreadMessages: false,
  lastMessage: null,
});
const props = () => ({
  ports: {
    fetchGroups: promisePort<readonly ChatGroupEntry[]>(),
    groupsTopic: streamPort<never, { userId: string }>(),
  },
  session: recorder<Session>(),
});
interface Scene {
  read<T>(select: (snapshot: ChatListSnapshot) => T): T;
}
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read }: Scene) => expect(read(selectFailure)).toBe(text),
});
const showing = (to: string, ...ids: string[]) => ({
  to,
  sees: ({ read }: Scene) => expect(read(selectEntries).map(({ chatGroup }) => chatGroup.id)).toEqual(ids),
});
const looks =
  (loading: boolean, empty: boolean, failure: string | null) =>
  ({ read }: Scene) => {
    expect([read(selectIsLoading), read(selectIsEmpty), read(selectFailure)]).toEqual([loading, empty, failure]);
  };
const forbidden = 'You are not authorized to view this page. Logging out.';
const refetched = (shown: string, ...ids: string[]) => ({
  'one chat again': ({ value }: ChatListSnapshot) =>
    isOutdated(value) ? showing(`refreshing.shown.populated`, '5', '6') : showing('populated', '5', '6'),
  'no chats again': ({ value }: ChatListSnapshot) =>
    isOutdated(value) ? showing('refreshing.shown.empty') : showing('empty'),
  'refused again': showing(shown, ...ids),
  'forbidden again': 'forbidden',
});
const isOutdated = (value: unknown) => JSON.stringify(value).includes('outdated');

const walk = walkOf({
  machine: chatListMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ session }) => ({ session: session.ref, userId: 'mira' }),
  key: ({ context }) => context.entries.length,
  samples: {
    'one chat': done('fetchGroups', [chat('5')]),
    'no chats': done('fetchGroups', []),
    'no network': failed('fetchGroups', new CallFailure('network', 0)),
    refused: failed('fetchGroups', new CallFailure('refused', 500, 'Out of order.')),
    forbidden: failed('fetchGroups', new CallFailure('refused', 403)),
    'one chat again': done('fetchGroups', [chat('5'), chat('6')], 'refetchGroups'),
    'no chats again': done('fetchGroups', [], 'refetchGroups'),
    'refused again': failed('fetchGroups', new CallFailure('refused', 500), 'refetchGroups'),
    'forbidden again': failed('fetchGroups', new CallFailure('refused', 403), 'refetchGroups'),
    news: said('groupsTopic', { type: 'groups.changed' }),
    'topic broke': broken('groupsTopic'),
    retried: { type: 'list.retry' },
    'time to read': elapsed('xstate.after.farewell.chatList.forbidden', 2_500),
  },
  states: {
    loading: {
      sees: (scene) => {
        looks(true, false, null)(scene);
        expect(scene.ports.groupsTopic.calls).toEqual([{ userId: 'mira' }]);
        expect(scene.ports.fetchGroups.running).toBe(true);
      },
      takes: {
        'no network': failing('Could not connect to server.'),
        refused: failing('Failed to fetch chat groups.'),
        forbidden: 'forbidden',
      },
    },
    'loading.current': {
      sees: ({ read }) => expect(read(selectCanRetry)).toBe(false),
      takes: {
        'one chat': showing('populated', '5'),
        'no chats': showing('empty'),
        news: 'loading.outdated',
        'topic broke': 'loading.current',
      },
    },
    'loading.outdated': {
      sees: ({ ports, last }) => {
        if (last === 'news') expect(ports.fetchGroups.running).toBe(true);
      },
      takes: {
        'one chat': showing('refreshing.shown.populated', '5'),
        'no chats': showing('refreshing.shown.empty'),
        'topic broke': 'loading.outdated',
      },
    },
    failed: {
      sees: ({ read, ports }) => {
        expect(read(selectIsLoading)).toBe(false);
        expect(read(selectCanRetry)).toBe(true);
        expect(ports.fetchGroups.running).toBe(false);
      },
      takes: { retried: 'loading', news: 'loading', 'topic broke': 'failed' },
    },
    forbidden: {
      sees: (scene) => {
        looks(false, false, forbidden)(scene);
        expect(scene.read(selectCanRetry)).toBe(false);
        expect(scene.session.received).toEqual([]);
      },
      takes: { 'time to read': 'loggedOut', 'topic broke': 'forbidden' },
    },
    loggedOut: { sees: ({ session }) => expect(session.received).toEqual([{ type: 'session.end' }]) },
    empty: { sees: looks(false, true, null), takes: { news: 'refreshing.shown.empty', 'topic broke': 'empty' } },
    populated: {
      sees: looks(false, false, null),
      takes: { news: 'refreshing.shown.populated', 'topic broke': 'populated' },
    },
    refreshing: { sees: ({ ports }) => expect(ports.fetchGroups.running).toBe(true) },
    'refreshing.shown.empty': {
      sees: looks(false, true, null),
      takes: { ...refetched('empty'), 'topic broke': 'refreshing.shown.empty' },
    },
    'refreshing.shown.populated': {
      sees: looks(false, false, null),
      takes: {
        ...refetched('populated'),
        'refused again': ({ context }) => showing('populated', ...context.entries.map(({ chatGroup }) => chatGroup.id)),
        'topic broke': 'refreshing.shown.populated',
      },
    },
    'refreshing.news.current': {
      sees: ({ read }) => expect(read(selectCanRetry)).toBe(false),
      takes: { news: 'refreshing.news.outdated' },
    },
    'refreshing.news.outdated': { sees: ({ last }) => expect(last).not.toBe('one chat') },
  },
});
testWalk(walk);
testMutants(walk);

describe('the chat list', () => {
  it('shows every list that it asked for, however fast the news come, and asks once more after the last', async () => {
    const { ports, session } = props();
    const machine = chatListMachine.provide({
      actors: { fetchGroups: ports.fetchGroups.logic as never, groupsTopic: ports.groupsTopic.logic as never },
    });
    const actor = createActor(machine, { input: { session: session.ref, userId: 'mira' } }).start();
    for (let index = 1; index <= 5; index++) {
      for (let news = 0; news < 10; news++) ports.groupsTopic.emit({ type: 'groups.changed' } as never);
      expect(ports.fetchGroups.calls).toHaveLength(index);
      ports.fetchGroups.resolve([chat(String(index))]);
      await settle();
      expect(selectEntries(actor.getSnapshot())[0]?.chatGroup.id).toBe(String(index));
    }
    ports.fetchGroups.resolve([]);
    await settle();
    expect(ports.fetchGroups.running).toBe(false);
    expect(selectIsEmpty(actor.getSnapshot())).toBe(true);
  });
});
