import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** S1 §3, "Leaderboard user". */
export const Standing = v.object({
  id: Id,
  firstName: OptionalText,
  rank: v.nullish(v.number(), 0),
  points: v.nullish(v.number(), 0),
  hearts: v.nullish(v.number(), 0),
  /** Kilometres. */
  distanceTraveled: v.nullish(v.number(), 0),
  casesCompleted: v.nullish(v.number(), 0),
});
export type Standing = v.InferOutput<typeof Standing>;
export const Standings = v.array(Standing);
