import { setup } from 'xstate';
import { isAdminOrHigher, isSuperAdmin } from '../../rules/roles';

/** The events of a membership; `roles` are the caller's roles. */
type MembershipEvent =
  | { type: 'membership.logIn' }
  | { type: 'membership.authorize'; roles: readonly string[] }
  | { type: 'membership.deny'; roles: readonly string[] }
  | { type: 'membership.remove'; roles: readonly string[] };

/** The lifecycle of a membership: sign-up, approval, removal (S1 §1, S2 §4, DECISIONS 13). */
export const membershipLifecycle = setup({
  types: { events: {} as MembershipEvent },
  guards: {
    isAdminOrHigher: ({ event }) => 'roles' in event && isAdminOrHigher(event.roles),
    isSuperAdmin: ({ event }) => 'roles' in event && isSuperAdmin(event.roles),
  },
}).createMachine({
  id: 'membershipLifecycle',
  initial: 'PENDING',
  states: {
    PENDING: {
      description: 'Signed up, waiting for an administrator. Cannot log in. S1 §1, DECISIONS 13',
      on: {
        'membership.authorize': {
          guard: 'isAdminOrHigher',
          target: 'ACTIVE',
          description: 'An admin or super admin authorizes the sign-up. S2 §4',
        },
        'membership.deny': {
          guard: 'isAdminOrHigher',
          target: 'DELETED',
          description: 'Denying permanently deletes the profile. S2 §4',
        },
      },
    },
    ACTIVE: {
      description: 'A member. S1 §1',
      on: {
        'membership.logIn': { target: 'ACTIVE', description: 'Only an active member can log in. DECISIONS 2, 13' },
        'membership.remove': {
          guard: 'isSuperAdmin',
          target: 'FORMER',
          description:
            'Deleted in Manage Users: the member becomes a former member. Nobody deletes themself or a super admin. S2 §2, DECISIONS 19, P7',
        },
      },
    },
    FORMER: {
      type: 'final',
      description: "What they did stays, under the name 'Former member'; everything personal is deleted. DECISIONS P7",
    },
    DELETED: { type: 'final', description: 'A denied sign-up: nothing of it is kept. S2 §4' },
  },
});

/** A membership's status as it is stored. */
export type MembershipStatus = 'PENDING' | 'ACTIVE' | 'FORMER';
