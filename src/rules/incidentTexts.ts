import { CallFailure, isNetworkFailure, messageOr, statusOf } from '../contract/failure';

/** S2 §8, "Incident fetch", network failure; the gallery and the case history say the same. */
const UNREACHABLE = 'Could not connect to the server.';

/** S2 §8: missing incident. */
export const INCIDENT_NOT_FOUND = 'Incident not found.';

/** S2 §8, "Incident fetch". */
export function incidentFailureText(error: unknown): string {
  if (isNetworkFailure(error)) return UNREACHABLE;
  if (statusOf(error) === 404) return INCIDENT_NOT_FOUND;
  return `Failed to fetch incident (Status: ${statusOf(error)}). Check console for details.`;
}

/** S2 §8, "Interest". */
export const interestFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : 'Failed to update interest status. Please try again.';

/** S2 §8, "Edit save". */
export const editFailureText = (error: unknown) =>
  messageOr(error, 'Failed to save changes. Check connection or input.');

/** S2 §8, "Resolve, close, reactivate": what is said where the server says nothing. */
const statusDefaults = {
  'incident.resolve': 'Failed to update status.',
  'incident.close': 'Failed to close incident.',
  'incident.reactivate': 'Failed to reactivate incident.',
} as const;

/** S2 §8: 'Error: {server text or default}'. */
export const statusFailureText = (action: keyof typeof statusDefaults, error: unknown) =>
  `Error: ${messageOr(error, statusDefaults[action])}`;

/** S2 §8, "Delete". */
export const deleteFailureText = (error: unknown) => messageOr(error, 'Failed to delete incident.');

/** S2 §4, "Update Location". */
export const locationProgress = {
  locating: 'Getting your location...',
  updating: 'Location found. Updating incident...',
  updated: 'Location updated successfully!',
} as const;

/** S2 §8, "Location". That somebody else was faster (409) is said in the server's words: trying again would not help. */
export const locationFailureText = (error: unknown) => {
  const fallback = 'Error updating location. Please try again.';
  return statusOf(error) === 409 ? messageOr(error, fallback) : fallback;
};

/** S2 §8, "Copy". */
export const copyFailures = {
  details: 'Failed to copy details. Please try again.',
  contact: 'Failed to copy contact. Please try again.',
} as const;

/** What only captain-or-higher may do to an incident, S2 §6. */
export type CaptainAction =
  | 'incident.edit'
  | 'team.assign'
  | 'team.reassign'
  | 'incident.close'
  | 'incident.resolve'
  | 'incident.reactivate'
  | 'incident.delete';

const ASSIGN = "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.";
const onlyCaptains = (what: string) => `You need to be a Rescue Captain or higher to ${what}.`;

/** S2 §6: what the unauthorized dialog says. */
export const unauthorizedTexts: Readonly<Record<CaptainAction, string>> = {
  'incident.edit': "You need 'Rescue Captain' or a higher role to update incident details.",
  'team.assign': ASSIGN,
  'team.reassign': ASSIGN,
  'incident.close': onlyCaptains('close an incident'),
  'incident.resolve': onlyCaptains('mark an incident as resolved'),
  'incident.reactivate': onlyCaptains('reactivate an incident'),
  'incident.delete': onlyCaptains('delete an incident'),
};

/** The case history cannot be fetched; S2 §8 has no text for that. */
export const historyFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Failed to fetch case history.');

/** The team's kits cannot be fetched; S2 §8 has no text for that. */
export const kitFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Failed to fetch team kit.');

/** S2 §8, "Media". */
export const NO_TOKEN_OR_ID = 'Missing token or incident ID.';

/** S2 §8, "Media". */
export const galleryFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : `Failed to fetch incident details (Status: ${statusOf(error)})`;

/** S2 §8, "Media". */
export const mediaDeleteFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : `Failed to delete media item (Status: ${statusOf(error)})`;

/** Whether the state of things has changed under the caller's hands: another was faster, or it is gone (DECISIONS 1). */
export const isOutrun = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused' && [404, 409].includes(error.status);
