/** Returns the time that lies this far in the past. */
export type Ago = (gap: { days?: number; hours?: number; minutes?: number }) => Date;

/** @param now milliseconds since 1970 */
export const agoFrom =
  (now: number): Ago =>
  ({ days = 0, hours = 0, minutes = 0 }) =>
    new Date(now - ((days * 24 + hours) * 60 + minutes) * 60_000);
