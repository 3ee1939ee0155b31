import { CompletionDetails } from '../contract/cases';
import { problemsOf } from '../contract/problems';

// These are not in the files of cases, because those are loaded with each chat.

/** Shown with a completion that waited to be sent, and is edited (DECISIONS 336). */
export const REOPENED = 'It is not sent any more. Complete the case again when the notes are right.';

/** The error of the notes by the contract's own rule; null if they are valid. */
export const problemOf = (notes: string) =>
  problemsOf(CompletionDetails, { resolutionNotes: notes }).resolutionNotes ?? null;
