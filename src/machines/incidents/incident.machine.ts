import { type ActorRefFrom, and, assertEvent, assign, emit, type SnapshotFrom, sendTo, stateIn } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { hasHistory } from '../../rules/incidents/incidents';
import { type CaptainAction, captainTexts, incidentFailureText } from '../../rules/incidents/incidentTexts';
import { incidentAfter } from '../../rules/submissions/sent';
import { type MovementPress, sayMovement } from '../cases/movement.select';
import type { AboutIncident } from '../cases/ports';
import { teamMachine } from '../cases/team.machine';
import { type FeedFact, feedOf, isGone, mayLack } from '../feed.machine';
import { alertNotice } from '../session/notices.machine';
import { type SentEvent, sentNews } from '../submissions/sentNews';
import { workflow } from '../supervision';
import { copyingMachine } from './copying.machine';
import { incidentActionMachine } from './incidentAction.machine';
import { incidentClosingMachine } from './incidentClosing.machine';
import { incidentDeletingMachine } from './incidentDeleting.machine';
import { incidentEditMachine } from './incidentEdit.machine';
import { incidentHistoryMachine } from './incidentHistory.machine';
import { incidentLocationMachine } from './incidentLocation.machine';
import { incidentNoteMachine } from './incidentNote.machine';
import {
  actionInput,
  changeInput,
  dialogInput,
  type IncidentContext,
  type IncidentFact,
  type IncidentInput,
  incidentRefreshed,
  initialIncidentContext,
  isCurrent,
  noteRecall,
  refreshAnswered,
} from './incidentParts';
import { type IncidentPress, isInterestedIn, judgePress, statusAfter, withInterest } from './permission';
import type { StatusChange } from './ports';
import { teamKitMachine } from './teamKit.machine';

type IncidentEvent =
  | FeedFact<Incident>
  | IncidentFact
  | IncidentPress
  | MovementPress
  | SentEvent
  | { type: 'incident.retry' | 'history.view' | 'timeline.view' | 'contact.copy' | 'modal.close' };

/** S2 §6: if the lifecycle does not allow the action to this member, a dialog names the required role. */
const refused = {
  guard: 'isForbidden',
  target: 'unauthorized',
  actions: { type: 'keepForbidden', params: ({ event }: { event: { type: CaptainAction } }) => event.type },
} as const;

