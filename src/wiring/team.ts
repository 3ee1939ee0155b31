import { parse } from 'valibot';
import { fromPromise } from 'xstate';
import { caseEndpoints } from '../contract/endpoints/cases';
import { isNetworkFailure } from '../contract/failure';
import { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import { cacheOf } from './cache';
import { readCachedIncident } from './cachedIncident';
import { cacheKeys } from './cacheKeys';
import type { Gateways } from './gateways';

const fetchTeam = (gateways: Gateways, id: string, signal: AbortSignal): Promise<Team> =>
  cacheOf(gateways, Team).fetchOrRead(cacheKeys.team(id), () =>
    gateways.api.call(caseEndpoints.team, { params: { id }, signal }),
  );

/** The port with which charts get the team of an incident: from the server, or without a network as it was fetched last. */
export const fetchTeamThrough = (gateways: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input, signal }) => fetchTeam(gateways, input.incidentId, signal));

/** The team modal. Without a network it shows at least the first names, as the incident on this device has them. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({
    actors: {
      fetchTeam: fromPromise<Team, AboutIncident>(({ input: { incidentId: id }, signal }) =>
        fetchTeam(gateways, id, signal).catch(async (error) => {
          const team = isNetworkFailure(error) ? (await readCachedIncident(gateways, id))?.data.team : null;
          if (!team?.length) throw error;
          return parse(Team, { teamMembers: team });
        }),
      ),
    },
  });
