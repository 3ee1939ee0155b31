import { JOIN_GAP } from '../../contract/topics';
import { type Moment, msAsleepSince, msSince } from '../moment';

/**
 * Whether a topic has had news between a request and its opening (DECISIONS 115).
 * @param quietFor the milliseconds since its last news; undefined if the server does not tell. Without it the charts fetch again if the
 *   topic opened later than JOIN_GAP. Their timers stop while the device sleeps, so only a sleep is looked for here
 */
export const hasHadNews = (quietFor: number | undefined, since: Moment): boolean =>
  quietFor === undefined ? msAsleepSince(since) > JOIN_GAP : quietFor < msSince(since);
