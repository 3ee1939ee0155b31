import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { AdminUser } from '../../../src/contract/administration';
import {
  type ManageUsersSnapshot,
  manageUsersMachine,
  selectAreAllSelected,
  selectDeletion,
  selectFeed,
  selectIsSelected,
  selectIsShown,
  selectKnown,
  selectNotifyUsers,
  selectPasswordReset,
  selectSearch,
  selectSelectedCount,
  selectShown,
} from '../../../src/machines/admin/manageUsers.machine';
import { entryName, USERS_FAILURE } from '../../../src/rules/admin/adminTasks';
import { testMutants } from '../../kit/mutants';
import { said, streamPort, testWalk, walkOf } from '../../kit/walk';

const user = (userId: string, firstName: string): AdminUser => ({
  userId,
  username: firstName.toLowerCase(),
  firstName,
  lastName: 'Rao',
});
const mira = user('1', 'Mira');
const ravi = user('2', 'Ravi');

const props = () => ({ ports: { deletion: streamPort(), feed: streamPort(), passwordReset: streamPort() } });
interface Setup {
  read<T>(select: (snapshot: ManageUsersSnapshot) => T): T;
}
const shownIds = ({ read }: Setup) => read(selectShown).map(({ userId }) => userId);
const selectedIds = ({ read }: Setup) => ['1', '2'].filter((id) => read(selectIsSelected(id)));
const shows = (...ids: string[]) => ({ to: 'shown', sees: (setup: Setup) => expect(shownIds(setup)).toEqual(ids) });
/** The users that match each search. */
const found = ({ context: { search } }: ManageUsersSnapshot, ids: readonly string[]) =>
  search === '' ? ids : ids.filter((id) => id === '2');
const came =
  (...ids: string[]) =>
  (snapshot: ManageUsersSnapshot) => ({
    to: 'shown',
    sees: (setup: Setup) => {
      expect(shownIds(setup)).toEqual(found(snapshot, ids));
      expect(selectedIds(setup)).toEqual(ids.filter((id) => snapshot.context.selected.includes(id)));
    },
  });
const selected = (...ids: string[]) => ({
  to: 'shown',
  sees: (setup: Setup) => {
    expect(selectedIds(setup)).toEqual(ids);
    expect(setup.read(selectSelectedCount)).toBe(ids.length);
  },
});
const refreshes = {
  to: 'shown',
  sees: ({ ports }: ReturnType<typeof props>) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' }),
};
const isThere = ({ context: { users } }: ManageUsersSnapshot) => users.some(({ userId }) => userId === '1');

