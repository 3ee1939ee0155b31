import { isNetworkFailure } from '../contract/failure';
import { UNREACHABLE } from './unreachable';

/** S1 §8, "Incident modal and lists": why the leaderboard could not be fetched. */
export const leaderboardFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch leaderboard data.';
