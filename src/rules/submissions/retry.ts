import { CallFailure, statusOf } from '../../contract/failure';

/** Statuses of a server that answers before it does anything: it is overloaded or being maintained, or it has no room. */
const NOT_BEGUN = [503, 507];

/** Whether the server has turned the try away, so that nothing of it can have been stored (DECISIONS 201). */
export const isTurnedAway = (error: unknown) =>
  error instanceof CallFailure &&
  error.kind === 'refused' &&
  (statusOf(error) < 500 || NOT_BEGUN.includes(statusOf(error)));

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

/**
 * The wait before the next try, in milliseconds: 2 s, doubled with each try up to 60 s. Up to a quarter is taken off at random, so
 * that phones that lost the server at the same time do not return at the same time.
 * @param tries the number of failed tries
 * @param random 0 to 1
 */
export const backOff = (tries: number, random: number) =>
  Math.min(FIRST_WAIT * 2 ** Math.max(tries - 1, 0), LONGEST_WAIT) * (1 - random / 4);
