import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** S1 §3, "Leaderboard user". */
export const Standing = v.object({
  id: Id,
  firstName: OptionalText,
  rank: v.optional(v.number(), 0),
  points: v.optional(v.number(), 0),
  hearts: v.optional(v.number(), 0),
  /** Kilometres. */
  distanceTraveled: v.optional(v.number(), 0),
  casesCompleted: v.optional(v.number(), 0),
});
export type Standing = v.InferOutput<typeof Standing>;
export const Standings = v.array(Standing);
