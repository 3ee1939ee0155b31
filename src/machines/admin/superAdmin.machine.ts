import type { SnapshotFrom } from 'xstate';
import { type AdminOrder, CLEAR_CHAT_KEEP, PURGE_DAYS } from '../../rules/admin/adminTasks';
import { workflow } from '../supervision';
import { type AdminTaskFact, adminTaskMachine } from './adminTask.machine';
import { archivesMachine } from './archives.machine';
import { manageUsersMachine } from './manageUsers.machine';

interface SuperAdminInput {
  /** The id of the super admin. */
  readonly userId: string;
  /** Whether the server has archives and an audit log. */
  readonly hasArchives: boolean;
}

const clearing: AdminOrder = { kind: 'clearChat', keep: String(CLEAR_CHAT_KEEP) };
const purging: AdminOrder = { kind: 'purge', days: String(PURGE_DAYS) };
const resetting: AdminOrder = { kind: 'reset', word: '' };

/** The panel of the super admins (S2 §2, /superadmin). */
export const superAdminMachine = workflow({
  types: {
    input: {} as SuperAdminInput,
    context: {} as SuperAdminInput,
    events: {} as AdminTaskFact | { type: 'users.manage' } | { type: 'modal.close' },
    children: {} as {
      archives: 'archives';
      clearChat: 'clearChat';
      manageUsers: 'manageUsers';
      purge: 'purge';
      reset: 'reset';
    },
  },
  actors: {
    archives: archivesMachine,
    clearChat: adminTaskMachine,
    manageUsers: manageUsersMachine,
    purge: adminTaskMachine,
    reset: adminTaskMachine,
  },
}).createMachine({
  id: 'superAdmin',
  context: ({ input }) => input,
  invoke: [
    { id: 'archives', src: 'archives', input: ({ context }) => ({ exists: context.hasArchives }) },
    { id: 'clearChat', src: 'clearChat', input: ({ self }) => ({ order: clearing, owner: self }) },
    { id: 'purge', src: 'purge', input: ({ self }) => ({ order: purging, owner: self }) },
    { id: 'reset', src: 'reset', input: ({ self }) => ({ order: resetting, owner: self }) },
  ],
  initial: 'resting',
  states: {
    resting: { on: { 'users.manage': { target: 'managing' } } },
    managing: {
      invoke: {
        id: 'manageUsers',
        src: 'manageUsers',
        input: ({ context: { userId } }) => ({ userId }),
      },
      on: { 'modal.close': { target: 'resting' } },
    },
  },
});
type SuperAdminSnapshot = SnapshotFrom<typeof superAdminMachine>;

export const selectArchivesActor = (snapshot: SuperAdminSnapshot) => snapshot.children.archives;
export const selectClearChat = (snapshot: SuperAdminSnapshot) => snapshot.children.clearChat;
export const selectPurge = (snapshot: SuperAdminSnapshot) => snapshot.children.purge;
export const selectReset = (snapshot: SuperAdminSnapshot) => snapshot.children.reset;
/** The Manage Users modal, while it is open. */
export const selectManageUsers = (snapshot: SuperAdminSnapshot) => snapshot.children.manageUsers;
