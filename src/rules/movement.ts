import type { Incident } from '../contract/incidents';
import type { Movement } from '../contract/movement';
import type { Submission } from '../contract/submissions';

const texts: Readonly<Record<Movement, string>> = { ON_MY_WAY: 'On the way', ARRIVED: 'Arrived' };

/** Where a member is, in words (DECISIONS 154). */
export const movementText = (movement: Movement | null) => (movement === null ? 'Not on the way' : texts[movement]);

/** Whether a team is expected on its way: from its assignment until the case is done. */
const needsSomebody = ({ status }: Pick<Incident, 'status'>) => status === 'ASSIGNED' || status === 'IN_PROGRESS';

/** Whether a team has been sent and nobody of it has said that they are on the way: a captain may have to call somebody. */
export const isNobodyMoving = (incident: Pick<Incident, 'status' | 'team'>) =>
  needsSomebody(incident) && incident.team.length > 0 && incident.team.every(({ movement }) => movement === null);

/** What the member has said last of their way to an incident, of what still waits to be sent; undefined where nothing does. */
export function waitingMovement(incidentId: string, waiting: readonly Submission[]): Movement | null | undefined {
  const said = waiting.flatMap((one) =>
    one.kind === 'movement' && one.status === 'waiting' && one.content.incidentId === incidentId ? [one] : [],
  );
  return said.at(-1)?.content.movement;
}
