import { type EventObject, sendTo } from 'xstate';
import type { Incident } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import type { Submission } from '../../contract/submissions';
import { waitingMovement } from '../../rules/cases/movement';
import { movementOf } from '../../rules/submissions/movement';
import type { World } from '../../rules/world';
import { judge } from '../lifecycles/judge';
import { movementLifecycle } from '../lifecycles/movement.machine';
import type { QueueRef } from '../submissions/queue.machine';

/** A press with which a team member reports being on the way to an incident (DECISIONS 154). */
export interface MovementPress {
  readonly type: 'movement.say';
  readonly incident: Pick<Incident, 'id' | 'animalType' | 'location'>;
  /** The last report, also if it still waits to be sent. */
  readonly said: Movement | null;
  readonly movement: Movement | null;
}

/** Whether the lifecycle allows a team member whose last report is `said` to report `movement`. Null means no report. */
export const maySay = (said: Movement | null, movement: Movement | null) =>
  said !== movement &&
  judge(movementLifecycle, said ?? 'NOT_SAID', {
    type: movement === null ? 'movement.withdraw' : movement === 'ARRIVED' ? 'movement.arrive' : 'movement.depart',
    isInTeam: true,
  }).allowed;

interface Team {
  readonly queue: QueueRef;
  readonly world: World;
}

/** What a press does, shared by all charts that show an incident to its team. */
export const sayMovement = <Context extends Team, Event extends EventObject>() => ({
  guard: ({ event: { said, movement } }: { readonly event: MovementPress }) => maySay(said, movement),
  actions: sendTo<Context, MovementPress, undefined, QueueRef, Event, never>(
    ({ context }) => context.queue,
    ({ context, event }) => ({
      type: 'submission.queue',
      submission: movementOf(event.incident, event.movement, context.world),
    }),
  ),
  description:
    "'I'm on my way', 'I have arrived': sent through the submission queue, so it can be reported without a network. DECISIONS 154",
});

/** The member's last movement for an incident, also if it still waits to be sent. */
export function lastMovement(
  incidentId: string,
  confirmed: Movement | null,
  waiting: readonly Submission[],
): Movement | null {
  const unsent = waitingMovement(incidentId, waiting);
  return unsent === undefined ? confirmed : unsent;
}

/**
 * Whether the next step of a member of the team is to say how far they have got, and not to begin or to complete the case. A member
 * who has begun a case may be with the animal without having said so (DECISIONS 283).
 */
export const isMovementNext = (caseStatus: string, said: Movement | null) =>
  said === 'ON_MY_WAY' || (said === null && caseStatus === 'ASSIGNED');
