import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo, setup } from 'xstate';
import { messageOr, statusOf } from '../../contract/failure';
import { incidentStatuses } from '../../contract/incidents';
import type { Assignment, Candidate, Team } from '../../contract/teams';
import { type CandidateSort, sortCandidates } from '../../rules/candidates';
import { assignmentTexts, TEAM_FAILURE } from '../../rules/caseTexts';
import { isCaptainOrHigher } from '../../rules/roles';
import { alerting } from '../incidents/facts';
import { incidentLifecycle } from '../lifecycles/incident.machine';
import { judge } from '../lifecycles/judge';
import type { NoticesEvent } from '../session/notices.machine';
import { type AboutIncident, type AssignmentSheet, assignTeam, fetchSheet, fetchTeam } from './ports';

export type AssignmentEvent =
  | { type: 'list.retry' }
  | { type: 'sort.choose'; sort: CandidateSort }
  | { type: 'candidate.toggle'; userId: string }
  /** With the roles of whoever presses the button. */
  | { type: 'team.assign'; roles: readonly string[] }
  | { type: 'dialog.close' };

interface AssignmentInput extends AboutIncident {
  /** The bars of the app. */
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

interface AssignmentContext extends AssignmentInput {
  /** As the server lists them. */
  candidates: readonly Candidate[];
  sort: CandidateSort;
  /** The candidates in the order of the sort. */
  sorted: readonly Candidate[];
  /** User ids, in the order in which they were chosen. */
  selected: readonly string[];
  isReassignment: boolean;
  /** The `lastUpdated` of the incident that the choice is made for. */
  seen: string | null;
  failure: string;
  assignment: Assignment | null;
}

type Failed = { error: unknown };

/** Whether the lifecycle knows an event in a status, whoever asks. Of a status that is not known the server decides. */
const allows = (status: string, type: 'team.assign' | 'team.reassign') => {
  const known = incidentStatuses.find((name) => name === status);
  return known !== undefined && judge(incidentLifecycle, known, { type, roles: ['RESCUE_CAPTAIN'] }).allowed;
};
const isKnown = (status: string) => incidentStatuses.some((name) => name === status);

/** Choosing a team for an incident, or another one (S2 §2, /incident/{incidentId}/assign). */
export const assignmentMachine = setup({
  types: {
    input: {} as AssignmentInput,
    context: {} as AssignmentContext,
    events: {} as AssignmentEvent,
    tags: {} as 'loading' | 'choosing',
  },
  actors: { assignTeam, fetchSheet, fetchTeam },
  guards: {
    isReassignment: (_, { status }: AssignmentSheet) => allows(status, 'team.reassign'),
    takesNoTeam: (_, { status }: AssignmentSheet) => isKnown(status) && !allows(status, 'team.assign'),
    hasNobody: ({ context }) => context.selected.length === 0,
    isCaptainOrHigher: (_, { roles }: { roles: readonly string[] }) => isCaptainOrHigher(roles),
    isForbidden: (_, { error }: Failed) => statusOf(error) === 403,
    isConflict: (_, { error }: Failed) => statusOf(error) === 409,
  },
  actions: {
    keepSheet: assign(
      ({ context }, { sheet, isReassignment }: { sheet: AssignmentSheet; isReassignment: boolean }) => ({
        candidates: sheet.candidates,
        sorted: sortCandidates(sheet.candidates, context.sort),
        selected: context.selected.filter((id) => sheet.candidates.some(({ userId }) => userId === id)),
        isReassignment,
        seen: sheet.lastUpdated,
      }),
    ),
    preselect: assign(({ context }, { teamMembers }: Team) => ({
      selected: context.candidates
        .map(({ userId }) => userId)
        .filter((id) => teamMembers.some(({ userId }) => userId === id)),
    })),
    sortBy: assign(({ context }, { sort }: { sort: CandidateSort }) => ({
      sort,
      sorted: sortCandidates(context.candidates, sort),
    })),
    toggle: assign(({ context: { selected } }, { userId }: { userId: string }) => ({
      selected: selected.includes(userId) ? selected.filter((id) => id !== userId) : [...selected, userId],
    })),
    keepFailure: assign({ failure: (_, failure: string) => failure }),
    alert: sendTo(({ context }) => context.notices, alerting(assignmentTexts.failure)),
    keepAssignment: assign({ assignment: (_, assignment: Assignment) => assignment }),
  },
}).createMachine({
  id: 'assignment',
  context: ({ input }) => ({
    ...input,
    candidates: [],
    sort: 'Default',
    sorted: [],
    selected: [],
    isReassignment: false,
    seen: null,
    failure: '',
    assignment: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'fetchSheet',
        src: 'fetchSheet',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: [
          {
            guard: { type: 'isReassignment', params: ({ event }) => event.output },
            target: 'loadingTeam',
            actions: { type: 'keepSheet', params: ({ event }) => ({ sheet: event.output, isReassignment: true }) },
            description: 'An ASSIGNED incident gets other members; case and chat stay. S2 §4, decision 22',
          },
          {
            guard: { type: 'takesNoTeam', params: ({ event }) => event.output },
            target: 'impossible',
            description: 'Only a REPORTED or ONGOING incident gets a team. S2 §4, decision 22',
          },
          {
            target: 'choosing',
            actions: { type: 'keepSheet', params: ({ event }) => ({ sheet: event.output, isReassignment: false }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => assignmentTexts.listFailure(event.error) },
          description: "'Failed to fetch volunteer list.', 'Could not connect to the server.' S2 §8",
        },
      },
    },
    loadingTeam: {
      tags: 'loading',
      description: 'The present team is selected to begin with, so that nobody is dropped by mistake.',
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'choosing', actions: { type: 'preselect', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: TEAM_FAILURE } },
      },
    },
    failed: { on: { 'list.retry': { target: 'loading' } } },
    impossible: { description: 'The status of the incident has no place for a team now.' },
    choosing: {
      tags: 'choosing',
      on: {
        'sort.choose': { target: 'choosing', actions: { type: 'sortBy', params: ({ event }) => event } },
        'candidate.toggle': {
          target: 'choosing',
          actions: { type: 'toggle', params: ({ event }) => event },
          description: 'Clicking a card toggles selection. S2 §2',
        },
        'team.assign': [
          { guard: 'hasNobody', description: 'At least one selected volunteer. S2 §5' },
          {
            guard: { type: 'isCaptainOrHigher', params: ({ event }) => event },
            target: 'assigning',
            description: 'Captain-or-higher is needed to assign a team. S2 §6',
          },
          { target: 'unauthorized' },
        ],
      },
    },
    assigning: {
      tags: 'choosing',
      invoke: {
        id: 'assignTeam',
        src: 'assignTeam',
        input: ({ context: { incidentId, selected, seen } }) => ({ incidentId, userIds: selected, seen }),
        onDone: { target: 'assigned', actions: { type: 'keepAssignment', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'unauthorized' },
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'overtaken',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => messageOr(event.error, assignmentTexts.failure),
            },
            description: 'Somebody else has changed the incident meanwhile: in the words of the server. Decision 22',
          },
          {
            target: 'choosing',
            actions: 'alert',
            description:
              "An alert: 'An error occurred while assigning the team. Please try again.' The selection stays. S2 §8, decision 90",
          },
        ],
      },
    },
    unauthorized: {
      tags: 'choosing',
      description: "A dialog: the 'Rescue Captain' or a higher role is needed. S2 §6",
      on: { 'dialog.close': { target: 'choosing' } },
    },
    overtaken: {
      tags: 'choosing',
      on: { 'dialog.close': { target: 'loading', description: 'The incident is looked at anew.' } },
    },
    assigned: {
      tags: 'choosing',
      description: 'A dialog with case id, team name and first names; Done returns to /live. S2 §2',
      on: { 'dialog.close': { target: 'left' } },
    },
    left: { type: 'final' },
  },
});
export type AssignmentRef = ActorRefFrom<typeof assignmentMachine>;
export type AssignmentSnapshot = SnapshotFrom<typeof assignmentMachine>;
