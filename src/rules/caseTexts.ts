import { isNetworkFailure, messageOr, statusOf } from '../contract/failure';
import { UNREACHABLE } from './failureTexts';

/** S2 §8, "My cases". S2 has no text for a lost network, so `failure` uses the usual one of S2 §8. */
export const myCasesTexts = {
  noToken: 'Token not found. Please log in.',
  failure: (error: unknown) => (isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch your assigned cases.'),
} as const;

/** S2 §5 and §8, "Initiate". */
export const initiationTexts = {
  teamFailure: 'Failed to fetch assigned team details.',
  nobody: 'Please select at least one participating member.',
  failure: (error: unknown) =>
    isNetworkFailure(error) ? UNREACHABLE : `Failed to confirm initiation (Status: ${statusOf(error)})`,
} as const;

/** S2 §5 and §8, "Case complete". */
export const completionTexts = {
  success: 'Case completed successfully!',
  earlier: 'An earlier try, or somebody of your team, was faster: what you have changed since then is not part of it.',
  failure: (error: unknown) => messageOr(error, 'Failed to complete the case.'),
  /** The case is not the member's any more. */
  gone: (takesNotes: boolean) =>
    takesNotes
      ? 'Your notes and files are kept. Add them to the incident as a note, now or later in the list of what was not sent.'
      : 'Your notes and files are kept in the list of what was not sent.',
  /** An earlier draft was found only after the press on Complete. */
  restored: 'What you had entered earlier was added. Check it, and complete the case again.',
  noNotes: 'Please write the resolution notes before copying.',
  copied: 'Report copied to clipboard!',
  notCopied: 'Failed to copy details.',
  removed: (name: string) => `Removed ${name}.`,
  doubled: (name: string) => `${name} is already attached.`,
} as const;
