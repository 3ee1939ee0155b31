import { captainTexts } from '../../rules/incidents/incidentTexts';
import type { IncidentSnapshot } from './incident.machine';
import { isInterestedIn } from './permission';

/** The incident; null until it is fetched. */
export const selectIncident = (snapshot: IncidentSnapshot) =>
  snapshot.matches('shown') ? snapshot.context.incident : null;
/** Whether the shown incident is cached, because the server has not sent it yet. */
export const selectIsCopy = (snapshot: IncidentSnapshot) => snapshot.context.isCopy;
/** The feed, which says whether the shown incident is up to date. */
export const selectFeed = (snapshot: IncidentSnapshot) => snapshot.children.incidentFeed;
export const selectIsLoading = (snapshot: IncidentSnapshot) => snapshot.matches('loading');
/** Why it cannot be shown, or null. */
export const selectFailure = (snapshot: IncidentSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectIsMissing = (snapshot: IncidentSnapshot) => snapshot.matches('missing');
/** Whether this member has deleted it. The app goes to /live in a moment. */
export const selectIsDeleted = (snapshot: IncidentSnapshot) => snapshot.matches('deleted') || selectHasLeft(snapshot);
/** The server's message about the deletion, or null. */
export const selectDeletionMessage = (snapshot: IncidentSnapshot) => snapshot.context.deletionMessage;
/** Whether the chart is done after a deletion and the app goes to /live. */
export const selectHasLeft = (snapshot: IncidentSnapshot) => snapshot.matches('left');
/** Whether this member has shown interest, as far as the server has confirmed it. */
export const selectIsInterested = ({ context: { incident, me } }: IncidentSnapshot) =>
  incident !== null && isInterestedIn(incident, me.id);
/** The text of the unauthorized dialog, or null. */
export const selectUnauthorized = (snapshot: IncidentSnapshot) =>
  snapshot.matches({ shown: 'unauthorized' }) ? captainTexts[snapshot.context.forbidden] : null;

/** The child charts, each undefined while it does not run. */
export const selectAction = (snapshot: IncidentSnapshot) => snapshot.children.incidentAction;
export const selectLocation = (snapshot: IncidentSnapshot) => snapshot.children.incidentLocation;
export const selectCopying = (snapshot: IncidentSnapshot) => snapshot.children.copying;
export const selectNote = (snapshot: IncidentSnapshot) => snapshot.children.incidentNote;
export const selectEdit = (snapshot: IncidentSnapshot) => snapshot.children.incidentEdit;
export const selectClosing = (snapshot: IncidentSnapshot) => snapshot.children.incidentClosing;
export const selectDeleting = (snapshot: IncidentSnapshot) => snapshot.children.incidentDeleting;
export const selectHistory = (snapshot: IncidentSnapshot) => snapshot.children.incidentHistory;
/** Whether the history was opened on the timeline of all changes and not on the closed cases. */
export const selectIsTimeline = (snapshot: IncidentSnapshot) =>
  snapshot.matches({ shown: { viewingHistory: 'timeline' } });
export const selectTeam = (snapshot: IncidentSnapshot) => snapshot.children.team;
export const selectTeamKit = (snapshot: IncidentSnapshot) => snapshot.children.teamKit;
