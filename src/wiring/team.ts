import { fromPromise } from 'xstate';
import { caseEndpoints } from '../contract/endpoints/cases';
import type { Team } from '../contract/teams';
import type { AboutIncident } from '../machines/cases/ports';
import { teamMachine } from '../machines/cases/team.machine';
import type { Doors } from './doors';

/** How every chart gets the team of an incident. */
export const fetchTeamThrough = ({ api }: Doors) =>
  fromPromise<Team, AboutIncident>(({ input, signal }) =>
    api.call(caseEndpoints.team, { params: { id: input.incidentId }, signal }),
  );

/** The team modal with its port. */
export const provideTeam = (doors: Doors) => teamMachine.provide({ actors: { fetchTeam: fetchTeamThrough(doors) } });
