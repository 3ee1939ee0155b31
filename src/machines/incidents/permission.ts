import type { Can } from '../../contract/capabilities';
import { type Incident, type IncidentStatus, type InterestedUser, incidentStatuses } from '../../contract/incidents';
import { hasEmptyTeam } from '../../rules/cases/movement';
import { placeOf } from '../../rules/incidents/incidents';
import type { CaptainAction } from '../../rules/incidents/incidentTexts';
import { type IncidentLifecycleEvent, incidentLifecycle } from '../lifecycles/incident.machine';
import { actIn, judge } from '../lifecycles/judge';

/** The actions of a member on an incident. Facts about its case and its team are not among them. */
type IncidentAction = Exclude<IncidentLifecycleEvent['type'], 'case.initiated' | 'case.completed' | 'team.emptied'>;

/** The facts of an incident that the lifecycle judges. */
interface Judged {
  readonly status: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const isStatus = (status: string): status is IncidentStatus => (incidentStatuses as readonly string[]).includes(status);

/** The status by which the lifecycle judges. One that this app does not know counts as REPORTED, and the server decides. */
export const knownStatus = (status: string): IncidentStatus => (isStatus(status) ? status : 'REPORTED');

/**
 * What the lifecycle allows in the present status: 'allowed' to the caller, 'forbidden' to the caller but allowed to others, or
 * 'absent' for everybody. In a status that this app does not know it offers only an edit, for which the rule is the same in every status.
 */
export function permissionOf(incident: Judged, action: IncidentAction, roles: readonly string[]) {
  if (!isStatus(incident.status) && action !== 'incident.edit') return 'absent';
  const hasCoordinates = placeOf(incident) !== null;
  const judged = judge(incidentLifecycle, knownStatus(incident.status), {
    type: action,
    roles,
    hasCoordinates,
  } as IncidentLifecycleEvent);
  if (judged.allowed) return 'allowed';
  return judged.because === 'state' ? 'absent' : 'forbidden';
}

/** S2 §4: Update Location is offered only while the incident has no coordinates. Other actions do not depend on that. */
const isOffered = (incident: Judged, action: IncidentAction) =>
  action !== 'incident.locate' || placeOf(incident) === null;

/**
 * The status of an incident after an action that the server has accepted. If the lifecycle does not know the action in this status,
 * the status stays.
 */
export const statusAfter = (incident: Judged, action: IncidentAction) =>
  actIn(incidentLifecycle, incident.status, action)?.leadsTo ?? incident.status;

/** Whether an incident has the status to which an action leads, so that the action may be done already. */
export const mayBeDone = ({ status }: Pick<Incident, 'status'>, action: IncidentAction) =>
  incidentStatuses.some((before) => actIn(incidentLifecycle, before, action)?.leadsTo === status);

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
export type IncidentButton = (typeof buttons)[number];

/**
 * The buttons that a member sees on an incident's page (S2 §4, DECISIONS 25): those that the member may press, and those that the
 * lifecycle shows to everybody; a press of the latter opens the unauthorized dialog. Each call returns a new array, so the caller
 * must memoize it.
 */
export const buttonsOf = (incident: Judged, roles: readonly string[]): readonly IncidentButton[] =>
  buttons.filter((button) => {
    if (!isOffered(incident, button)) return false;
    const permission = permissionOf(incident, button, roles);
    const isHidden = actIn(incidentLifecycle, incident.status, button)?.isHiddenFromOthers;
    return permission === 'allowed' || (permission === 'forbidden' && !isHidden);
  });

/** An action without a dialog that the server has not confirmed yet. */
export type UnderWay = 'interest' | 'status';

/** The buttons of these actions. There is one at a time. */
const withoutDialog: readonly IncidentButton[] = ['interest.toggle', 'incident.resolve', 'incident.reactivate'];

/**
 * Whether a button waits until that action is confirmed. All wait for a status, because the new one may not allow them. An interest
 * matters to no other button: on a bad connection it can take more than a minute.
 */
export const waitsFor = (underWay: UnderWay | null, button: IncidentButton) =>
  underWay === 'status' || (underWay === 'interest' && withoutDialog.includes(button));

/**
 * The primary button: the assignment of a team if the member may assign one, also in place of a team that all have left, otherwise the
 * member's interest if it is not shown yet. It is never a button that only opens the unauthorized dialog.
 */
export function primaryButton(
  incident: Judged & Pick<Incident, 'team'>,
  roles: readonly string[],
  isInterested: boolean,
): IncidentButton | null {
  if (permissionOf(incident, 'team.assign', roles) === 'allowed') return 'team.assign';
  if (hasEmptyTeam(incident) && permissionOf(incident, 'team.reassign', roles) === 'allowed') return 'team.reassign';
  const mayTakeInterest = permissionOf(incident, 'interest.toggle', roles) === 'allowed';
  return mayTakeInterest && !isInterested ? 'interest.toggle' : null;
}

/** Whether a member has shown interest in an incident (S2 §3). */
export const isInterestedIn = (incident: Pick<Incident, 'interestedUsers'>, userId: string) =>
  incident.interestedUsers.some(({ id }) => id === userId);

/** The incident after a member has shown or removed their interest. */
export function withInterest(incident: Incident, me: InterestedUser, isInterested: boolean): Incident {
  const others = incident.interestedUsers.filter(({ id }) => id !== me.id);
  return { ...incident, interestedUsers: isInterested ? [...others, me] : others };
}

/** Whether a captain can close it now. */
export const canBeClosed = ({ status }: Pick<Incident, 'status'>) =>
  actIn(incidentLifecycle, status, 'incident.close') !== null;

/** Whether members may add notes to it (DECISIONS 170). */
export const takesNotes = (incident: Judged) => permissionOf(incident, 'note.add', []) === 'allowed';

/** Whether a member can add a note to it now, at a server with these capabilities. */
export const offersNote = (incident: Judged, can: Can) => can('notes') && takesNotes(incident);

/** A press of a button, named after the lifecycle's event, with the roles of the member who presses it. */
export type IncidentPress = { readonly roles: readonly string[] } & (
  | { readonly type: CaptainAction }
  | { readonly type: Exclude<IncidentAction, CaptainAction> }
);

/** What the lifecycle says about a press; null or false if there is no such button. */
export const judgePress = (incident: Judged | null, { type, roles }: IncidentPress) =>
  incident && isOffered(incident, type) && permissionOf(incident, type, roles);
