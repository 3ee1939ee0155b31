import { teamChange } from '../../rules/cases/assignmentTexts';
import { initiationFormTexts } from '../../rules/cases/myCasesTexts';
import type { InitiationSnapshot } from './initiation.machine';

export const selectIsLoading = (snapshot: InitiationSnapshot) => snapshot.matches('loadingTeam');
export const selectMyCase = (snapshot: InitiationSnapshot) => snapshot.context.myCase;
/** Why the team cannot be shown, or null. */
export const selectTeamFailure = (snapshot: InitiationSnapshot) =>
  snapshot.matches('failed') ? initiationFormTexts.teamFailure : null;
export const selectTeam = (snapshot: InitiationSnapshot) => snapshot.context.team;
/** How the team has changed while the member was choosing, in words; null if it has not. */
export const selectTeamChange = ({ context: { team, teamBefore } }: InitiationSnapshot) =>
  team && teamBefore && teamChange(teamBefore.teamMembers, team.teamMembers);
export const selectParticipants = (snapshot: InitiationSnapshot) => snapshot.context.participants;
/** The error of the choice, or the reason of the server's refusal; otherwise null. */
export const selectFailure = (snapshot: InitiationSnapshot) => snapshot.context.failure;
export const selectIsConfirming = (snapshot: InitiationSnapshot) => snapshot.matches({ submitted: 'underWay' });
/** Whether the submission waits on this device to be sent. */
export const selectIsKept = (snapshot: InitiationSnapshot) => snapshot.matches({ submitted: 'kept' });
/** The submission's item in the queue; null if it is not there. */
export const selectSubmitted = (snapshot: InitiationSnapshot) => snapshot.context.item;
/** Whether the dialog can be closed now. */
export const selectCanClose = (snapshot: InitiationSnapshot) => snapshot.can({ type: 'dialog.close' });
