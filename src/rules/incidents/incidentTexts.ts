import { CallFailure, isNetworkFailure, statusOf } from '../../contract/failure';
import { UNREACHABLE } from '../failureTexts';
import { statusText } from './incidents';

/** S2 §8: missing incident. */
export const INCIDENT_NOT_FOUND = 'Incident not found.';

/** S2 §8, "Incident fetch". */
export function incidentFailureText(error: unknown): string {
  if (isNetworkFailure(error)) return UNREACHABLE;
  if (statusOf(error) === 404) return INCIDENT_NOT_FOUND;
  return `Failed to fetch incident (Status: ${statusOf(error)}). Check console for details.`;
}

/** Somebody else has changed the incident since the captain saw it (DECISIONS 78). */
export const conflictText = ({ status }: { status: string }) =>
  `Somebody else has changed this incident meanwhile. It is ${statusText(status)} now.`;

/** S2 §8, "Copy". */
export const copyFailures = {
  details: 'Failed to copy details. Please try again.',
  contact: 'Failed to copy contact. Please try again.',
} as const;

/** A member's own text could not be copied, which is none of the details of S2 §8. */
export const TEXT_NOT_COPIED = 'Failed to copy the text. Please try again.';

/** Whether somebody else has changed or deleted the incident or case since the caller fetched it (409 or 404, DECISIONS 1). */
export const isConflict = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused' && [404, 409].includes(error.status);

/** S1 §8, "Chat window": the incident modal could not load its incident. */
export const MISSING_INCIDENT_OR_TOKEN = 'Missing incident ID or token.';

/** S1 §8: logged when the incident modal cannot be filled. The member sees that the server could not be reached. */
export const incidentModalLog = (error: unknown) => `Failed to fetch incident details. Status: ${statusOf(error)}`;

/**
 * What a member below captain is told when refused (S2 §6), by event of the incident's lifecycle: the text of the app's dialog
 * and the message of the server's 403.
 */
export const captainTexts = {
  'incident.edit': "You need 'Rescue Captain' or a higher role to update incident details.",
  'team.assign': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'team.reassign': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'incident.close': 'You need to be a Rescue Captain or higher to close an incident.',
  'incident.resolve': 'You need to be a Rescue Captain or higher to resolve an incident.',
  'incident.reactivate': 'You need to be a Rescue Captain or higher to reactivate an incident.',
  'incident.delete': 'You need to be a Rescue Captain or higher to delete an incident.',
} as const;

/** The lifecycle events that only captain-or-higher may send. */
export type CaptainAction = keyof typeof captainTexts;
