import { type Incident, type IncidentStatus, incidentStatuses } from '../../contract/incidents';
import type { CaptainAction } from '../../rules/captainTexts';
import { placeOf } from '../../rules/incidents';
import { type IncidentLifecycleEvent, incidentLifecycle } from '../lifecycles/incident.machine';
import { actIn, judge } from '../lifecycles/judge';

/** What a member does to an incident; what its case does to it is none of these. */
export type IncidentAction = Exclude<IncidentLifecycleEvent['type'], 'case.initiated' | 'case.completed'>;

/** What the lifecycle looks at of an incident. */
interface Judged {
  readonly status: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const isStatus = (status: string): status is IncidentStatus => (incidentStatuses as readonly string[]).includes(status);

/** An edit is judged alike in every status, so also in one that this app does not know. */
const judgedAs = (status: string, action: IncidentAction) =>
  isStatus(status) ? status : action === 'incident.edit' ? 'REPORTED' : null;

/**
 * What the lifecycle says of an action in the present status: there for the caller, there for others only, or not there. A
 * status that this app does not know allows nothing but an edit (read leniently).
 */
export function permissionOf(incident: Judged, action: IncidentAction, roles: readonly string[]) {
  const status = judgedAs(incident.status, action);
  if (!status) return 'absent';
  const hasCoordinates = placeOf(incident) !== null;
  const judged = judge(incidentLifecycle, status, { type: action, roles, hasCoordinates } as IncidentLifecycleEvent);
  if (judged.allowed) return 'allowed';
  return judged.because === 'state' ? 'absent' : 'forbidden';
}

/** S2 §4: Update Location is offered while the incident has no coordinates. Any other action is always offered where it exists. */
const isOffered = (incident: Judged, action: IncidentAction) =>
  action !== 'incident.locate' || placeOf(incident) === null;

/** The status that an incident has after an action that the server has allowed; the present one where there is none. */
export const statusAfter = (incident: Judged, action: IncidentAction) =>
  actIn(incidentLifecycle, incident.status, action)?.leadsTo ?? incident.status;

/** The buttons of the page, in the order of S2 §4. */
const buttons = [
  'interest.toggle',
  'team.view',
  'teamKit.view',
  'details.copy',
  'team.assign',
  'team.reassign',
  'incident.locate',
  'incident.close',
  'incident.resolve',
  'incident.reactivate',
  'incident.delete',
] as const satisfies readonly IncidentAction[];
export type Offer = (typeof buttons)[number];

/**
 * The buttons that a member sees on the page of an incident (S2 §4, DECISIONS 25): all that they may press, and those that the
 * lifecycle does not hide from others, which answer with the unauthorized dialog. A new array at each call: the caller keeps it.
 */
export const offersOf = (incident: Judged, roles: readonly string[]): readonly Offer[] =>
  buttons.filter((button) => {
    if (!isOffered(incident, button)) return false;
    const permission = permissionOf(incident, button, roles);
    const isHidden = actIn(incidentLifecycle, incident.status, button)?.isHiddenFromOthers;
    return permission === 'allowed' || (permission === 'forbidden' && !isHidden);
  });

/**
 * The button that stands out: the assignment of a team for those who may assign one, else the member's interest, unless it is
 * shown already. It is never one that only answers with the unauthorized dialog.
 */
export function primaryOffer(incident: Judged, roles: readonly string[], isInterested: boolean): Offer | null {
  if (permissionOf(incident, 'team.assign', roles) === 'allowed') return 'team.assign';
  const mayTakeInterest = permissionOf(incident, 'interest.toggle', roles) === 'allowed';
  return mayTakeInterest && !isInterested ? 'interest.toggle' : null;
}

/** Whether a member has shown interest in an incident (S2 §3). */
export const isInterestedIn = (incident: Pick<Incident, 'interestedUsers'>, userId: string) =>
  incident.interestedUsers.some(({ id }) => id === userId);

/** A press of a button, named as the lifecycle names what it is for; judged by the roles of the member who presses it. */
export type IncidentPress = { readonly roles: readonly string[] } & (
  | { readonly type: CaptainAction }
  | { readonly type: Exclude<IncidentAction, CaptainAction> }
);

/** What the lifecycle says of a press; null or false where there is no such button. */
export const judgePress = (incident: Judged | null, { type, roles }: IncidentPress) =>
  incident && isOffered(incident, type) && permissionOf(incident, type, roles);
