import { isNetworkFailure, isRetryable, messageOr } from '../../contract/failure';
import type { Incident } from '../../contract/incidents';
import type { Movement } from '../../contract/movement';
import { movementText } from '../cases/movement';
import { UNREACHABLE } from '../failureTexts';
import { incidentLabel } from '../incidents/incidents';
import { sentence } from '../wording';
import type { TimeAndId } from '../world';
import { incidentLane } from './cases';
import { type Kind, newSubmission } from './kind';

/**
 * A member's report of being on the way to an incident (DECISIONS 154). Sending it twice has no effect, so it is simply repeated.
 */
export const movementKind: Kind<'movement'> = {
  laneOf: ({ content }) => incidentLane(content.incidentId),
  isOrdered: true,
  needsCheck: () => false,
  needsUpload: () => false,
  remembersTries: false,
  judge: (error) => (isRetryable(error) ? 'later' : 'never'),
  renewed: (submission) => submission,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  failureText: (error) => (isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Your team could not be told.')),
  sentText: () => null,
  askedText: () => null,
  refusedText: ({ content: { movement, label }, reason }) =>
    `${movementText(movement)}: ${sentence(label)} ${reason ?? ''}`,
};

/** A new report of a movement; null takes it back. */
export const movementOf = (
  incident: Pick<Incident, 'id' | 'animalType' | 'location'>,
  movement: Movement | null,
  world: TimeAndId,
) => newSubmission('movement', { incidentId: incident.id, label: incidentLabel(incident), movement }, world);
