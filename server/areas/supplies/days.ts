/** The milliseconds of an hour, and of a day. */
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** How many hours the clocks of the first places on Earth are ahead of UTC. */
const FIRST_ZONE = 14;

/** The UTC date, such as 2027-03-31, that is `days` days after `now`. */
export const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

/** The date that it is already somewhere on Earth. What expired before it may have expired for those who get it (DECISIONS 124). */
export const latestDate = (now: Date): string => dayAfter(new Date(now.getTime() + FIRST_ZONE * HOUR), 0);
