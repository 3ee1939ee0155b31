import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Incident } from '../../contract/incidents';
import type { CaptainAction } from '../../rules/captainTexts';
import { type AroundIncident, itsError } from './facts';
import { type IncidentContext, incidentSetup, itself } from './incident.setup';

type ParentRef = AroundIncident['parent'];

const isAllowed = { type: 'isAllowed', params: itself } as const;
/** S2 §6: where the lifecycle does not let this member do it, a dialog says which role it takes. */
const refused = {
  guard: { type: 'isForbidden', params: itself },
  target: 'unauthorized',
  actions: { type: 'keepForbidden', params: ({ event }: { event: { type: CaptainAction } }) => event.type },
} as const;
const fetched = {
  type: 'keepIncident',
  params: ({ event }: { event: { data: Incident } }) => event.data,
} as const;
const failed = { type: 'keepFailure', params: itsError } as const;
const isGone = { type: 'isGone', params: itsError } as const;
/** What the charts around an incident are given. */
const around = ({ context: { incidentId, notices }, self }: { context: IncidentContext; self: ParentRef }) => ({
  incidentId,
  notices,
  parent: self,
});
/** The same, with what the captain has before them. */
const at = ({ context, self }: { context: IncidentContext; self: ParentRef }) => ({
  ...around({ context, self }),
  seen: context.incident?.lastUpdated ?? null,
});

