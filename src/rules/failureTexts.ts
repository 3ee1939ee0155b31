import { isNetworkFailure } from '../contract/failure';

/** S1 §8, S2 §8: shown when there was no answer at all. */
export const UNREACHABLE = 'Could not connect to the server.';

/** S1 §8, "Signup" and "Report form": shown when there was no answer to a submitted form. */
export const CHECK_CONNECTION = 'Could not connect to the server. Please check your connection and try again.';

/** S1 §8, "Incident modal and lists": why the list of incidents could not be fetched. */
export const liveFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch incidents.';

/** S1 §8, "Incident modal and lists": why the leaderboard could not be fetched. */
export const leaderboardFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch leaderboard data.';
