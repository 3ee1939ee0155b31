/** Returns the time that lies this far in the past. */
export type Ago = (gap: { days?: number; hours?: number; minutes?: number }) => Date;
