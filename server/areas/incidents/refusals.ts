import type { IncidentStatus } from '../../../src/contract/incidents';
import { type IncidentLifecycleEvent, incidentLifecycle } from '../../../src/machines/lifecycles/incident.machine';
import { judge } from '../../../src/machines/lifecycles/judge';
import { statusText } from '../../../src/rules/incidents/incidents';
import { captainTexts } from '../../../src/rules/incidents/incidentTexts';
import { HttpError } from '../../http/httpError';

type EventType = IncidentLifecycleEvent['type'];

/** Why each event is refused in the present status: the end of the sentence 'This incident is … now: …'. */
const impossible: Readonly<Record<EventType, string>> = {
  'interest.toggle': 'interest can be shown only while it waits for a team',
  'team.view': 'it has no team at work',
  'teamKit.view': 'it has no team at work',
  'details.copy': 'there is no team to alert',
  'note.add': 'nothing can be added to it',
  'team.assign': 'no team can be assigned',
  'team.reassign': 'no team can be assigned',
  'incident.edit': 'it cannot be edited',
  'incident.locate': 'its location cannot be updated',
  'incident.close': 'it cannot be closed',
  'incident.resolve': 'it cannot be resolved',
  'incident.reactivate': 'it cannot be reactivated',
  'incident.delete': 'it cannot be deleted',
  'case.initiated': 'its case cannot be initiated',
  'case.completed': 'its case cannot be completed',
  'team.emptied': 'its case has not begun',
};

/**
 * The status of an incident after an event, by its lifecycle. Throws if the lifecycle does not allow the event, so it is also called
 * only to refuse what is not allowed.
 * @throws HttpError 409 with the present status when it does not allow the event for anybody; 403 with the text of S2 §6 when only
 * a captain may do it; 409 when the location is already known (DECISIONS 26).
 */
export function requireIncidentTransition(
  status: IncidentStatus,
  event: IncidentLifecycleEvent,
): IncidentStatus | 'DELETED' {
  const judgement = judge(incidentLifecycle, status, event);
  if (judgement.allowed) return judgement.status;
  if (judgement.because === 'state')
    throw new HttpError(409, `This incident is ${statusText(status)} now: ${impossible[event.type]}.`);
  if (event.type in captainTexts) throw new HttpError(403, captainTexts[event.type as keyof typeof captainTexts]);
  throw new HttpError(409, 'This incident already has coordinates. Only a Rescue Captain or higher can change them.');
}
