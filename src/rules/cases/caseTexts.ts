import { isNetworkFailure, messageOr, statusOf } from '../../contract/failure';
import { UNREACHABLE } from '../failureTexts';

// The texts of My Cases and its dialogs are in myCasesTexts.ts: this file is loaded with every chat, which does not need them.

/** S2 §8, "Initiate". */
export const initiationTexts = {
  failure: (error: unknown) =>
    isNetworkFailure(error) ? UNREACHABLE : `Failed to confirm initiation (Status: ${statusOf(error)})`,
} as const;

/** S2 §8, "Case complete". */
export const completionTexts = {
  success: 'Case completed successfully!',
  failure: (error: unknown) => messageOr(error, 'Failed to complete the case.'),
} as const;
