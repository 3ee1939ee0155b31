import { or, setup } from 'xstate';
import { isCaptainOrHigher } from '../../rules/roles';
import type { ActMeta } from './judge';

/** The caller's roles, with or without the ROLE_ prefix. */
interface ByRoles {
  readonly roles: readonly string[];
}

/** The events of an incident: acts of members (imperative), and facts about its case (past tense). */
export type IncidentLifecycleEvent =
  | { type: 'interest.toggle' }
  | { type: 'team.view' }
  | { type: 'teamKit.view' }
  | { type: 'details.copy' }
  | { type: 'note.add' }
  | ({ type: 'team.assign' } & ByRoles)
  | ({ type: 'team.reassign' } & ByRoles)
  | ({ type: 'incident.edit' } & ByRoles)
  | ({ type: 'incident.locate'; hasCoordinates: boolean } & ByRoles)
  | ({ type: 'incident.close' } & ByRoles)
  | ({ type: 'incident.resolve' } & ByRoles)
  | ({ type: 'incident.reactivate' } & ByRoles)
  | ({ type: 'incident.delete' } & ByRoles)
  | { type: 'case.initiated' }
  | { type: 'team.emptied' }
  | { type: 'case.completed' };

/** Actions marked captain-or-higher in the table of S2 §4: other members do not see the button (DECISIONS 25). */
const hidden: ActMeta = { isHiddenFromOthers: true };

/** Captains can edit in every status; the status stays (S2 §6, DECISIONS 25). */
const editing = <Status extends string>(status: Status) =>
  ({
    'incident.edit': {
      guard: 'isCaptainOrHigher',
      target: status,
      description: 'Captain-or-higher corrects the details; the status stays. S2 §6',
    },
  }) as const;

/** An act of every open incident: 'Update Location' (S2 §4, DECISIONS 26). */
const locating = <Status extends string>(status: Status) =>
  ({
    'incident.locate': {
      guard: 'mayLocate',
      target: status,
      description:
        'Without coordinates any member, else captain-or-higher, who corrects them in the edit form: the button is gone by then. S2 §4, DECISIONS 26',
      meta: hidden,
    },
  }) as const;

/** An act of every open incident, beyond the specification: a member adds what they know (DECISIONS 170). */
const adding = <Status extends string>(status: Status) =>
  ({
    'note.add': { target: status, description: 'Any member adds a note or photos. DECISIONS 170' },
  }) as const;

const interest = <Status extends string>(status: Status) =>
  ({
    'interest.toggle': { target: status, description: "I'm Interested / Remove Interest. S2 §4" },
  }) as const;

const viewingTeam = <Status extends string>(status: Status) =>
  ({
    'team.view': { target: status, description: 'View Team. S2 §4' },
    'teamKit.view': { target: status, description: 'View Team Kit. S2 §4' },
  }) as const;

/**
 * The lifecycle of an incident: the table of actions per status in S2 §4, and DECISIONS 22, 25 and 26. The server refuses acts that
 * it does not allow; the incident page shows its acts as buttons.
 */
export const incidentLifecycle = setup({
  types: { events: {} as IncidentLifecycleEvent, meta: {} as ActMeta },
  guards: {
    isCaptainOrHigher: ({ event }) => 'roles' in event && isCaptainOrHigher(event.roles),
    mayLocate: or([({ event }) => 'hasCoordinates' in event && !event.hasCoordinates, 'isCaptainOrHigher']),
  },
}).createMachine({
  id: 'incidentLifecycle',
  initial: 'REPORTED',
  states: {
    REPORTED: {
      description: 'Somebody has reported an animal in need; nobody is assigned. S2 §4',
      on: {
        ...interest('REPORTED'),
        ...editing('REPORTED'),
        ...locating('REPORTED'),
        ...adding('REPORTED'),
        'team.assign': {
          guard: 'isCaptainOrHigher',
          target: 'ASSIGNED',
          description: 'Opens a case with a team and a chat. DECISIONS 22',
        },
        'incident.close': {
          guard: 'isCaptainOrHigher',
          target: 'CLOSED',
          meta: hidden,
          description: 'Ends it without a case; a reason is required. S2 §4, §5',
        },
      },
    },
    ASSIGNED: {
      description: 'A team has been assigned and has not started. S2 §4',
      on: {
        ...viewingTeam('ASSIGNED'),
        ...editing('ASSIGNED'),
        ...locating('ASSIGNED'),
        ...adding('ASSIGNED'),
        'details.copy': { target: 'ASSIGNED', description: 'The formatted rescue alert with the team. S2 §4' },
        'team.reassign': {
          guard: 'isCaptainOrHigher',
          target: 'ASSIGNED',
          description: 'Keeps the case and its chat, and replaces the members. DECISIONS 22',
        },
        'case.initiated': {
          target: 'IN_PROGRESS',
          description: 'The team has confirmed who takes part. S2 §4',
        },
      },
    },
    IN_PROGRESS: {
      description: 'The team is on it. S2 §4',
      on: {
        ...viewingTeam('IN_PROGRESS'),
        ...editing('IN_PROGRESS'),
        ...locating('IN_PROGRESS'),
        ...adding('IN_PROGRESS'),
        'case.completed': {
          target: 'ONGOING',
          description: 'The case is closed; the animal may need more. DECISIONS 22',
        },
        'team.emptied': {
          target: 'ASSIGNED',
          description: 'All of its team have left: a captain can reassign it. DECISIONS 272',
        },
      },
    },
    ONGOING: {
      description: 'A case has been completed, but the incident is still being followed. S2 §4',
      on: {
        ...interest('ONGOING'),
        ...editing('ONGOING'),
        ...locating('ONGOING'),
        ...adding('ONGOING'),
        'team.assign': {
          guard: 'isCaptainOrHigher',
          target: 'ASSIGNED',
          description: 'Opens the next case. S2 §4, DECISIONS 22',
        },
        'incident.resolve': {
          guard: 'isCaptainOrHigher',
          target: 'RESOLVED',
          meta: hidden,
          description: 'Mark as Resolved. S2 §4',
        },
      },
    },
    RESOLVED: {
      description: 'Nothing more has to be done. S2 §4',
      on: {
        ...editing('RESOLVED'),
        'incident.reactivate': {
          guard: 'isCaptainOrHigher',
          target: 'ONGOING',
          meta: hidden,
          description: 'The result is ONGOING. S2 §4',
        },
        'incident.delete': {
          guard: 'isCaptainOrHigher',
          target: 'DELETED',
          meta: hidden,
          description: 'Delete Incident. S2 §4',
        },
      },
    },
    CLOSED: {
      description: 'Ended with a reason and without a case. S2 §4',
      on: {
        ...editing('CLOSED'),
        'incident.delete': {
          guard: 'isCaptainOrHigher',
          target: 'DELETED',
          meta: hidden,
          description: 'Delete Incident. S2 §4',
        },
      },
    },
    DELETED: {
      type: 'final',
      description:
        'Deleted with its cases, chats and media; an archive is kept if the member asked for one. DECISIONS 29',
    },
  },
});
