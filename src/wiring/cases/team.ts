import { parse } from 'valibot';
import { fromPromise } from 'xstate';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { isNetworkFailure } from '../../contract/failure';
import { Team } from '../../contract/teams';
import type { AboutIncident } from '../../machines/cases/ports';
import { teamMachine } from '../../machines/cases/team.machine';
import { cacheOf, orCached } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';
import { readCachedIncident } from '../incidents/cachedIncident';

/** An old team must not be shown as the present one: after an error of the server nothing is read from the device, unlike elsewhere. */
const orCachedOffline = (team: Promise<Team>, read: () => Promise<Team | null | undefined>) =>
  orCached(team, read, isNetworkFailure);

const fetchTeam = (gateways: Gateways, id: string, signal: AbortSignal): Promise<Team> => {
  const cache = cacheOf(gateways, Team);
  const key = cacheKeys.team(id);
  const fetched = cache.fetch(key, () => gateways.api.call(caseEndpoints.team, { params: { id }, signal }));
  return orCachedOffline(fetched, async () => (await cache.read(key))?.data);
};

/** The port with which charts get the team of an incident: from the server, or without a network as it was fetched last. */
export const fetchTeamThrough = (gateways: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input, signal }) => fetchTeam(gateways, input.incidentId, signal));

/** The team modal. Without a network it shows at least the first names, as the incident on this device has them. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({
    actors: {
      fetchTeam: fromPromise<Team, AboutIncident>(({ input: { incidentId: id }, signal }) =>
        orCachedOffline(fetchTeam(gateways, id, signal), async () => {
          const team = (await readCachedIncident(gateways, id))?.data.team;
          return team?.length ? parse(Team, { teamMembers: team }) : null;
        }),
      ),
    },
  });
