import type { Endpoint } from '../endpoint';
import { Standings } from '../standings';

/** The leaderboard, S1 §7. */
export const standingsEndpoints = {
  leaderboard: { method: 'GET', path: '/api/standings/leaderboard', answer: Standings },
} as const satisfies Record<string, Endpoint>;
