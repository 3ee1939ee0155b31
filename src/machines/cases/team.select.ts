import { TEAM_FAILURE } from '../../rules/caseTexts';
import type { TeamSnapshot } from './team.machine';

/** The team once it is there. */
export const selectTeam = (snapshot: TeamSnapshot) => snapshot.context.team;
export const selectIsLoading = (snapshot: TeamSnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: TeamSnapshot) => (snapshot.matches('failed') ? TEAM_FAILURE : null);
