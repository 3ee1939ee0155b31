import { fromPromise } from 'xstate';
import { standingsEndpoints } from '../contract/endpoints/standings';
import { leaderboardMachine } from '../machines/people/leaderboard.machine';
import type { Doors } from './doors';

/** The leaderboard with its port. */
export const provideLeaderboard = ({ api }: Doors) =>
  leaderboardMachine.provide({
    actors: { fetchStandings: fromPromise(({ signal }) => api.call(standingsEndpoints.leaderboard, { signal })) },
  });
