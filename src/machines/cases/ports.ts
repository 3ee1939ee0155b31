import { fromPromise } from 'xstate';
import type { Team } from '../../contract/teams';
import { unprovided } from '../chat/ports';

/** Which incident a call is about. */
export interface AboutIncident {
  readonly incidentId: string;
}

/** The team of an incident's open case (S1 §7). Rejects with a CallFailure. */
export const fetchTeam = fromPromise<Team, AboutIncident>(() => Promise.reject(unprovided('fetchTeam')));
