/** A time in the past of the demo organisation. */
export type Ago = (gap: { days?: number; hours?: number; minutes?: number }) => Date;
