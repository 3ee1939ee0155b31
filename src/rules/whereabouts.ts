import type { MovingMember } from '../contract/movement';
import { sinceInSentence } from './messages';
import { movementText } from './movement';

type Reported = Pick<MovingMember, 'movement' | 'movedAt'>;

/** How far a member is on the way, and since when, at a time in milliseconds since 1970: 'On the way since 2:07 PM'. */
export const movementSince = ({ movement, movedAt }: Reported, now: number) =>
  movementText(movement) + (movement !== null && movedAt !== null ? ` since ${sinceInSentence(movedAt, now)}` : '');

/**
 * How far a member of an incident's team is. Once the case is begun, a member who has reported no movement may be with the animal
 * all the same: it must not look as if nobody were there (DECISIONS 283).
 */
export const whereText = ({ status }: { readonly status: string }, member: Reported, now: number) =>
  member.movement === null && status === 'IN_PROGRESS' ? 'Has not said where they are' : movementSince(member, now);
