import type { ClockSnapshot } from './clock.machine';

/** Milliseconds since 1970, as of the last tick; changes at least every 60 s. */
export const selectNow = (snapshot: ClockSnapshot) => snapshot.context.now;
/** The start of the local day in milliseconds since 1970; changes once a day. */
export const selectToday = (snapshot: ClockSnapshot) => snapshot.context.today;
