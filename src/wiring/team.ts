import { fromPromise } from 'xstate';
import { caseEndpoints } from '../contract/endpoints/cases';
import { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

/** The port with which every chart gets the team of an incident: from the server, or without a network as it was fetched last. */
export const fetchTeamThrough = (gateways: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input: { incidentId: id }, signal }) =>
    keptOf(gateways, Team).fetchOrRecall(knownKeys.team(id), () =>
      gateways.api.call(caseEndpoints.team, { params: { id }, signal }),
    ),
  );

/** The team modal with its port. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({ actors: { fetchTeam: fetchTeamThrough(gateways) } });