/** The incident page (S2 §2, §4, §6, DECISIONS 25). */
export const incidentMachine = workflow({
  types: {
    input: {} as IncidentInput,
    context: {} as IncidentContext,
    events: {} as IncidentEvent,
    /** The member wants to assign a team. */
    emitted: {} as { type: 'assignment.opened' },
    children: {} as {
      copying: 'copying';
      incidentAction: 'incidentAction';
      incidentClosing: 'incidentClosing';
      incidentDeleting: 'incidentDeleting';
      incidentEdit: 'incidentEdit';
      incidentFeed: 'incidentFeed';
      incidentHistory: 'incidentHistory';
      incidentLocation: 'incidentLocation';
      incidentNote: 'incidentNote';
      sentNews: 'sentNews';
      team: 'team';
      teamKit: 'teamKit';
    },
  },
  actors: {
    copying: copyingMachine,
    incidentAction: incidentActionMachine,
    incidentClosing: incidentClosingMachine,
    incidentDeleting: incidentDeletingMachine,
    incidentEdit: incidentEditMachine,
    incidentFeed: feedOf<Incident, AboutIncident>(),
    incidentHistory: incidentHistoryMachine,
    incidentLocation: incidentLocationMachine,
    incidentNote: incidentNoteMachine,
    sentNews,
    team: teamMachine,
    teamKit: teamKitMachine,
  },
  /** S2 §4, §9: delete redirect delay. */
  delays: { redirect: 2_000 },
  guards: {
    /** Whether the lifecycle allows the action to this member now. */
    isAllowed: ({ context, event }) => 'roles' in event && judgePress(context.incident, event) === 'allowed',
    /** Whether the server has sent what is shown. A form that begins with a copy of this device would undo newer changes. */
    isFromServer: ({ context }) => !context.isCopy,
    /** Whether the lifecycle allows the action now, but only to a higher role. */
    isForbidden: ({ context, event }) => 'roles' in event && judgePress(context.incident, event) === 'forbidden',
    isCurrent,
    isGone,
  },
  actions: {
    keepIncident: assign(({ context, event }) => {
      assertEvent(event, 'feed.fetched');
      const sent = context.sent.filter(({ id }) => mayLack(event, id));
      return { incident: incidentAfter(event.data, sent, context.me), sent, isCopy: 'asOf' in event };
    }),
    recallNote: sendTo('incidentNote', noteRecall),
    keepFailure: assign({
      failure: ({ event }) => {
        assertEvent(event, 'feed.failed');
        return incidentFailureText(event.error);
      },
    }),
    keepForbidden: assign({ forbidden: (_, action: CaptainAction) => action }),
    keepSaved: assign({
      incident: ({ event }) => {
        assertEvent(event, ['incident.saved', 'incident.located']);
        return event.incident;
      },
    }),
    sayForbidden: sendTo(
      ({ context }) => context.notices,
      (_, action: CaptainAction) => alertNotice(captainTexts[action]),
    ),
    openAssignment: emit({ type: 'assignment.opened' }),
    refresh: sendTo('incidentFeed', refreshAnswered),
    changeStatus: sendTo('incidentAction', ({ context: { incident } }, change: StatusChange) => ({
      type: 'status.change',
      change,
      seen: incident?.lastUpdated ?? null,
    })),
  },
}).createMachine({
  id: 'incident',
  context: ({ input }) => ({ ...input, ...initialIncidentContext }),
  initial: 'loading',
  invoke: [
    {
      id: 'incidentFeed',
      src: 'incidentFeed',
      input: ({ context: { incidentId }, self }) => ({ query: { incidentId }, gather: 0, parent: self }),
    },
    { id: 'sentNews', src: 'sentNews', input: ({ context: { incidentId, queue } }) => ({ queue, incidentId }) },
    { id: 'incidentNote', src: 'incidentNote', input: ({ context }) => context },
  ],
  on: {
    'submission.sent': {
      actions: [
        assign(({ context: { incident, me, sent }, event: { submission } }) => ({
          incident: incident && incidentAfter(incident, [submission], me),
          sent: [...sent, submission],
        })),
        sendTo('incidentFeed', ({ event }) => ({ type: 'feed.refresh', change: event.submission.id })),
      ],
      description:
        'A movement or a note is shown at once, whether or not the incident can be fetched. DECISIONS 154, 170',
    },
  },
  states: {
    loading: {
      on: {
        'feed.fetched': { target: 'shown', actions: 'keepIncident' },
        'feed.failed': [
          { guard: 'isGone', target: 'missing' },
          { target: 'failed', actions: 'keepFailure' },
        ],
      },
    },
    failed: {
      description: 'The texts of S2 §8, "Incident fetch". News of the incident starts another try.',
      on: {
        'incident.retry': { target: 'loading', actions: 'refresh' },
        'feed.fetched': { target: 'shown', actions: 'keepIncident' },
        'feed.failed': [{ guard: 'isGone', target: 'missing' }, { actions: 'keepFailure' }],
      },
    },
    missing: {
      entry: sendTo('incidentNote', { type: 'incident.deleted' as const }),
      description:
        "'Incident not found.' S2 §8. A note that the member has written for it is still shown. DECISIONS 365",
    },
    shown: {
      entry: 'recallNote',
      description: 'The fields, and the buttons that the lifecycle offers in the status. S2 §2, §4',
      invoke: [
        { id: 'incidentAction', src: 'incidentAction', input: actionInput },
        { id: 'incidentLocation', src: 'incidentLocation', input: actionInput },
        { id: 'copying', src: 'copying', input: actionInput },
      ],
      on: {
        'feed.fetched': {
          guard: 'isCurrent',
          actions: ['keepIncident', 'recallNote'],
          description: 'What the server has confirmed stays until an answer has come that was requested afterwards.',
        },
        'feed.failed': {
          guard: 'isGone',
          target: 'missing',
          description: 'Somebody has deleted it. After any other failure the shown data stays.',
        },
        'interest.settled': {
          actions: [
            assign({
              incident: ({ context: { incident, me }, event }) =>
                incident && withInterest(incident, me, event.isInterested),
            }),
            'refresh',
          ],
        },
        'incident.acted': {
          actions: [
            assign({
              // The server's new `lastUpdated` is not known until the next fetch.
              incident: ({ context: { incident }, event: { action } }) =>
                incident && { ...incident, status: statusAfter(incident, action), lastUpdated: null },
            }),
            'recallNote',
            'refresh',
          ],
        },
        'incident.located': {
          actions: ['keepSaved', 'recallNote', 'refresh'],
          description:
            'The saved incident is shown at once: with the old `lastUpdated` the next change would be refused as a conflict.',
        },
        'incident.conflict': {
          actions: 'refresh',
          description: 'Two captains at once: the second sees the new state.',
        },
        'movement.say': sayMovement(),
        'action.forbidden': {
          target: '.unauthorized',
          actions: assign({ forbidden: ({ event }) => event.action }),
          description: 'The server refuses: the member has lost the role meanwhile.',
        },
      },
      initial: 'reading',
      states: {
        reading: {
          description: 'No modal is open, so the buttons of the page can be pressed.',
          on: {
            'interest.toggle': {
              guard: 'isAllowed',
              actions: sendTo('incidentAction', ({ context: { incident, me } }) => ({
                type: 'interest.set' as const,
                isInterested: !(incident && isInterestedIn(incident, me.id)),
              })),
            },
            'team.assign': [{ guard: 'isAllowed', actions: 'openAssignment' }, refused],
            'team.reassign': [{ guard: 'isAllowed', actions: 'openAssignment' }, refused],
            'team.view': { guard: 'isAllowed', target: 'viewingTeam' },
            'teamKit.view': { guard: 'isAllowed', target: 'viewingKit' },
            'history.view': {
              guard: ({ context: { incident } }) => incident !== null && hasHistory(incident),
              target: 'viewingHistory',
              description: 'If caseCount is above 0. S2 §2',
            },
            'timeline.view': {
              target: 'viewingHistory.timeline',
              description: 'Who has changed what, and why. It can be opened before any case is closed, too.',
            },
            'details.copy': {
              guard: 'isAllowed',
              actions: sendTo('copying', ({ context }) => ({
                type: 'details.copy' as const,
                incident: context.incident as Incident,
              })),
            },
            'contact.copy': {
              actions: sendTo('copying', ({ context: { incident } }) => ({
                type: 'contact.copy' as const,
                contactNumber: incident?.contactNumber ?? '',
              })),
            },
            'incident.edit': [
              {
                guard: and(['isAllowed', 'isFromServer']),
                target: 'editing',
                description: 'Only with what the server has sent: a copy of this device may be old. DECISIONS 221',
              },
              refused,
            ],
            'incident.locate': { guard: 'isAllowed', actions: sendTo('incidentLocation', { type: 'location.update' }) },
            'incident.close': [{ guard: 'isAllowed', target: 'closing' }, refused],
            'incident.delete': [{ guard: 'isAllowed', target: 'deleting' }, refused],
            'incident.resolve': [
              { guard: 'isAllowed', actions: { type: 'changeStatus', params: 'incident.resolve' } },
              refused,
            ],
            'incident.reactivate': [
              { guard: 'isAllowed', actions: { type: 'changeStatus', params: 'incident.reactivate' } },
              refused,
            ],
          },
        },
        editing: {
          on: {
            'feed.fetched': {
              guard: 'isCurrent',
              actions: ['keepIncident', 'recallNote', sendTo('incidentEdit', incidentRefreshed)],
              description: 'The form keeps what the member has written, even if others change the incident.',
            },
            'incident.saved': {
              actions: ['keepSaved', 'recallNote', 'refresh'],
              description: 'Shown at once, as a new location is.',
            },
            'incident.located': {
              actions: ['keepSaved', 'recallNote', 'refresh', sendTo('incidentEdit', ({ event }) => event)],
            },
            'action.forbidden': {
              actions: { type: 'sayForbidden', params: ({ event }) => event.action },
              description: 'A late refusal of another act: the form stays with all that was written. DECISIONS 347',
            },
          },
          invoke: { id: 'incidentEdit', src: 'incidentEdit', input: dialogInput, onDone: { target: 'reading' } },
        },
        closing: {
          description: 'Close Incident asks for a reason. S2 §4, §5',
          on: {
            'feed.fetched': {
              guard: 'isCurrent',
              actions: ['keepIncident', 'recallNote', sendTo('incidentClosing', incidentRefreshed)],
            },
            'incident.located': {
              actions: ['keepSaved', 'recallNote', 'refresh', sendTo('incidentClosing', ({ event }) => event)],
            },
          },
          invoke: { id: 'incidentClosing', src: 'incidentClosing', input: dialogInput, onDone: { target: 'reading' } },
        },
        deleting: {
          description: 'The delete confirmation. S2 §2',
          on: {
            'feed.failed': { guard: 'isGone', target: '.gone' },
            'incident.deleted': {
              target: '#incident.deleted',
              actions: assign({ deletionMessage: ({ event }) => event.message }),
            },
          },
          invoke: {
            id: 'incidentDeleting',
            src: 'incidentDeleting',
            input: changeInput,
            onDone: [
              { guard: stateIn({ shown: { deleting: 'gone' } }), target: '#incident.missing' },
              { target: 'reading' },
            ],
          },
          initial: 'there',
          states: {
            there: {},
            gone: {
              description: 'Deleted by somebody else, or by this member if the news arrives before the answer.',
            },
          },
        },
        viewingHistory: {
          invoke: {
            id: 'incidentHistory',
            src: 'incidentHistory',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
          },
          initial: 'cases',
          states: {
            cases: { description: 'The closed cases, and below them all changes. S2 §3' },
            timeline: { description: 'All changes.' },
          },
        },
        viewingTeam: {
          invoke: {
            id: 'team',
            src: 'team',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
          },
        },
        viewingKit: {
          invoke: {
            id: 'teamKit',
            src: 'teamKit',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
          },
        },
        unauthorized: {
          description: "'You need to be a Rescue Captain or higher to ...' S2 §6",
          on: { 'modal.close': { target: 'reading' } },
        },
      },
    },
    deleted: {
      description: 'The member is told, and goes to /live 2 s later. S2 §4, §9',
      after: { redirect: { target: 'left' } },
    },
    left: { type: 'final' },
  },
});
export type IncidentRef = ActorRefFrom<typeof incidentMachine>;
export type IncidentSnapshot = SnapshotFrom<typeof incidentMachine>;
