import type { IncidentChange } from '../contract/incidents';
import { statusText } from './incidents';

/** What has happened to an incident, by the event of its lifecycle, as people say it. */
const titles: Readonly<Record<string, string>> = {
  'incident.reported': 'Reported',
  'incident.edit': 'Details edited',
  'incident.locate': 'Location updated',
  'incident.close': 'Closed',
  'incident.resolve': 'Marked as resolved',
  'incident.reactivate': 'Reactivated',
  'incident.delete': 'Deleted',
  'team.assign': 'Team assigned',
  'team.reassign': 'Team reassigned',
  'case.initiated': 'Case initiated',
  'case.completed': 'Case completed',
  'media.deleted': 'Media deleted',
};

/** One line of the timeline: what happened. Something that this app does not know is shown as it came. */
export const changeTitle = ({ event }: Pick<IncidentChange, 'event'>) => titles[event] ?? statusText(event);

/** From which status to which, or null where it stayed. */
export const statusMove = ({ statusBefore, statusAfter }: Pick<IncidentChange, 'statusBefore' | 'statusAfter'>) =>
  statusBefore !== null && statusAfter !== null && statusBefore !== statusAfter
    ? `${statusText(statusBefore)} → ${statusText(statusAfter)}`
    : null;
