import * as v from 'valibot';
import { Id, OptionalText, timestamp } from './primitives';

/** How far a team member is on the way to the animal. Beyond the specification (DECISIONS 154). */
const movements = ['ON_MY_WAY', 'ARRIVED'] as const;
export type Movement = (typeof movements)[number];
/** Null if the member has taken the report back. */
export const MaybeMovement = v.nullable(v.picklist(movements, 'A movement is ON_MY_WAY, ARRIVED or null.'));

/**
 * A member's own movement. `at` is the time when the member reported it (ISO 8601). Without a network that can be much earlier than
 * the call.
 */
export const MovementRequest = v.strictObject({
  movement: MaybeMovement,
  at: v.optional(timestamp()),
});

/** A member of the team of an open case with their movement. Only our server sends it. */
export const MovingMember = v.object({
  userId: Id,
  firstName: OptionalText,
  movement: v.fallback(MaybeMovement, null),
  /** The time of the report; ISO 8601, UTC. */
  movedAt: v.nullish(v.string(), null),
});
export type MovingMember = v.InferOutput<typeof MovingMember>;
