import type { IncidentChange } from '../../contract/incidents';
import { statusText } from './incidents';

/** The titles of the timeline, by event of the incident's lifecycle. */
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
  'team.left': 'Left the team',
  'team.emptied': 'Team without members',
  'case.initiated': 'Case initiated',
  'case.completed': 'Case completed',
  'movement.arrive': 'Arrived',
  'movement.depart': 'On the way',
  'movement.withdraw': 'Not on the way after all',
  'note.add': 'Note added',
  'media.deleted': 'Media deleted',
};

/** The title of one entry of the timeline. An event that this app does not know is shown as the server sent it. */
export const changeTitle = ({ event }: Pick<IncidentChange, 'event'>) => titles[event] ?? statusText(event);

/** The change of status in words, or null if the status stayed the same. */
export const statusMove = ({ statusBefore, statusAfter }: Pick<IncidentChange, 'statusBefore' | 'statusAfter'>) =>
  statusBefore !== null && statusAfter !== null && statusBefore !== statusAfter
    ? `${statusText(statusBefore)} → ${statusText(statusAfter)}`
    : null;
