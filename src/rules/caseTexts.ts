import { isNetworkFailure, messageOr, statusOf } from '../contract/failure';
import { UNREACHABLE } from './failureTexts';

// Those of My Cases and its dialogs are in a file of their own, because these are loaded with each chat.

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
