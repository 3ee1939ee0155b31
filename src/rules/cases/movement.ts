import { unreadableIn } from '../../contract/lists';
import type { Movement, MovingMember } from '../../contract/movement';
import type { Submission } from '../../contract/submissions';
import { sinceInSentence } from '../timeTexts';

/** The facts of an incident that say whether its team is on the way. */
interface MovingTeam {
  readonly status: string;
  /** Null if the server does not tell it. */
  readonly team: readonly MovingMember[] | null;
}

/** Shown for a team that all members have left. */
export const NOBODY_IN_TEAM = 'Nobody is on this team.';

/** Shown where `isNobodyMoving`. */
export const nobodyMovingText = (incident: MovingTeam) =>
  hasEmptyTeam(incident) ? NOBODY_IN_TEAM : 'Nobody has said that they are on the way.';

const texts: Readonly<Record<Movement, string>> = { ON_MY_WAY: 'On the way', ARRIVED: 'Arrived' };

/** How far a member is on the way to an incident, in words (DECISIONS 154). */
export const movementText = (movement: Movement | null) => (movement === null ? 'Not on the way' : texts[movement]);

/** Whether an incident needs its team on the way: from the assignment until the case is completed. */
export const needsTeam = ({ status }: { readonly status: string }) => status === 'ASSIGNED' || status === 'IN_PROGRESS';

/** Whether an incident needs its team and nobody is left in it (DECISIONS 272). A team that is unknown or unreadable is not empty. */
export const hasEmptyTeam = (incident: MovingTeam) =>
  needsTeam(incident) &&
  incident.team !== null &&
  incident.team.length === 0 &&
  unreadableIn(incident.team).length === 0;

/**
 * Whether a team is assigned and none of its members has reported a movement, or all have left it. A captain may then have to call
 * somebody. A case that was begun has somebody with the animal, whether they said that they were on the way or not.
 */
export const isNobodyMoving = (incident: MovingTeam) =>
  incident.status === 'ASSIGNED' &&
  incident.team !== null &&
  (hasEmptyTeam(incident) || (incident.team.length > 0 && incident.team.every(({ movement }) => movement === null)));

/** Whether a page has something to say about the team: who is in it, or that nobody is. */
export const hasTeamToShow = (incident: MovingTeam) => (incident.team ?? []).length > 0 || hasEmptyTeam(incident);

/** A stretch of the line about a team: what its members have reported, and their first names. */
interface TeamStretch {
  readonly movement: Movement;
  readonly names: readonly string[];
}

/** Who has arrived and who is on the way, while the incident needs its team. Those who have reported nothing are left out. */
export function whoIsWhere(incident: MovingTeam): readonly TeamStretch[] {
  if (!needsTeam(incident)) return [];
  return (['ARRIVED', 'ON_MY_WAY'] as const).flatMap((movement) => {
    const names = (incident.team ?? []).flatMap((member) => (member.movement === movement ? member.firstName : []));
    return names.length > 0 ? { movement, names } : [];
  });
}

/**
 * The member's last movement for an incident among the waiting submissions; undefined if none waits. Null means 'not on the way'.
 */
export function waitingMovement(incidentId: string, waiting: readonly Submission[]): Movement | null | undefined {
  const said = waiting.flatMap((one) =>
    one.kind === 'movement' && one.status === 'waiting' && one.content.incidentId === incidentId ? [one] : [],
  );
  return said.at(-1)?.content.movement;
}

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
