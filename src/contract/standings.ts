import * as v from 'valibot';
import { listOf } from './lists';
import { AnyNumber, Id, OptionalText } from './primitives';

/** S1 §3, "Leaderboard user". */
export const Standing = v.object({
  id: Id,
  firstName: OptionalText,
  rank: v.nullish(AnyNumber, 0),
  points: v.nullish(AnyNumber, 0),
  hearts: v.nullish(AnyNumber, 0),
  /** Kilometres. */
  distanceTraveled: v.nullish(AnyNumber, 0),
  casesCompleted: v.nullish(AnyNumber, 0),
});
export type Standing = v.InferOutput<typeof Standing>;
export const Standings = listOf(Standing);
