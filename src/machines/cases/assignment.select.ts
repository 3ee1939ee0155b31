import { unreadableIn } from '../../contract/lists';
import { doubtText, lackText } from '../../rules/cases/candidates';
import { conflictText } from '../../rules/incidents/incidentTexts';
import { knownStatus } from '../incidents/permission';
import { type AssignmentSnapshot, actOf } from './assignment.machine';

export const selectIsLoading = (snapshot: AssignmentSnapshot) => snapshot.hasTag('loading');
/** The animal and the place of the incident; '' if they are not known yet. */
export const selectLabel = ({ context: { label } }: AssignmentSnapshot) => label;
/** Why there is no list, or null. */
export const selectFailure = (snapshot: AssignmentSnapshot) =>
  snapshot.matches({ opening: 'failed' }) ? snapshot.context.failure : null;
/** Whether the incident does not exist, or was deleted meanwhile. */
export const selectIsMissing = (snapshot: AssignmentSnapshot) => snapshot.matches('missing');
/** Whether the incident's status allows no team. */
export const selectIsImpossible = (snapshot: AssignmentSnapshot) => snapshot.matches({ opening: 'impossible' });
/** Whether the list is shown, possibly below a dialog. */
export const selectIsChoosing = (snapshot: AssignmentSnapshot) => snapshot.hasTag('choosing');
/** Says that the incident's status has changed since the member began to choose; null if it has not. */
export const selectNewStatus = ({ context: { status, newest } }: AssignmentSnapshot) =>
  knownStatus(newest) === status ? null : conflictText({ status: newest });
export const selectIsReassignment = (snapshot: AssignmentSnapshot) =>
  actOf(snapshot.context.status) === 'team.reassign';
/** The volunteers in the order of the sort. */
export const selectCandidates = (snapshot: AssignmentSnapshot) => snapshot.context.sorted;
/** The number of volunteers that could not be read. */
export const selectUnreadable = (snapshot: AssignmentSnapshot) => unreadableIn(snapshot.context.candidates).length;
/** What was typed to find somebody by name. */
export const selectSearch = (snapshot: AssignmentSnapshot) => snapshot.context.search;
export const selectSort = (snapshot: AssignmentSnapshot) => snapshot.context.sort;
export const selectIsSelected = (userId: string) => (snapshot: AssignmentSnapshot) =>
  snapshot.context.selected.includes(userId);
/** Who is chosen for a first team; null while nobody can be chosen, or if it is a reassignment, which begins with the present team. */
export const selectChosen = (snapshot: AssignmentSnapshot) =>
  selectIsChoosing(snapshot) && !selectIsReassignment(snapshot) ? snapshot.context.selected : null;
/** The user ids of those who are chosen, in the order in which they were chosen. */
export const selectSelected = (snapshot: AssignmentSnapshot) => snapshot.context.selected;
export const selectSelectedCount = (snapshot: AssignmentSnapshot) => snapshot.context.selected.length;
/** The items that no chosen volunteer has in the kit but others have, in words; null if none are known. */
export const selectLack = ({ context: { candidates, selected } }: AssignmentSnapshot) => lackText(candidates, selected);
/** Who is on the way to the incident but not chosen, and what speaks against those who are chosen, in words; null if there is nothing. */
export const selectDoubt = ({ context: { candidates, selected, team } }: AssignmentSnapshot) =>
  doubtText(candidates, selected, team ?? []);
/** A volunteer of the present team who has reported that they are on the way to the incident, or there. */
export const selectMover =
  (userId: string) =>
  ({ context: { team } }: AssignmentSnapshot) =>
    team?.find((member) => member.userId === userId && member.movement !== null);
/** S2 §2: the footer button is disabled if none is selected; it is also disabled while a team is being assigned. */
export const selectCanAssign = (snapshot: AssignmentSnapshot) =>
  snapshot.matches({ open: 'choosing' }) && snapshot.context.selected.length > 0;
export const selectIsAssigning = (snapshot: AssignmentSnapshot) => snapshot.matches({ open: 'assigning' });
export const selectIsUnauthorized = (snapshot: AssignmentSnapshot) =>
  snapshot.matches({ open: 'unauthorized' }) || snapshot.matches('turnedAway');
/** Whether the member has left the screen for the incident. */
export const selectHasTurnedBack = (snapshot: AssignmentSnapshot) => snapshot.matches('back');
/** The server's message that somebody else has changed the incident, or null. */
export const selectConflict = (snapshot: AssignmentSnapshot) =>
  snapshot.matches({ open: 'conflict' }) ? snapshot.context.failure : null;
/** The case that was made or changed, while the success dialog is open. */
export const selectAssignment = (snapshot: AssignmentSnapshot) =>
  snapshot.matches('assigned') ? snapshot.context.assignment : null;
/** Whether each card shows the reasons for its position. */
export const selectExplains = (snapshot: AssignmentSnapshot) => snapshot.context.sort === 'Suggested';
/** The feed of the volunteers, which tells whether they may be out of date. It always runs. */
export const selectFeed = (snapshot: AssignmentSnapshot) => snapshot.children.feed;
