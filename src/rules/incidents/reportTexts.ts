import { CallFailure, messageOr } from '../../contract/failure';
import { CHECK_CONNECTION } from '../failureTexts';

/** S1 §8, "Report form". */
export const REPORTED = 'Incident reported successfully!';
/** The report is about a known incident and became a note to it (DECISIONS 170). */
export const ADDED_AS_NOTE = 'Your report becomes a note of this incident.';
const UNPARSABLE = 'An unexpected error occurred. Please try again.';

/** Why a report was not accepted, in the words of S1 §8. */
export function reportFailureText(error: unknown): string {
  const kind = error instanceof CallFailure ? error.kind : 'unreadable';
  if (kind === 'network') return CHECK_CONNECTION;
  return kind === 'refused' ? messageOr(error, 'Failed to report incident.') : UNPARSABLE;
}
