import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { messageOr, statusOf } from '../../contract/failure';
import { type IncidentStatus, incidentStatuses } from '../../contract/incidents';
import type { Assignment, Candidate } from '../../contract/teams';
import { type CandidateSort, sortCandidates } from '../../rules/candidates';
import { assignmentTexts, TEAM_FAILURE } from '../../rules/caseTexts';
import { incidentLifecycle } from '../lifecycles/incident.machine';
import { actIn, judge } from '../lifecycles/judge';
import { alerting, type NoticesEvent } from '../session/notices.machine';
import { workflow } from '../supervision';
import { type AboutIncident, type AssignmentSheet, assignTeam, fetchSheet, fetchTeam } from './ports';

export type AssignmentEvent =
  | { type: 'list.retry' }
  | { type: 'sort.choose'; sort: CandidateSort }
  | { type: 'candidate.toggle'; userId: string }
  /** With the roles of the member who presses the button. */
  | { type: 'team.assign'; roles: readonly string[] }
  | { type: 'dialog.close' };

interface AssignmentInput extends AboutIncident {
  /** The chart that shows the app's bars and toasts. */
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
  /** The status of the incident. An unknown one counts as REPORTED, and the server decides. */
  status: IncidentStatus;
  /** The incident's `lastUpdated` when the volunteers were fetched. */
  seen: string | null;
  failure: string;
  assignment: Assignment | null;
}

const knownStatus = (status: string) => incidentStatuses.find((known) => known === status) ?? 'REPORTED';

/** The context after the volunteers are fetched. Volunteers who were chosen before stay chosen. */
const withSheet = (context: AssignmentContext, { status, candidates, lastUpdated }: AssignmentSheet) => ({
  candidates,
  sorted: sortCandidates(candidates, context.sort),
  selected: context.selected.filter((id) => candidates.some(({ userId }) => userId === id)),
  status: knownStatus(status),
  seen: lastUpdated,
});

/** The lifecycle's event for the button: an ASSIGNED incident gets another team, any other its first (DECISIONS 22). */
export const actOf = (status: IncidentStatus) =>
  actIn(incidentLifecycle, status, 'team.reassign') ? 'team.reassign' : 'team.assign';

/** Chooses a team for an incident, or replaces it (S2 §2, /incident/{incidentId}/assign). */
export const assignmentMachine = workflow({
  types: {
    input: {} as AssignmentInput,
    context: {} as AssignmentContext,
    events: {} as AssignmentEvent,
    tags: {} as 'loading' | 'choosing',
  },
  actors: { assignTeam, fetchSheet, fetchTeam },
}).createMachine({
  id: 'assignment',
  context: ({ input }) => ({
    ...input,
    candidates: [],
    sort: 'Suggested',
    sorted: [],
    selected: [],
    status: 'REPORTED',
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
            guard: ({ event }) => actOf(knownStatus(event.output.status)) === 'team.reassign',
            target: 'loadingTeam',
            actions: assign(({ context, event }) => withSheet(context, event.output)),
            description: 'An ASSIGNED incident gets other members; case and chat stay. S2 §4, decision 22',
          },
          {
            guard: ({ event }) => !actIn(incidentLifecycle, knownStatus(event.output.status), 'team.assign'),
            target: 'impossible',
            description: 'Only a REPORTED or ONGOING incident gets a team. S2 §4, decision 22',
          },
          { target: 'choosing', actions: assign(({ context, event }) => withSheet(context, event.output)) },
        ],
        onError: [
          {
            guard: ({ event }) => statusOf(event.error) === 403,
            target: 'turnedAway',
            description: 'Trying again would not help a member without the role. S2 §6',
          },
          {
            target: 'failed',
            actions: assign({ failure: ({ event }) => assignmentTexts.listFailure(event.error) }),
            description: "'Failed to fetch volunteer list.', 'Could not connect to the server.' S2 §8",
          },
        ],
      },
    },
    loadingTeam: {
      tags: 'loading',
      description: 'The present team is selected to begin with, so that nobody is dropped by mistake.',
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: {
          target: 'choosing',
          actions: assign({
            selected: ({ context, event }) =>
              context.candidates
                .map(({ userId }) => userId)
                .filter((id) => event.output.teamMembers.some(({ userId }) => userId === id)),
          }),
        },
        onError: { target: 'failed', actions: assign({ failure: TEAM_FAILURE }) },
      },
    },
    failed: { on: { 'list.retry': { target: 'loading' } } },
    impossible: { description: 'An incident in this status cannot get a team.' },
    choosing: {
      tags: 'choosing',
      on: {
        'sort.choose': {
          actions: assign(({ context, event: { sort } }) => ({
            sort,
            sorted: sortCandidates(context.candidates, sort),
          })),
        },
        'candidate.toggle': {
          actions: assign({
            selected: ({ context: { selected }, event: { userId } }) =>
              selected.includes(userId) ? selected.filter((id) => id !== userId) : [...selected, userId],
          }),
          description: 'Clicking a card toggles selection. S2 §2',
        },
        'team.assign': [
          {
            guard: ({ context }) => context.selected.length === 0,
            description: 'At least one volunteer must be selected. S2 §5',
          },
          {
            guard: ({ context: { status }, event: { roles } }) =>
              judge(incidentLifecycle, status, { type: actOf(status), roles }).allowed,
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
        input: ({ context: { incidentId, candidates, selected, seen } }) => ({
          incidentId,
          userIds: selected.map((id) => candidates.find(({ userId }) => userId === id)?.wireId ?? id),
          seen,
        }),
        onDone: { target: 'assigned', actions: assign({ assignment: ({ event }) => event.output }) },
        onError: [
          { guard: ({ event }) => statusOf(event.error) === 403, target: 'unauthorized' },
          {
            guard: ({ event }) => statusOf(event.error) === 409,
            target: 'overtaken',
            actions: assign({ failure: ({ event }) => messageOr(event.error, assignmentTexts.failure) }),
            description: "Somebody else has changed the incident meanwhile: the server's message is shown. Decision 22",
          },
          {
            target: 'choosing',
            actions: sendTo(
              ({ context }) => context.notices,
              ({ event }) => alerting(assignmentTexts.alert(event.error)),
            ),
            description:
              "An alert: 'An error occurred while assigning the team. Please try again.', and the server's reason below. The selection stays. S2 §8, decision 90",
          },
        ],
      },
    },
    turnedAway: {
      description: "A dialog: the 'Rescue Captain' or a higher role is needed. S2 §6",
      on: { 'dialog.close': { target: 'back' } },
    },
    unauthorized: {
      tags: 'choosing',
      description: "A dialog: the 'Rescue Captain' or a higher role is needed. S2 §6",
      on: { 'dialog.close': { target: 'choosing' } },
    },
    overtaken: {
      tags: 'choosing',
      on: { 'dialog.close': { target: 'loading', description: 'The incident is fetched again.' } },
    },
    assigned: {
      tags: 'choosing',
      description: 'A dialog with case id, team name and first names; Done returns to /live. S2 §2',
      on: { 'dialog.close': { target: 'left' } },
    },
    left: { type: 'final' },
    back: { type: 'final', description: 'Back to the incident.' },
  },
});
export type AssignmentRef = ActorRefFrom<typeof assignmentMachine>;
export type AssignmentSnapshot = SnapshotFrom<typeof assignmentMachine>;