/** The incident page (S2 §2, §4, §6, DECISIONS 25). */
export const incidentMachine = incidentSetup.createMachine({
  id: 'incident',
  context: ({ input }) => ({ ...input, incident: null, failure: '', forbidden: 'incident.edit', farewell: null }),
  initial: 'loading',
  invoke: {
    id: 'incidentFeed',
    src: 'incidentFeed',
    input: ({ context: { incidentId }, self }) => ({ query: { incidentId }, gather: 0, parent: self }),
    onError: { actions: 'logFailure' },
  },
  states: {
    loading: {
      on: {
        'feed.fetched': { target: 'shown', actions: fetched },
        'feed.failed': [
          { guard: isGone, target: 'missing' },
          { target: 'failed', actions: failed },
        ],
      },
    },
    failed: {
      description: 'The texts of S2 §8, "Incident fetch". News of the incident try again by themselves.',
      on: {
        'incident.retry': { target: 'loading', actions: 'refresh' },
        'feed.fetched': { target: 'shown', actions: fetched },
        'feed.failed': [
          { guard: isGone, target: 'missing' },
          { target: 'failed', actions: failed },
        ],
      },
    },
    missing: { type: 'final', description: "'Incident not found.' S2 §8" },
    shown: {
      description: 'The fields, and the buttons that the lifecycle has for the status. S2 §2, §4',
      invoke: [
        { id: 'incidentAction', src: 'incidentAction', input: around, onError: { actions: 'logFailure' } },
        { id: 'incidentLocation', src: 'incidentLocation', input: around, onError: { actions: 'logFailure' } },
        { id: 'copying', src: 'copying', input: around, onError: { actions: 'logFailure' } },
      ],
      on: {
        'feed.fetched': { actions: fetched },
        'feed.failed': {
          guard: isGone,
          target: 'missing',
          description: 'Somebody has deleted it. Any other failure leaves what is shown.',
        },
        'interest.settled': {
          actions: [{ type: 'keepInterest', params: ({ event }) => event.isInterested }, 'refresh'],
        },
        'incident.acted': { actions: [{ type: 'keepStatus', params: ({ event }) => event.action }, 'refresh'] },
        'incident.saved': {
          actions: [{ type: 'keepIncident', params: ({ event }) => event.incident }, 'refresh'],
          description:
            'What was saved is there at once, so that the next change is not taken for one of somebody else.',
        },
        'incident.conflict': {
          actions: 'refresh',
          description: 'Two captains at once: the second sees the new state.',
        },
        'action.forbidden': {
          target: '.unauthorized',
          actions: { type: 'keepForbidden', params: ({ event }) => event.action },
          description: 'The server says so: the role has been taken away meanwhile.',
        },
      },
      initial: 'reading',
      states: {
        reading: {
          description: 'No modal is open, so the buttons of the page can be pressed.',
          on: {
            'interest.toggle': { guard: isAllowed, actions: 'toggleInterest' },
            'team.assign': [{ guard: isAllowed, actions: 'openAssignment' }, refused],
            'team.reassign': [{ guard: isAllowed, actions: 'openAssignment' }, refused],
            'team.view': { guard: isAllowed, target: 'viewingTeam' },
            'teamKit.view': { guard: isAllowed, target: 'viewingKit' },
            'history.view': {
              guard: 'hasHistory',
              target: 'viewingHistory',
              description: 'If caseCount is above 0. S2 §2',
            },
            'timeline.view': {
              target: 'viewingHistory',
              description: 'Who has changed what, and why: there from the report on, whether a case was closed or not.',
            },
            'details.copy': { guard: isAllowed, actions: 'copyDetails' },
            'contact.copy': { actions: 'copyContact' },
            'incident.edit': [{ guard: isAllowed, target: 'editing' }, refused],
            'incident.locate': { guard: isAllowed, actions: 'updateLocation' },
            'incident.close': [{ guard: isAllowed, target: 'closing' }, refused],
            'incident.delete': [{ guard: isAllowed, target: 'deleting' }, refused],
            'incident.resolve': [
              { guard: isAllowed, actions: { type: 'changeStatus', params: 'incident.resolve' } },
              refused,
            ],
            'incident.reactivate': [
              { guard: isAllowed, actions: { type: 'changeStatus', params: 'incident.reactivate' } },
              refused,
            ],
          },
        },
        editing: {
          on: {
            'feed.fetched': {
              actions: [fetched, { type: 'tellEdit', params: ({ event }) => event.data }],
              description: 'The form keeps what is written, whatever others change meanwhile.',
            },
          },
          invoke: {
            id: 'incidentEdit',
            src: 'incidentEdit',
            // It is shown, so it is there.
            input: ({ context: { incidentId, incident }, self }) => ({
              incidentId,
              incident: incident as Incident,
              parent: self,
            }),
            onDone: { target: 'reading' },
            onError: { target: 'reading', actions: 'logFailure' },
          },
        },
        closing: {
          description: 'Close Incident asks for a reason. S2 §4, §5',
          invoke: {
            id: 'incidentClosing',
            src: 'incidentClosing',
            input: at,
            onDone: { target: 'reading' },
            onError: { target: 'reading', actions: 'logFailure' },
          },
        },
        deleting: {
          description: 'The delete confirmation. S2 §2',
          on: {
            'feed.failed': { guard: isGone, target: '.gone' },
            'incident.deleted': {
              target: '#incident.deleted',
              actions: { type: 'keepFarewell', params: ({ event }) => event.message },
            },
          },
          invoke: {
            id: 'incidentDeleting',
            src: 'incidentDeleting',
            input: at,
            onDone: [{ guard: 'isDeletedMeanwhile', target: '#incident.missing' }, { target: 'reading' }],
            onError: { target: 'reading', actions: 'logFailure' },
          },
          initial: 'there',
          states: {
            there: {},
            gone: {
              description: 'By this deletion, whose news may be faster than its answer, or by that of somebody else.',
            },
          },
        },
        viewingHistory: {
          invoke: {
            id: 'incidentHistory',
            src: 'incidentHistory',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
            onError: { target: 'reading', actions: 'logFailure' },
          },
        },
        viewingTeam: {
          invoke: {
            id: 'team',
            src: 'team',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
            onError: { target: 'reading', actions: 'logFailure' },
          },
        },
        viewingKit: {
          invoke: {
            id: 'teamKit',
            src: 'teamKit',
            input: ({ context: { incidentId } }) => ({ incidentId }),
            onDone: { target: 'reading' },
            onError: { target: 'reading', actions: 'logFailure' },
          },
        },
        unauthorized: {
          description: "'You need to be a Rescue Captain or higher to ...' S2 §6",
          on: { 'modal.close': { target: 'reading' } },
        },
      },
    },
    deleted: {
      description: 'Said, and 2 s later the member is on /live. S2 §4, §9',
      after: { redirect: { target: 'left' } },
    },
    left: { type: 'final' },
  },
});
export type IncidentRef = ActorRefFrom<typeof incidentMachine>;
export type IncidentSnapshot = SnapshotFrom<typeof incidentMachine>;
