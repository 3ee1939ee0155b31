import { type ActorRef, assign, emit, type Snapshot, sendTo, setup, stateIn } from 'xstate';
import type { Incident, InterestedUser } from '../../contract/incidents';
import type { CaptainAction } from '../../rules/captainTexts';
import { hasHistory } from '../../rules/incidents';
import { incidentFailureText } from '../../rules/incidentTexts';
import type { AboutIncident } from '../cases/ports';
import { teamMachine } from '../cases/team.machine';
import { type FeedFact, feedOf } from '../feed.machine';
import type { NoticesEvent } from '../session/notices.machine';
import { copyingMachine } from './copying.machine';
import { failureGuards, type IncidentFact } from './facts';
import { incidentActionMachine } from './incidentAction.machine';
import { incidentClosingMachine } from './incidentClosing.machine';
import { incidentDeletingMachine } from './incidentDeleting.machine';
import { incidentEditMachine } from './incidentEdit.machine';
import { incidentHistoryMachine } from './incidentHistory.machine';
import { incidentLocationMachine } from './incidentLocation.machine';
import { type IncidentAction, isInterestedIn, isOffered, permissionOf, statusAfter } from './permission';
import type { StatusChange } from './ports';
import { teamKitMachine } from './teamKit.machine';

interface IncidentInput {
  readonly incidentId: string;
  readonly me: InterestedUser;
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

export interface IncidentContext extends IncidentInput {
  readonly incident: Incident | null;
  readonly failure: string;
  /** What the unauthorized dialog is about. */
  readonly forbidden: CaptainAction;
  /** What the server said to the deletion, or null. */
  readonly farewell: string | null;
}

/** A press of a button, named as the lifecycle names what it is for; judged by the roles of whoever has pressed it. */
export type IncidentPress = { readonly roles: readonly string[] } & (
  | { readonly type: CaptainAction }
  | { readonly type: Exclude<IncidentAction, CaptainAction> }
);

export type IncidentEvent =
  | FeedFact<Incident>
  | IncidentFact
  | IncidentPress
  | { type: 'incident.retry' }
  | { type: 'history.view' }
  | { type: 'timeline.view' }
  | { type: 'contact.copy' }
  | { type: 'modal.close' };

const judged = ({ incident }: IncidentContext, press: IncidentPress) =>
  incident && isOffered(incident, press.type) && permissionOf(incident, press.type, press.roles);

/** The parts of the incident page's chart: what it is told, asks and does. */
export const incidentSetup = setup({
  types: {
    input: {} as IncidentInput,
    context: {} as IncidentContext,
    events: {} as IncidentEvent,
    /** On to the assignment of a team. */
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
    team: teamMachine,
    teamKit: teamKitMachine,
  },
  delays: {
    /** S2 §4, §9: delete redirect delay. */
    redirect: 2_000,
  },
  guards: {
    isGone: failureGuards.isGone,
    /** The lifecycle lets this member do it now. */
    isAllowed: ({ context }, press: IncidentPress) => judged(context, press) === 'allowed',
    /** It could be done now, by somebody with a higher role. */
    isForbidden: ({ context }, press: IncidentPress) => judged(context, press) === 'forbidden',
    isDeletedMeanwhile: stateIn({ shown: { deleting: 'gone' } }),
    hasHistory: ({ context: { incident } }) => incident !== null && hasHistory(incident),
  },
  actions: {
    keepIncident: assign({ incident: (_, incident: Incident) => incident }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => incidentFailureText(error) }),
    keepForbidden: assign({ forbidden: (_, action: CaptainAction) => action }),
    keepFarewell: assign({ farewell: (_, message: string | null) => message }),
    keepInterest: assign({
      incident: ({ context: { incident, me } }, isInterested: boolean) => {
        if (!incident) return null;
        const others = incident.interestedUsers.filter(({ id }) => id !== me.id);
        return { ...incident, interestedUsers: isInterested ? [...others, me] : others };
      },
    }),
    keepStatus: assign({
      // When that was is not known before it is fetched, and what is not known is not claimed to have been seen.
      incident: ({ context: { incident } }, action: 'incident.close' | StatusChange) =>
        incident && { ...incident, status: statusAfter(incident, action), lastUpdated: null },
    }),
    tellEdit: sendTo('incidentEdit', (_, { lastUpdated }: Incident) => ({ type: 'incident.refreshed', lastUpdated })),
    openAssignment: emit({ type: 'assignment.opened' }),
    refresh: sendTo('incidentFeed', { type: 'feed.refresh' }),
    toggleInterest: sendTo('incidentAction', ({ context: { incident, me } }) => ({
      type: 'interest.set',
      isInterested: !(incident && isInterestedIn(incident, me.id)),
    })),
    changeStatus: sendTo('incidentAction', ({ context: { incident } }, change: StatusChange) => ({
      type: 'status.change',
      change,
      seen: incident?.lastUpdated ?? null,
    })),
    updateLocation: sendTo('incidentLocation', { type: 'location.update' }),
    copyContact: sendTo('copying', ({ context: { incident } }) => ({
      type: 'contact.copy',
      contactNumber: incident?.contactNumber ?? '',
    })),
    copyDetails: sendTo('copying', ({ context }) => ({
      type: 'details.copy',
      incident: context.incident as Incident,
    })),
    logFailure: ({ event }) => console.error('The incident page met an error', event),
  },
});

/** The press that an event is, for the guards that judge it. */
export const itself = <Press extends IncidentPress>({ event }: { event: Press }) => event;
