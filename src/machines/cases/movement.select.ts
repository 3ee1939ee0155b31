import type { Incident } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import { judge } from '../lifecycles/judge';
import { movementLifecycle } from '../lifecycles/movement.machine';

/** What a member presses about their way to an incident in whose team they are (DECISIONS 154). */
export interface MovementPress {
  readonly type: 'movement.say';
  readonly incident: Pick<Incident, 'id' | 'animalType' | 'location'>;
  /** What they have said last, waiting submissions included. */
  readonly said: Movement | null;
  readonly movement: Movement | null;
}

/** Whether the lifecycle has such a step. */
export const maySay = (said: Movement | null, movement: Movement | null) =>
  said !== movement &&
  judge(movementLifecycle, said ?? 'NOT_SAID', {
    type: movement === null ? 'movement.withdraw' : movement === 'ARRIVED' ? 'movement.arrive' : 'movement.depart',
    isInTeam: true,
  }).allowed;
