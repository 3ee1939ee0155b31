import { fromPromise } from 'xstate';
import type { MyCase } from '../contract/cases';
import { caseEndpoints } from '../contract/endpoints/cases';
import { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import { pruneKnown } from '../services/known';
import type { Gateways } from './gateways';
import { keptOf } from './kept';

const TEAMS = 'team/';
const teamKey = (incidentId: string) => `${TEAMS}${incidentId}`;

const askTeam = ({ api }: Gateways, incidentId: string, signal?: AbortSignal) =>
  api.call(caseEndpoints.team, { params: { id: incidentId }, ...(signal && { signal }) });

/** The port with which every chart gets the team of an incident: from the server, or without a network as it was fetched last. */
export const fetchTeamThrough = (gateways: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input: { incidentId }, signal }) =>
    keptOf(gateways, Team).fetchOrRecall(teamKey(incidentId), () => askTeam(gateways, incidentId, signal)),
  );

/**
 * Fetches the teams of the member's active cases before they are needed, so that a case can be initiated, and its people be called,
 * without a network. The stored teams of other cases are deleted.
 */
export async function fetchTeamsAhead(gateways: Gateways, cases: readonly MyCase[]): Promise<void> {
  const me = gateways.userId();
  if (me === null) return;
  const active = cases.map(({ incidentId }) => incidentId);
  await pruneKnown(me, TEAMS, active.map(teamKey));
  // One after the other, so that they do not delay other calls. A team that is missing is fetched again by its dialog.
  const kept = keptOf(gateways, Team);
  for (const id of active) await kept.fetch(teamKey(id), () => askTeam(gateways, id)).catch(() => {});
}

/** The team modal with its port. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({ actors: { fetchTeam: fetchTeamThrough(gateways) } });
