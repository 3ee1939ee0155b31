import type { Endpoint } from '../endpoint';
import { Standings } from '../standings';

/** Who has done how much, S1 §7. */
export const standingsEndpoints = {
  leaderboard: { method: 'GET', path: '/api/standings/leaderboard', answer: Standings },
} as const satisfies Record<string, Endpoint>;
