import { expect } from 'vitest';
import {
  selectArchivesActor,
  selectClearChat,
  selectManageUsers,
  selectPurge,
  selectReset,
  superAdminMachine,
} from '../../../src/machines/admin/superAdmin.machine';
import { testMutants } from '../../kit/mutants';
import { streamPort, testWalk, walkOf } from '../../kit/walk';

const props = () => ({
  ports: {
    archives: streamPort(),
    clearChat: streamPort(),
    manageUsers: streamPort(),
    purge: streamPort(),
    reset: streamPort(),
  },
});

const walk = walkOf({
  machine: superAdminMachine,
  props,
  input: () => ({ userId: 'sara', hasArchives: true }),
  samples: { 'Manage Users': { type: 'users.manage' }, closed: { type: 'modal.close' } },
  states: {
    resting: {
      sees: ({ read, ports }) => {
        // S2 §9: 100 messages, 7 days.
        expect(ports.clearChat.calls).toMatchObject([{ order: { kind: 'clearChat', keep: '100' } }]);
        expect(ports.purge.calls).toMatchObject([{ order: { kind: 'purge', days: '7' } }]);
        expect(ports.reset.calls).toMatchObject([{ order: { kind: 'reset', word: '' } }]);
        expect(ports.archives.calls).toEqual([{ exists: true }]);
        expect(
          [selectArchivesActor, selectClearChat, selectPurge, selectReset].map((select) => read<unknown>(select)),
        ).not.toContain(undefined);
        expect(read(selectManageUsers)).toBe(undefined);
      },
      takes: { 'Manage Users': 'managing' },
    },
    managing: {
      sees: ({ read, ports }) => {
        expect(read(selectManageUsers)).toBeDefined();
        expect(ports.manageUsers.calls.at(-1)).toEqual({ userId: 'sara' });
      },
      takes: { closed: 'resting' },
    },
  },
});
testWalk(walk);
testMutants(walk);
