import type { Incident } from '../contract/incidents';
import type { Movement } from '../contract/movement';
import type { Submission } from '../contract/submissions';

const texts: Readonly<Record<Movement, string>> = { ON_MY_WAY: 'On the way', ARRIVED: 'Arrived' };

/** How far a member is on the way to an incident, in words (DECISIONS 154). */
export const movementText = (movement: Movement | null) => (movement === null ? 'Not on the way' : texts[movement]);

/** Whether an incident needs its team on the way: from the assignment until the case is completed. */
const needsSomebody = ({ status }: Pick<Incident, 'status'>) => status === 'ASSIGNED' || status === 'IN_PROGRESS';

/** Whether a team is assigned and none of its members has reported a movement. A captain may then have to call somebody. */
export const isNobodyMoving = (incident: Pick<Incident, 'status' | 'team'>) =>
  needsSomebody(incident) && incident.team.length > 0 && incident.team.every(({ movement }) => movement === null);

/**
 * The member's last movement for an incident among the waiting submissions; undefined if none waits. Null means 'not on the way'.
 */
export function waitingMovement(incidentId: string, waiting: readonly Submission[]): Movement | null | undefined {
  const said = waiting.flatMap((one) =>
    one.kind === 'movement' && one.status === 'waiting' && one.content.incidentId === incidentId ? [one] : [],
  );
  return said.at(-1)?.content.movement;
}
