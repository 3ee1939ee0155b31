import { type Incident, type IncidentStatus, incidentStatuses } from '../../contract/incidents';
import { placeOf } from '../../rules/incidents';
import { type IncidentLifecycleEvent, incidentLifecycle } from '../lifecycles/incident.machine';
import { judge } from '../lifecycles/judge';

/** What a member does to an incident; what its case does to it is none of these. */
export type IncidentAction = Exclude<IncidentLifecycleEvent['type'], 'case.initiated' | 'case.completed'>;

/** What the lifecycle looks at, as far as it is the incident's own. */
export interface Standing {
  readonly status: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const isStatus = (status: string): status is IncidentStatus => (incidentStatuses as readonly string[]).includes(status);

/** An edit is judged alike in every status, so also in one that this app does not know. */
const judgedAs = (status: string, action: IncidentAction) =>
  isStatus(status) ? status : action === 'incident.edit' ? 'REPORTED' : null;

function ask(incident: Standing, action: IncidentAction, roles: readonly string[]) {
  const status = judgedAs(incident.status, action);
  const hasCoordinates = placeOf(incident) !== null;
  return status && judge(incidentLifecycle, status, { type: action, roles, hasCoordinates } as IncidentLifecycleEvent);
}

/**
 * What the lifecycle says of an action in the present status: there for the caller, there for others only, or not there. A
 * status that this app does not know allows nothing but an edit (read leniently).
 */
export function permissionOf(incident: Standing, action: IncidentAction, roles: readonly string[]) {
  const judged = ask(incident, action, roles);
  if (!judged || (!judged.allowed && judged.because === 'state')) return 'absent';
  return judged.allowed ? 'allowed' : 'forbidden';
}

/** S2 §4: Update Location is offered while the incident has no coordinates; whoever has it before them may press anything else. */
export const isOffered = (incident: Standing, action: IncidentAction) =>
  action !== 'incident.locate' || placeOf(incident) === null;

/** The status that an incident has after an action that the server has allowed; the present one where there is none. */
export function statusAfter(incident: Standing, action: IncidentAction): string {
  const judged = ask(incident, action, ['RESCUE_CAPTAIN']);
  return judged?.allowed ? judged.status : incident.status;
}

/** Whether somebody has shown interest in an incident (S2 §3). */
export const isInterestedIn = (incident: Pick<Incident, 'interestedUsers'>, userId: string) =>
  incident.interestedUsers.some(({ id }) => id === userId);
