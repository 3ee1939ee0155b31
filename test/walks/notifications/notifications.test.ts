import { expect } from 'vitest';
import type { Notification } from '../../../src/contract/notifications';
import {
  type NotificationsSnapshot,
  notificationsMachine,
} from '../../../src/machines/notifications/notifications.machine';
import {
  selectAges,
  selectDeletingAll,
  selectFeed,
  selectHasOlder,
  selectIsFetchingOlder,
  selectMayHaveSome,
  selectMayHaveUnread,
  selectOlderFailed,
  selectPush,
  selectShown,
} from '../../../src/machines/notifications/notifications.select';
import { afterChanges } from '../../../src/rules/notifications/notifications';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { briefNotice } from '../incidents/samples';
import { type Telling, tells } from '../telling';
import { notification } from './samples';

const [third, second, first] = [notification(3), notification(2, { isRead: true }), notification(1)];
const world = scriptedWorld();
const props = () => ({
  ports: {
    ages: streamPort(),
    changes: streamPort(),
    deletingAll: streamPort(),
    feed: streamPort(),
    fetchOlder: promisePort<readonly Notification[]>(),
    push: streamPort(),
  },
  notices: recorder(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props, Telling {
  actor: { getSnapshot(): NotificationsSnapshot };
  read<T>(select: (snapshot: NotificationsSnapshot) => T): T;
}
const idsIn = ({ read }: Setup) => read(selectShown).map(({ id }) => id);

/** A page is two notifications long. */
const PAGE = 2;
const known = ({ context: { listed, made, pending } }: NotificationsSnapshot) =>
  afterChanges(listed, [...made, ...pending]);
const unreadIn = (snapshot: NotificationsSnapshot) => known(snapshot).filter(({ isRead }) => !isRead);

/** The member's change is handed on, and its result is on the screen. */
const changing = (here: string, kind: string, ids: readonly string[], isShown: (setup: Setup) => boolean) => ({
  to: here,
  sees: (setup: Setup) => {
    expect(setup.ports.changes.received.at(-1)).toEqual({ type: 'change.make', change: { kind, ids } });
    expect(isShown(setup)).toBe(true);
  },
});
/** How many there are, if the list shows all of them. */
const countIn = ({ actor }: Setup) => {
  const snapshot = actor.getSnapshot();
  const { filter, isCurrent, hasOlder } = snapshot.context;
  return filter === 'all' && isCurrent && !hasOlder ? known(snapshot).length : null;
};
/** The newest page has come. Pending changes still apply to it, and the ages are counted from its newest notification. */
const taking = (to: string, page: readonly Notification[], isWhole: boolean) => ({
  to,
  sees: (setup: Setup) => {
    expect(setup.ports.ages.received.at(-1)).toEqual({ type: 'ages.follow', newest: Date.parse(third.createdAt) });
    const expected = page.map(({ id }) => id);
    expect(setup.actor.getSnapshot().context.listed.slice(0, page.length)).toEqual(page);
    expect(expected).toEqual(expect.arrayContaining(idsIn(setup).filter((id) => id !== '1')));
    if (isWhole) expect(setup.read(selectHasOlder)).toBe(false);
    expect(setup.actor.getSnapshot().context.isCurrent).toBe(true);
    // An open question about all of them counts what has come.
    expect(setup.ports.deletingAll.received.at(-1)).toEqual({ type: 'list.fetched', count: countIn(setup) });
  },
});
/** Another filter is chosen. Until the answer comes, the known notifications stay, at most a page of them. */
const filtering = (filter: 'all' | 'unread') => (snapshot: NotificationsSnapshot) =>
  snapshot.context.filter === filter
    ? null
    : {
        to: 'resting',
        sees: ({ ports, read, actor }: Setup) => {
          expect(ports.feed.received.at(-1)).toEqual({ type: 'query.change', query: { userId: '7', filter } });
          expect([read(selectHasOlder), actor.getSnapshot().context.isCurrent]).toEqual([false, false]);
          expect(actor.getSnapshot().context.listed).toEqual(snapshot.context.listed.slice(0, PAGE));
          if (filter === 'unread') expect(read(selectShown).every(({ isRead }) => !isRead)).toBe(true);
        },
      };
/** The oldest change has ended. If it failed, the list is as before, with the text of S2 §8. */
const settling = (here: string, hasFailed: boolean) => (snapshot: NotificationsSnapshot) => ({
  to: here,
  sees: (setup: Setup) => {
    const { actor, notices, ports, read } = setup;
    const [oldest, ...others] = snapshot.context.pending;
    expect(actor.getSnapshot().context.pending).toEqual(others);
    if (hasFailed) {
      expect(notices.received.at(-1)).toEqual(briefNotice(texts[oldest?.kind ?? 'read']));
      expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
      expect(read(selectHasOlder)).toBe(snapshot.context.hasOlder);
    } else {
      expect(known(actor.getSnapshot())).toEqual(known(snapshot));
      if (oldest?.kind === 'deleteAll') expect(read(selectHasOlder)).toBe(false);
      if (oldest?.kind === 'readAll') tells(setup, 'All notifications are read.');
      if (oldest?.kind === 'deleteAll') tells(setup, 'All notifications are deleted.');
    }
  },
});
/** S2 §8. */
const texts = {
  read: 'Failed to update notification status.',
  readAll: 'Failed to mark all notification as read.',
  delete: 'Failed to delete notification.',
  deleteAll: 'Failed to delete all notification.',
};

/** The newest page does not show everything: there may be unread ones below its end. */
const mayHaveUnread = (snapshot: NotificationsSnapshot) => snapshot.context.hasOlder || unreadIn(snapshot).length > 0;

// What holds in every state.
const seesList = (setup: Setup, snapshot: NotificationsSnapshot) => {
  const { ports, read } = setup;
  expect(ports.feed.calls).toMatchObject([{ query: { userId: '7', filter: 'all' }, gather: 300 }]);
  expect([ports.ages.calls, ports.changes.calls.length]).toEqual([[{ world }], 1]);
  expect([read(selectFeed), read(selectAges), read(selectDeletingAll)]).not.toContain(undefined);
  expect([read(selectPush)?.id, setup.ports.push.calls]).toEqual(['push', [{ userId: snapshot.context.userId }]]);
  expect(read(selectMayHaveUnread)).toBe(mayHaveUnread(snapshot));
  expect(read(selectMayHaveSome)).toBe(snapshot.context.filter === 'unread' || known(snapshot).length > 0);
};
const takesList = (here: string) => ({
  'a full page': taking(here, [third, second], false),
  'the only one': taking(here, [third], true),
  unread: filtering('unread'),
  all: filtering('all'),
  'the third is opened': (snapshot: NotificationsSnapshot) =>
    unreadIn(snapshot).some(({ id }) => id === '3')
      ? changing(here, 'read', ['3'], ({ actor }) => !unreadIn(actor.getSnapshot()).some(({ id }) => id === '3'))
      : null,
  'the third is deleted': (snapshot: NotificationsSnapshot) =>
    known(snapshot).some(({ id }) => id === '3')
      ? changing(here, 'delete', ['3'], (setup) => !idsIn(setup).includes('3'))
      : null,
  'all are read': (snapshot: NotificationsSnapshot) =>
    mayHaveUnread(snapshot)
      ? changing(
          'resting',
          'readAll',
          unreadIn(snapshot).map(({ id }) => id),
          ({ actor }) => unreadIn(actor.getSnapshot()).length === 0,
        )
      : null,
  'the server has it': settling(here, false),
  'the server has it not': settling(here, true),
  'Delete All': {
    to: here,
    sees: (setup: Setup) =>
      expect(setup.ports.deletingAll.received.at(-1)).toEqual({ type: 'question.ask', count: countIn(setup) }),
  },
  'yes, all': ({ context }: NotificationsSnapshot) =>
    // Older ones that were on their way would come back.
    changing(
      'resting',
      'deleteAll',
      context.listed.map(({ id }) => id),
      ({ read }) => read(selectShown).length === 0,
    ),
});

const walk = walkOf({
  machine: notificationsMachine,
  props,
  input: ({ notices }) => ({
    userId: '7',
    filter: 'all' as const,
    world,
    notices: notices.ref as never,
    pageSize: PAGE,
  }),
  key: (snapshot) => [
    snapshot.context.filter,
    snapshot.context.isCurrent,
    snapshot.context.hasOlder,
    known(snapshot).map(({ id, isRead }) => [id, isRead]),
    snapshot.context.pending[0]?.kind,
    snapshot.context.pending.some(({ kind }) => kind === 'deleteAll'),
  ],
  samples: {
    'a full page': said('feed', { type: 'feed.fetched', data: [third, second] }),
    'the only one': said('feed', { type: 'feed.fetched', data: [third] }),
    unread: { type: 'filter.choose', filter: 'unread' },
    all: { type: 'filter.choose', filter: 'all' },
    'the third is opened': { type: 'notification.open', id: '3' },
    'the third is deleted': { type: 'notification.delete', id: '3' },
    'all are read': { type: 'all.read' },
    'Delete All': { type: 'all.delete' },
    'yes, all': said('deletingAll', { type: 'all.confirmed' }),
    'the end is in view': { type: 'older.want' },
    'older again': { type: 'older.retry' },
    'the first, too': done('fetchOlder', [first]),
    'older fail': failed('fetchOlder'),
    'the server has it': said('changes', { type: 'change.made' }),
    'the server has it not': said('changes', { type: 'change.failed' }),
  },
  states: {
    resting: {
      sees: (setup, snapshot) => {
        seesList(setup, snapshot);
        const { ports, read } = setup;
        expect(ports.fetchOlder.running).toBe(false);
        expect([read(selectIsFetchingOlder), read(selectOlderFailed)]).toEqual([false, false]);
      },
      takes: {
        ...takesList('resting'),

        'the end is in view': ({ context }) =>
          context.hasOlder && !context.pending.some(({ kind }) => kind === 'deleteAll') ? 'fetchingOlder' : null,
      },
    },
    fetchingOlder: {
      sees: (setup, snapshot) => {
        seesList(setup, snapshot);
        const { ports, read } = setup;
        const { context } = snapshot;
        expect(ports.fetchOlder.running).toBe(true);
        expect(ports.fetchOlder.calls.at(-1)).toEqual({ filter: context.filter, before: context.listed.at(-1)?.id });
        expect([read(selectIsFetchingOlder), read(selectOlderFailed)]).toEqual([true, false]);
      },
      takes: {
        ...takesList('fetchingOlder'),

        'a full page': taking('resting', [third, second], false),
        'the only one': taking('resting', [third], true),
        'the first, too': ({ context }) => ({
          to: 'resting',
          sees: ({ actor, read }) => {
            const others = context.listed.filter(({ id }) => id !== '1');
            expect(actor.getSnapshot().context.listed).toEqual([...others, first]);
            // A page with one is not full: it is the last.
            expect(read(selectHasOlder)).toBe(false);
          },
        }),
        'older fail': 'withoutOlder',
      },
    },
    withoutOlder: {
      sees: (setup, snapshot) => {
        seesList(setup, snapshot);
        const { ports, read } = setup;
        expect(ports.fetchOlder.running).toBe(false);
        expect([read(selectIsFetchingOlder), read(selectOlderFailed)]).toEqual([false, true]);
      },
      takes: {
        ...takesList('withoutOlder'),
        'older again': 'fetchingOlder',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
