import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { messageOr, statusOf } from '../../contract/failure';
import type { IncidentStatus } from '../../contract/incidents';
import type { MovingMember } from '../../contract/movement';
import type { Assignment, Candidate } from '../../contract/teams';
import { assignmentTexts, TEAM_FAILURE } from '../../rules/cases/assignmentTexts';
import { type CandidateSort, changesTo, chosenNames, inShownOrder, sortCandidates } from '../../rules/cases/candidates';
import { type FeedFact, feedOf, isGone, mayLack } from '../feed.machine';
import { knownStatus } from '../incidents/permission';
import { incidentLifecycle } from '../lifecycles/incident.machine';
import { actIn, judge } from '../lifecycles/judge';
import { alertNotice, type NoticesEvent } from '../session/notices.machine';
import { workflow } from '../supervision';
import { type AssignmentSheet, assignTeam, fetchTeam, type SheetQuery } from './ports';

type AssignmentEvent =
  | FeedFact<AssignmentSheet>
  | { type: 'list.retry' }
  | { type: 'sort.choose'; sort: CandidateSort }
  | { type: 'search.change'; search: string }
  | { type: 'candidate.toggle'; userId: string }
  /** With the roles of the member who presses the button. */
  | { type: 'team.assign'; roles: readonly string[] }
  | { type: 'dialog.close' };

