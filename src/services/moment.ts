/**
 * A point in time, read from two clocks. `performance.now()` stops while a device sleeps; `Date.now()` jumps when the device's clock is
 * set.
 */
export interface Moment {
  /** By `performance.now()`. */
  readonly awake: number;
  /** By `Date.now()`. */
  readonly wall: number;
}

/** The moment so many milliseconds ago. */
export const momentAgo = (ms: number): Moment => ({ awake: performance.now() - ms, wall: Date.now() - ms });

export const pageLoaded: Moment = { awake: 0, wall: performance.timeOrigin };

/**
 * The milliseconds since then, by the clock that says more. If it is too much, something is fetched once more; if it were too little,
 * news would be missed.
 */
export const msSince = ({ awake, wall }: Moment): number => Math.max(performance.now() - awake, Date.now() - wall);

/** For how many milliseconds the device has slept since then, if nobody has set its clock. */
export const msAsleepSince = ({ awake, wall }: Moment): number => Date.now() - wall - (performance.now() - awake);
