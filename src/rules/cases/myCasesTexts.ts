import { CompletionDetails, NO_PARTICIPANT } from '../../contract/cases';
import type { KeptCompletion } from '../../contract/drafts';
import { problemsOf } from '../../contract/problems';
import type { CompletionSubmission } from '../../contract/submissions';
import { completionTexts } from './caseTexts';

// Not in caseTexts.ts, because that file is loaded with every chat.

/** S2 §8, "My cases"; the same when there was no answer (DECISIONS P1). */
export const myCasesTexts = {
  noToken: 'Token not found. Please log in.',
  failure: 'Failed to fetch your assigned cases.',
} as const;

/** The texts of the dialog that begins a case (S2 §5, §8). */
export const initiationFormTexts = {
  teamFailure: 'Failed to fetch assigned team details.',
  nobody: NO_PARTICIPANT,
} as const;

/** The texts of the form that completes a case (S2 §5, §8). */
export const completionFormTexts = {
  /** Shown with a completion that waited to be sent, and is edited (DECISIONS 336). */
  reopened: 'It is not sent any more. Complete the case again when the notes are right.',
  earlier: 'An earlier try, or somebody of your team, was faster: what you have changed since then is not part of it.',
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

/** What is said first about a completion that is edited again: that it is not sent any more, or why the server has refused it. */
export const reopenedNotice = ({ status, reason }: CompletionSubmission) =>
  status === 'refused'
    ? { tone: 'danger' as const, text: reason ?? completionTexts.failure(null) }
    : { tone: 'info' as const, text: completionFormTexts.reopened };

/** The error of the notes by the contract's own rule; null if they are valid. */
export const problemOf = (notes: string) =>
  problemsOf(CompletionDetails, { resolutionNotes: notes }).resolutionNotes ?? null;

/**
 * What the notes and photos of a completion are called that were not sent: by the animal and the place, or by a number if the page was
 * killed before those were stored.
 */
export const draftName = ({ caseKey, label }: Pick<KeptCompletion, 'caseKey' | 'label'>) =>
  label || (caseKey.startsWith('incident ') ? caseKey.replace(' ', ' #') : `case #${caseKey}`);

/** The question before such notes are deleted. */
export const deletionText = (name: string) =>
  `Your notes and photos for ${name} were not sent. If you delete them, they are gone from this device.`;

/** Above notes of a completion that were not sent before the case was completed by others, or given to another team. */
export const unsentNotes = (name: string) =>
  `You have not sent your notes and photos for ${name}. It is not one of your active cases any more.`;
