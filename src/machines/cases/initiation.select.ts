import { initiationTexts } from '../../rules/caseTexts';
import type { InitiationSnapshot } from './initiation.machine';

export const selectIsLoading = (snapshot: InitiationSnapshot) => snapshot.matches('loadingTeam');
/** Why the team cannot be shown, or null. */
export const selectTeamFailure = (snapshot: InitiationSnapshot) =>
  snapshot.matches('failed') ? initiationTexts.teamFailure : null;
export const selectTeam = (snapshot: InitiationSnapshot) => snapshot.context.team;
export const selectParticipants = (snapshot: InitiationSnapshot) => snapshot.context.participants;
/** What is wrong with the choice, or why it was not taken; null when nothing is. */
export const selectFailure = (snapshot: InitiationSnapshot) => snapshot.context.failure;
/** The server's own words to that, or null. */
export const selectReason = (snapshot: InitiationSnapshot) => snapshot.context.reason;
export const selectIsConfirming = (snapshot: InitiationSnapshot) => snapshot.matches('confirming');
/** Whether the dialog may be left now. */
export const selectCanClose = (snapshot: InitiationSnapshot) => snapshot.can({ type: 'dialog.close' });
