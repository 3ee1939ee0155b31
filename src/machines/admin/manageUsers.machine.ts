import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import type { AdminUser } from '../../contract/administration';
import { fullNameOf } from '../../rules/names';
import { hasWords } from '../../rules/people/volunteers';
import { type FeedFact, feedOf } from '../feed.machine';
import { keepOnRestart, workflow } from '../supervision';
import { type AdminTaskFact, adminTaskMachine } from './adminTask.machine';

interface ManageUsersInput {
  /** The id of the super admin. */
  readonly userId: string;
}

type ManageUsersEvent =
  | FeedFact<readonly AdminUser[]>
  | AdminTaskFact
  | { type: 'search.change'; search: string }
  | { type: 'user.toggle'; userId: string }
  /** Selects all users that match the search, or none of them if all are selected. */
  | { type: 'shown.toggle' }
  | { type: 'notify.toggle' }
  | { type: 'deletion.ask' }
  /** `otherwise` is shown as the new password if the server returns none. */
  | { type: 'reset.ask'; user: AdminUser; otherwise: string };

interface ManageUsersContext extends ManageUsersInput {
  users: readonly AdminUser[];
  /** All users that were ever on the list, because a report names users who have been deleted. */
  known: readonly AdminUser[];
  search: string;
  /** The users that match the search. */
  shown: readonly AdminUser[];
  selected: readonly string[];
  /** Off by default (DECISIONS P19). */
  notifyUsers: boolean;
}

/** The placeholder of the password reset's order until a user is chosen. */
const nobody: AdminUser = { userId: '', username: '', firstName: '', lastName: '' };

const found = (users: readonly AdminUser[], search: string) =>
  users.filter((user) => hasWords(`${fullNameOf(user)} ${user.username}`, search));
const areAllSelected = ({ shown, selected }: ManageUsersContext) =>
  shown.length > 0 && shown.every(({ userId }) => selected.includes(userId));

/** The Manage Users modal (S2 §2, /superadmin): search, selection, batch deletion, reset of a password. */
export const manageUsersMachine = workflow({
  types: {
    input: {} as ManageUsersInput,
    context: {} as ManageUsersContext,
    events: {} as ManageUsersEvent,
    children: {} as { deletion: 'deletion'; feed: 'feed'; passwordReset: 'passwordReset' },
  },
  actors: {
    deletion: adminTaskMachine,
    feed: feedOf<readonly AdminUser[], { userId: string }>(),
    passwordReset: adminTaskMachine,
  },
}).createMachine({
  id: 'manageUsers',
  context: ({ input }) => ({
    ...input,
    users: [],
    known: [],
    search: '',
    shown: [],
    selected: [],
    notifyUsers: false,
  }),
  invoke: [
    {
      id: 'feed',
      src: 'feed',
      input: ({ context: { userId }, self }) => ({ query: { userId }, gather: 0, parent: self }),
    },
    {
      id: 'deletion',
      src: 'deletion',
      input: ({ self }) => ({ order: { kind: 'deleteUsers' as const, users: [], notifyUsers: false }, owner: self }),
    },
    {
      id: 'passwordReset',
      src: 'passwordReset',
      input: ({ self }) => ({
        order: { kind: 'resetPassword' as const, user: nobody, otherwise: '' },
        owner: self,
      }),
    },
  ],
  on: {
    'feed.fetched': {
      target: '.shown',
      actions: assign(({ context: { known, search, selected }, event: { data } }) => ({
        users: data,
        known: [...data, ...known.filter(({ userId }) => !data.some((user) => user.userId === userId))],
        shown: found(data, search),
        selected: selected.filter((id) => data.some(({ userId }) => userId === id)),
      })),
      description: 'Users who are no longer on the list are not selected any more.',
    },
  },
  initial: 'waiting',
  states: {
    waiting: { description: "The list is being fetched, or 'Failed to fetch user list.' is shown. S2 §8" },
    shown: {
      on: {
        'search.change': {
          actions: assign(({ context: { users }, event: { search } }) => ({ search, shown: found(users, search) })),
        },
        'user.toggle': {
          guard: ({ context: { users }, event }) => users.some(({ userId }) => userId === event.userId),
          actions: assign({
            selected: ({ context: { selected }, event: { userId } }) =>
              selected.includes(userId) ? selected.filter((id) => id !== userId) : [...selected, userId],
          }),
        },
        'shown.toggle': {
          actions: assign(({ context }) => {
            const ids = context.shown.map(({ userId }) => userId);
            const others = context.selected.filter((id) => !ids.includes(id));
            return { selected: areAllSelected(context) ? others : [...others, ...ids] };
          }),
        },
        'notify.toggle': { actions: assign({ notifyUsers: ({ context }) => !context.notifyUsers }) },
        'deletion.ask': {
          actions: enqueueActions(({ context: { users, selected, notifyUsers }, enqueue }) => {
            const chosen = users.filter(({ userId }) => selected.includes(userId));
            enqueue.sendTo('deletion', {
              type: 'order.change',
              order: { kind: 'deleteUsers', users: chosen, notifyUsers },
            });
            enqueue.sendTo('deletion', { type: 'task.ask' });
          }),
        },
        'reset.ask': {
          actions: enqueueActions(({ enqueue, event: { user, otherwise } }) => {
            enqueue.sendTo('passwordReset', {
              type: 'order.change',
              order: { kind: 'resetPassword', user, otherwise },
            });
            enqueue.sendTo('passwordReset', { type: 'task.ask' });
          }),
        },
        'task.done': {
          actions: sendTo('feed', { type: 'feed.refresh' }),
          description: 'Deleted users disappear from the list.',
        },
        'task.failed': {
          actions: sendTo('feed', { type: 'feed.refresh' }),
          description: 'If only the answer was lost, the users are deleted.',
        },
      },
    },
  },
});
keepOnRestart(manageUsersMachine, 'search', 'notifyUsers');
export type ManageUsersRef = ActorRefFrom<typeof manageUsersMachine>;
export type ManageUsersSnapshot = SnapshotFrom<typeof manageUsersMachine>;

export const selectIsShown = (snapshot: ManageUsersSnapshot) => snapshot.matches('shown');
/** The users that match the search, in the server's order. */
export const selectShown = (snapshot: ManageUsersSnapshot) => snapshot.context.shown;
/** All users that are or were on the list. */
export const selectKnown = (snapshot: ManageUsersSnapshot) => snapshot.context.known;
export const selectSearch = (snapshot: ManageUsersSnapshot) => snapshot.context.search;
export const selectIsSelected = (userId: string) => (snapshot: ManageUsersSnapshot) =>
  snapshot.context.selected.includes(userId);
export const selectAreAllSelected = (snapshot: ManageUsersSnapshot) => areAllSelected(snapshot.context);
export const selectSelectedCount = (snapshot: ManageUsersSnapshot) => snapshot.context.selected.length;
export const selectNotifyUsers = (snapshot: ManageUsersSnapshot) => snapshot.context.notifyUsers;
export const selectFeed = (snapshot: ManageUsersSnapshot) => snapshot.children.feed;
export const selectDeletion = (snapshot: ManageUsersSnapshot) => snapshot.children.deletion;
export const selectPasswordReset = (snapshot: ManageUsersSnapshot) => snapshot.children.passwordReset;
