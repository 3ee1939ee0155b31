import { JOIN_GAP } from '../../contract/topics';
import { type Moment, msAsleepSince, msSince } from '../moment';

/**
 * Whether a topic has had news between a request and its opening (DECISIONS 115).
 * @param quietFor for how many milliseconds it has had none; undefined if the server does not tell. Then the charts assume that there was
 *   none if their timer of JOIN_GAP has not ended; but timers stand still while the device sleeps
 */
export const hasHadNews = (quietFor: number | undefined, since: Moment): boolean =>
  quietFor === undefined ? msAsleepSince(since) > JOIN_GAP : quietFor < msSince(since);
