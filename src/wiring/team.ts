import { fromPromise } from 'xstate';
import { caseEndpoints } from '../contract/endpoints/cases';
import type { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import type { Gateways } from './gateways';

/** How every chart gets the team of an incident. */
export const fetchTeamThrough = ({ api }: Gateways) =>
  fromPromise<Team, AboutIncident>(({ input, signal }) =>
    api.call(caseEndpoints.team, { params: { id: input.incidentId }, signal }),
  );

/** The team modal with its port. */
export const provideTeam = (gateways: Gateways) =>
  teamMachine.provide({ actors: { fetchTeam: fetchTeamThrough(gateways) } });