interface AssignmentInput extends SheetQuery {
  /** Who was chosen before the page was reloaded. For a reassignment the present team is chosen instead. */
  readonly chosen: readonly string[];
  /** The chart that shows the app's bars and toasts. */
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

interface AssignmentContext extends AssignmentInput {
  /** The animal and the place, as they were last fetched; '' before that. */
  label: string;
  /** As the server lists them. */
  candidates: readonly Candidate[];
  /** The present team and how far its members are on the way: always the newest. Null if it is not known. */
  team: readonly MovingMember[] | null;
  sort: CandidateSort;
  /** The candidates in the order of the sort. */
  sorted: readonly Candidate[];
  /** What the captain has typed to find somebody by name. It changes who is shown, not who is chosen. */
  search: string;
  /** User ids, in the order in which they were chosen. */
  selected: readonly string[];
  /** The team at the time when the choice began; empty if there was none yet. Null before that. */
  begun: readonly string[] | null;
  /**
   * The incident's `lastUpdated` when the member began to choose. Later answers do not change it: if somebody else changes the
   * incident meanwhile, the assignment is refused instead of replacing their team unnoticed.
   */
  seen: string | null;
  /** The incident's status at that time. */
  status: IncidentStatus;
  /** The status that was fetched last. If somebody else has changed it since then, the member is told before the press. */
  newest: string;
  failure: string;
  assignment: Assignment | null;
}

/** The time in which news is collected before one fetch, in milliseconds, because every change of an incident is news here. */
const BURST = 500;

/** The id of the refresh that Look Again asks for. Answers from before that press are not used. */
const LOOK_AGAIN = 'look-again';

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
    children: {} as { assignTeam: 'assignTeam'; feed: 'feed'; fetchTeam: 'fetchTeam' },
  },
  actors: { assignTeam, feed: feedOf<AssignmentSheet, SheetQuery>(), fetchTeam },
  guards: { isGone },
  actions: {
    /** The member's choice is kept. Volunteers who are gone cannot be assigned: the member is told who they are. */
    keepCandidates: enqueueActions(({ context, enqueue }, { candidates, team }: AssignmentSheet) => {
      const isListed = (id: string) => candidates.some(({ userId }) => userId === id);
      enqueue.assign({
        candidates,
        team,
        sorted: inShownOrder(sortCandidates(candidates, context.sort), context.sorted),
        selected: context.selected.filter(isListed),
      });
      const gone = context.candidates.filter(({ userId }) => context.selected.includes(userId) && !isListed(userId));
      const names = gone.map(({ firstName }) => firstName);
      if (gone.length > 0) enqueue.sendTo(context.notices, alertNotice(assignmentTexts.gone(names)));
    }),
    keepIncident: assign((_, { status, lastUpdated }: AssignmentSheet) => ({
      status: knownStatus(status),
      newest: status,
      seen: lastUpdated,
    })),
    keepLabel: assign({ label: (_, { label }: AssignmentSheet) => label }),
    refresh: sendTo('feed', { type: 'feed.refresh' }),
  },
}).createMachine({
  id: 'assignment',
  context: ({ input }) => ({
    ...input,
    label: '',
    candidates: [],
    team: null,
    sort: 'Suggested',
    sorted: [],
    search: '',
    selected: input.chosen,
    begun: null,
    status: 'REPORTED',
    newest: '',
    seen: null,
    failure: '',
    assignment: null,
  }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { incidentId, userId }, self }) => ({
      query: { incidentId, userId },
      gather: BURST,
      parent: self,
    }),
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'There is nothing to choose from yet. Each answer decides what is shown.',
      entry: assign({ sorted: [] }),
      on: {
        'feed.fetched': [
          {
            guard: ({ event }) => mayLack(event, LOOK_AGAIN),
            description: 'The answer was requested before Look Again was pressed: another one follows.',
          },
          {
            guard: ({ event }) => actOf(knownStatus(event.data.status)) === 'team.reassign',
            target: 'open.loadingTeam',
            actions: [
              { type: 'keepLabel', params: ({ event }) => event.data },
              { type: 'keepCandidates', params: ({ event }) => event.data },
              { type: 'keepIncident', params: ({ event }) => event.data },
            ],
            description: 'An ASSIGNED incident gets other members; case and chat stay. S2 §4, DECISIONS 22',
          },
          {
            guard: ({ event }) => !actIn(incidentLifecycle, knownStatus(event.data.status), 'team.assign'),
            target: '.impossible',
            actions: { type: 'keepLabel', params: ({ event }) => event.data },
            description: 'Only a REPORTED or ONGOING incident gets a team. S2 §4, DECISIONS 22',
          },
          {
            target: 'open.choosing',
            actions: [
              { type: 'keepLabel', params: ({ event }) => event.data },
              { type: 'keepCandidates', params: ({ event }) => event.data },
              { type: 'keepIncident', params: ({ event }) => event.data },
              assign({ begun: [] }),
            ],
          },
        ],
        'feed.failed': [
          {
            guard: ({ event }) => statusOf(event.error) === 403,
            target: 'turnedAway',
            description: 'Trying again would not help a member without the role. S2 §6',
          },
          { guard: 'isGone', target: 'missing' },
          {
            target: '.failed',
            actions: assign({ failure: ({ event }) => assignmentTexts.listFailure(event.error) }),
            description: "'Failed to fetch volunteer list.', 'Could not connect to the server.' S2 §8",
          },
        ],
      },
      initial: 'loading',
      states: {
        loading: { tags: 'loading' },
        failed: { on: { 'list.retry': { target: 'loading', actions: 'refresh' } } },
        impossible: {
          description: 'An incident in this status cannot get a team.',
          on: {
            'feed.failed': [
              { guard: 'isGone', target: '#assignment.missing' },
              { description: 'What was known stays on the screen.' },
            ],
          },
        },
      },
    },
    open: {
      on: {
        'feed.fetched': {
          actions: [
            { type: 'keepLabel', params: ({ event }) => event.data },
            { type: 'keepCandidates', params: ({ event }) => event.data },
            assign({ newest: ({ event }) => event.data.status }),
          ],
          description: 'The list is fetched again at news while the member chooses, also below a dialog.',
        },
        'search.change': {
          actions: assign({ search: ({ event }) => event.search }),
          description: 'A captain looks for the member who is calling. DECISIONS 367',
        },
        'feed.failed': {
          guard: 'isGone',
          target: 'missing',
          description: 'Somebody has deleted the incident. After any other failure the shown list stays.',
        },
      },
      initial: 'choosing',
      states: {
        loadingTeam: {
          tags: 'loading',
          description: 'The present team is selected to begin with, so that nobody is dropped by mistake.',
          invoke: {
            id: 'fetchTeam',
            src: 'fetchTeam',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: {
              target: 'choosing',
              actions: enqueueActions(({ context: { begun, candidates, notices, selected }, event, enqueue }) => {
                const ids = event.output.teamMembers.map(({ userId }) => userId);
                const team = candidates.filter(({ userId }) => ids.includes(userId)).map(({ userId }) => userId);
                const { added, removed } = changesTo(team, begun ?? selected, selected);
                enqueue.assign({
                  begun: team,
                  selected: [...team.filter((id) => !removed.includes(id)), ...added],
                });
                if (begun === null) return;
                const namesOf = (some: readonly string[]) => chosenNames(candidates, some).map(({ name }) => name);
                const text = assignmentTexts.choiceKept(namesOf(team), namesOf(added), namesOf(removed));
                enqueue.sendTo(notices, { type: 'notice.show', tone: 'info', text, lifetime: null });
              }),
              description:
                "After Look Again, the captain's additions and removals are kept; a notice names them and the present team. DECISIONS 377",
            },
            onError: { target: '#assignment.opening.failed', actions: assign({ failure: TEAM_FAILURE }) },
          },
        },
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
              guard: ({ context, event }) => context.candidates.some(({ userId }) => userId === event.userId),
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
          on: { 'feed.failed': { description: 'The answer to the assignment says what has become of it.' } },
          invoke: {
            id: 'assignTeam',
            src: 'assignTeam',
            input: ({ context: { incidentId, candidates, selected, seen } }) => ({
              incidentId,
              userIds: selected.map((id) => candidates.find(({ userId }) => userId === id)?.wireId ?? id),
              names: chosenNames(candidates, selected).map(({ name }) => name),
              seen,
            }),
            onDone: { target: '#assignment.assigned', actions: assign({ assignment: ({ event }) => event.output }) },
            onError: [
              { guard: ({ event }) => statusOf(event.error) === 403, target: 'unauthorized' },
              {
                guard: ({ event }) => statusOf(event.error) === 409,
                target: 'conflict',
                actions: assign({ failure: ({ event }) => messageOr(event.error, assignmentTexts.failure) }),
                description:
                  "Somebody else has changed the incident meanwhile: the server's message is shown. DECISIONS 22",
              },
              {
                target: 'choosing',
                actions: [
                  sendTo(
                    ({ context }) => context.notices,
                    ({ event }) => alertNotice(assignmentTexts.alert(event.error)),
                  ),
                  'refresh',
                ],
                description:
                  "An alert: 'An error occurred while assigning the team. Please try again.', and the server's reason below. The list is fetched again, because somebody chosen may be gone; the selection stays. S2 §8, DECISIONS 90",
              },
            ],
          },
        },
        unauthorized: {
          tags: 'choosing',
          description: "A dialog: the 'Rescue Captain' or a higher role is needed. S2 §6",
          on: { 'dialog.close': { target: 'choosing' } },
        },
        conflict: {
          tags: 'choosing',
          on: {
            'dialog.close': {
              target: '#assignment.opening',
              actions: sendTo('feed', { type: 'feed.refresh', change: LOOK_AGAIN }),
              description: 'The incident is fetched again.',
            },
          },
        },
      },
    },
    missing: { type: 'final', description: "'Incident not found.' S2 §8" },
    turnedAway: {
      description: "A dialog: the 'Rescue Captain' or a higher role is needed. S2 §6",
      on: { 'dialog.close': { target: 'back' } },
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
