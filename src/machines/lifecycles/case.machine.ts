import { or, setup } from 'xstate';
import { isCaptainOrHigher } from '../../rules/roles';

/** The caller: their roles, with or without the ROLE_ prefix, and whether they are in the team of the case. */
interface ByMember {
  readonly roles: readonly string[];
  readonly isInTeam: boolean;
}

/** What may happen to a case. */
export type CaseLifecycleEvent =
  | ({ type: 'case.initiate' } & ByMember)
  | ({ type: 'case.complete' } & ByMember)
  | { type: 'case.reassign'; roles: readonly string[] }
  /** A fact: the last member of the team has left the organisation. */
  | { type: 'team.emptied' };

/** The lifecycle of a case: one rescue of an incident by one team (S2 §4, DECISIONS 22 and 27). */
export const caseLifecycle = setup({
  types: { events: {} as CaseLifecycleEvent },
  guards: {
    isCaptainOrHigher: ({ event }) => 'roles' in event && isCaptainOrHigher(event.roles),
    isOfTeam: ({ event }) => 'isInTeam' in event && event.isInTeam,
  },
}).createMachine({
  id: 'caseLifecycle',
  initial: 'ASSIGNED',
  states: {
    ASSIGNED: {
      description: "Opened by the assignment of a team: 'Initiate Case' is offered. S2 §2, §4",
      on: {
        'case.initiate': {
          guard: or(['isOfTeam', 'isCaptainOrHigher']),
          target: 'IN_PROGRESS',
          description: 'One of the team, or captain-or-higher, confirms who takes part. S2 §4, DECISIONS 27',
        },
        'case.reassign': {
          guard: 'isCaptainOrHigher',
          target: 'ASSIGNED',
          description: 'Other members, same case and chat. DECISIONS 22',
        },
      },
    },
    IN_PROGRESS: {
      description: "The confirmed members are at work: 'Mark as Done' is offered. S2 §2, §4",
      on: {
        'case.complete': {
          guard: or(['isOfTeam', 'isCaptainOrHigher']),
          target: 'CLOSED',
          description: 'With resolution notes; it leaves the list of active cases. S2 §4, DECISIONS 27',
        },
        'team.emptied': {
          target: 'ASSIGNED',
          description:
            'The last of the team has left the organisation. Case and chat wait for another team. DECISIONS 272',
        },
      },
    },
    CLOSED: { type: 'final', description: 'Completed: counted, and part of the history of the incident. DECISIONS 28' },
  },
});
