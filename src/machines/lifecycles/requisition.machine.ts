import { setup } from 'xstate';
import { managesInventory } from '../../rules/roles';

/** The caller's roles, with or without the ROLE_ prefix. */
interface ByRoles {
  readonly roles: readonly string[];
}

/** The events of a requisition: acts of members (imperative), and facts that follow from something else (past tense). */
export type RequisitionLifecycleEvent =
  | ({ type: 'requisition.approve' } & ByRoles)
  | ({ type: 'requisition.deny' } & ByRoles)
  | ({ type: 'requisition.dispatch' } & ByRoles)
  | { type: 'requisition.acknowledge'; isRequester: boolean }
  | { type: 'requester.removed' };

/**
 * The lifecycle of a requisition: a member's request for supplies from the central inventory (S2 §4, DECISIONS 32). The server
 * refuses what it does not allow; the inventory and the kit show the buttons that it has.
 */
export const requisitionLifecycle = setup({
  types: { events: {} as RequisitionLifecycleEvent },
  guards: {
    managesInventory: ({ event }) => 'roles' in event && managesInventory(event.roles),
    isRequester: ({ event }) => 'isRequester' in event && event.isRequester,
  },
}).createMachine({
  id: 'requisitionLifecycle',
  initial: 'PENDING',
  states: {
    PENDING: {
      description: 'Sent by a member; an inventory manager has to decide. S2 §4',
      on: {
        'requisition.approve': {
          guard: 'managesInventory',
          target: 'APPROVED',
          description: 'An inventory manager or super admin approves; nothing is reserved. S2 §4, DECISIONS 16, K9',
        },
        'requisition.deny': {
          guard: 'managesInventory',
          target: 'DENIED',
          description: 'An inventory manager or super admin denies, with an optional reason. S2 §4, DECISIONS 16',
        },
        'requester.removed': { target: 'DENIED', description: 'Its member was deleted. DECISIONS P7' },
      },
    },
    APPROVED: {
      description: 'Ready for dispatch. S2 §2, DECISIONS 32',
      on: {
        'requisition.dispatch': {
          guard: 'managesInventory',
          target: 'DISPATCHED',
          description: 'An inventory manager or super admin hands it out; the stock goes down. S2 §4, DECISIONS 32',
        },
        'requester.removed': { target: 'DENIED', description: 'Its member was deleted. DECISIONS P7' },
      },
    },
    DISPATCHED: {
      description: 'On its way to the member. S2 §4',
      on: {
        'requisition.acknowledge': {
          guard: 'isRequester',
          target: 'RECEIVED',
          description: 'Only the requester confirms that it has arrived; it is added to their kit. S2 §4, DECISIONS 32',
        },
      },
    },
    DENIED: { type: 'final', description: 'Denied by a manager, or because its member was deleted. DECISIONS 32, P7' },
    RECEIVED: { type: 'final', description: "In the member's kit. DECISIONS 32" },
  },
});
