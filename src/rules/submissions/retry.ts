import { CallFailure, statusOf } from '../../contract/failure';

/** Statuses below 500 that are not about the submission itself: session, time-out, too early, too many requests. */
const FOR_NOW = [401, 408, 425, 429];

/** Whether an answer outside 2xx is about the moment, not about what was sent. */
export const isForNow = (status: number) => status >= 500 || FOR_NOW.includes(status);

/**
 * Whether a failed try is worth repeating unchanged: there was no answer, or the server cannot take anything now. Trouble of the
 * server is never a refusal, however long it lasts.
 */
export const isRetryable = (error: unknown) =>
  error instanceof CallFailure && (error.kind === 'network' || (error.kind === 'refused' && isForNow(statusOf(error))));

/** Whether the server has answered that it has not taken it: nothing of that try can have arrived. */
export const isTurnedAway = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused' && statusOf(error) < 500;

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

/**
 * The wait before the next try, in milliseconds: doubled with each try from 2 s to 60 s, less up to a quarter by chance, so that
 * phones which lost the server together do not come back together.
 */
export const backOff = (tries: number, random: number) =>
  Math.min(FIRST_WAIT * 2 ** Math.max(tries - 1, 0), LONGEST_WAIT) * (1 - random / 4);
