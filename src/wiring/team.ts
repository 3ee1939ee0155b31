import { fromPromise } from 'xstate';
import type { MyCase } from '../contract/cases';
import { caseEndpoints } from '../contract/endpoints/cases';
import { isNetworkFailure } from '../contract/failure';
import { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import { keepKnown, pruneKnown, readKnown } from '../services/known';
import type { Gateways } from './gateways';

const TEAMS = 'team/';
const teamKey = (incidentId: string) => `${TEAMS}${incidentId}`;

/** Fetches a team and stores it for use without a network. */
async function fetchTeam({ api, userId }: Gateways, incidentId: string, signal?: AbortSignal): Promise<Team> {
  const me = userId();
  const team = await api.call(caseEndpoints.team, { params: { id: incidentId }, ...(signal && { signal }) });
  // Nothing is stored after a log-out, because the device may have been told to forget the member.
  if (me !== null && userId() === me) void keepKnown(me, teamKey(incidentId), team);
  return team;
}

/** The port with which every chart gets the team of an incident: from the server, or without a network as it was fetched last. */
export const fetchTeamThrough = (gateways: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input: { incidentId }, signal }) =>
    fetchTeam(gateways, incidentId, signal).catch(async (error) => {
      const me = gateways.userId();
      const known = me !== null && isNetworkFailure(error) ? await readKnown(me, teamKey(incidentId), Team) : undefined;
      if (known === undefined) throw error;
      return known;
    }),
  );

/**
 * Fetches the teams of cases that can be initiated before they are needed, so that this also works without a network. The stored
 * teams of other cases are deleted.
 */
export async function fetchTeamsAhead(gateways: Gateways, cases: readonly MyCase[]): Promise<void> {
  const me = gateways.userId();
  if (me === null) return;
  const assigned = cases.filter(({ status }) => status === 'ASSIGNED').map(({ incidentId }) => incidentId);
  await pruneKnown(me, TEAMS, assigned.map(teamKey));
  // One after the other, so that they do not delay other calls. A team that is missing is fetched again by its dialog.
  for (const incidentId of assigned) await fetchTeam(gateways, incidentId).catch(() => {});
}

/** The team modal with its port. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({ actors: { fetchTeam: fetchTeamThrough(gateways) } });
