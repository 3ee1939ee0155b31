import { fromPromise } from 'xstate';
import { standingsEndpoints } from '../../contract/endpoints/standings';
import { leaderboardMachine } from '../../machines/people/leaderboard.machine';
import type { Gateways } from '../gateways';

export { LeaderboardScreen } from '../../views/people/LeaderboardScreen';

/** The leaderboard with its port. */
export const provideLeaderboard = ({ api }: Gateways) =>
  leaderboardMachine.provide({
    actors: { fetchStandings: fromPromise(({ signal }) => api.call(standingsEndpoints.leaderboard, { signal })) },
  });
