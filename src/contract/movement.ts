import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** What a member of a team says of their way to the animal; beyond the specification (DECISIONS 154). */
const movements = ['ON_MY_WAY', 'ARRIVED'] as const;
export type Movement = (typeof movements)[number];
/** Null where a member takes back what they said. */
export const MaybeMovement = v.nullable(v.picklist(movements, 'A movement is ON_MY_WAY, ARRIVED or null.'));

/** A member's own movement. `at`: when they said so, ISO 8601; in a dead zone that was earlier. */
export const MovementRequest = v.strictObject({
  movement: MaybeMovement,
  at: v.optional(v.pipe(v.string(), v.isoTimestamp('The time is no ISO 8601 timestamp.'))),
});

/** A member of the team at work on an incident, and where they are; only our server says. */
export const MovingMember = v.object({
  userId: Id,
  firstName: OptionalText,
  movement: v.fallback(MaybeMovement, null),
  /** When they said so; ISO 8601, UTC. */
  movedAt: v.nullish(v.string(), null),
});
export type MovingMember = v.InferOutput<typeof MovingMember>;