const walk = walkOf({
  machine: manageUsersMachine,
  props,
  input: () => ({ userId: 'sara' }),
  key: ({ context: { users, search, selected: ids, notifyUsers } }) => [
    users.length,
    search,
    ids.toSorted(),
    notifyUsers,
  ],
  keeps: ({ context: { search, notifyUsers } }) => [search, notifyUsers],
  samples: {
    'two came': said('feed', { type: 'feed.fetched', data: [mira, ravi] }),
    'Ravi came': said('feed', { type: 'feed.fetched', data: [ravi] }),
    'ravi is typed': { type: 'search.change', search: 'rÁvi' },
    'nothing is typed': { type: 'search.change', search: '' },
    'Mira is toggled': { type: 'user.toggle', userId: '1' },
    'all shown are toggled': { type: 'shown.toggle' },
    'notify is toggled': { type: 'notify.toggle' },
    'Delete Selected': { type: 'deletion.ask' },
    'Reset of Ravi': { type: 'reset.ask', user: ravi, otherwise: 'word' },
    'a task is done': { type: 'task.done', kind: 'deleteUsers' },
    'a task has failed': { type: 'task.failed', kind: 'deleteUsers' },
  },
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsShown), read(selectShown)]).toEqual([false, []]);
        expect(read(selectNotifyUsers)).toBe(false);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'sara' } }]);
        expect([read(selectFeed), read(selectDeletion), read(selectPasswordReset)]).not.toContain(undefined);
      },
      takes: { 'two came': came('1', '2'), 'Ravi came': came('2') },
    },
    shown: {
      sees: ({ read }) => {
        expect(read(selectIsShown)).toBe(true);
        const shown = read(selectShown);
        expect(read(selectAreAllSelected)).toBe(
          shown.length > 0 && shown.every(({ userId }) => read(selectIsSelected(userId))),
        );
      },
      takes: {
        'two came': came('1', '2'),
        'Ravi came': came('2'),
        'ravi is typed': { ...shows('2') },
        'nothing is typed': (snapshot) => shows(...(isThere(snapshot) ? ['1', '2'] : ['2'])),
        'Mira is toggled': (snapshot) => {
          if (!isThere(snapshot)) return null;
          const ids = snapshot.context.selected;
          return selected(...['1', '2'].filter((id) => ids.includes(id) !== (id === '1')));
        },
        'all shown are toggled': (snapshot) => {
          const { selected: ids, shown } = snapshot.context;
          const targets = shown.map(({ userId }) => userId);
          const all = targets.every((id) => ids.includes(id));
          return selected(...['1', '2'].filter((id) => (targets.includes(id) ? !all : ids.includes(id))));
        },
        'notify is toggled': (snapshot) => ({
          to: 'shown',
          sees: ({ read }) => expect(read(selectNotifyUsers)).toBe(!snapshot.context.notifyUsers),
        }),
        'Delete Selected': (snapshot) => ({
          to: 'shown',
          sees: ({ actor, read }) => {
            expect(actor.getSnapshot().context.selected).toEqual(snapshot.context.selected);
            expect(read(selectSearch)).toBe(snapshot.context.search);
          },
        }),
        'Reset of Ravi': 'shown',
        'a task is done': refreshes,
        // If only the answer was lost, the users are deleted.
        'a task has failed': refreshes,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the tasks of Manage Users', () => {
  it('get the selected users, whatever the search shows, and ask for confirmation', () => {
    const [feed, deletion, passwordReset] = [streamPort(), streamPort(), streamPort()];
    const actors = { feed: feed.logic, deletion: deletion.logic, passwordReset: passwordReset.logic };
    const actor = createActor(manageUsersMachine.provide({ actors: actors as never }), { input: { userId: 'sara' } });
    actor.start();
    expect(deletion.calls).toMatchObject([{ order: { kind: 'deleteUsers', users: [], notifyUsers: false } }]);
    feed.emit({ type: 'feed.fetched', data: [mira, ravi] });
    actor.send({ type: 'user.toggle', userId: '1' });
    actor.send({ type: 'search.change', search: 'ravi' });
    actor.send({ type: 'notify.toggle' });
    actor.send({ type: 'deletion.ask' });
    expect(deletion.received).toEqual([
      { type: 'order.change', order: { kind: 'deleteUsers', users: [mira], notifyUsers: true } },
      { type: 'task.ask' },
    ]);
    actor.send({ type: 'reset.ask', user: ravi, otherwise: 'word' });
    expect(passwordReset.received).toEqual([
      { type: 'order.change', order: { kind: 'resetPassword', user: ravi, otherwise: 'word' } },
      { type: 'task.ask' },
    ]);
    // A deleted user can still be named by a report.
    feed.emit({ type: 'feed.fetched', data: [ravi] });
    expect(selectKnown(actor.getSnapshot())).toEqual([ravi, mira]);
  });
});

it.each([
  [{ userId: '1', username: 'mira', reason: '' }, 'Mira Rao (@mira)'],
  [{ userId: '1', username: '', reason: '' }, 'Mira Rao (@mira)'],
  [{ userId: null, username: 'mira', reason: '' }, 'Mira Rao (@mira)'],
  [{ userId: '9', username: 'gone', reason: '' }, '@gone'],
  [{ userId: '9', username: '', reason: '' }, '#9'],
])('names %j of a report as %s (DECISIONS P19)', (entry, name) => {
  expect(entryName(entry, [mira, ravi])).toBe(name);
});

it('says why there are no users in the words of S2 §8', () => {
  expect(USERS_FAILURE).toBe('Failed to fetch user list.');
});
