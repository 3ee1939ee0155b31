import type { Capability } from '../../contract/capabilities';
import type { SubmissionKind, SubmissionOf } from '../../contract/submissions';
import type { TimeAndId } from '../world';

/**
 * The capability of a server that recognises repeats of this kind of submission (DECISIONS W1): a repeated message has the same
 * clientMessageId, any other submission the same Idempotency-Key.
 */
export const repeatable = (kind: SubmissionKind): Capability =>
  kind === 'message' ? 'safeRepeats' : 'idempotencyKeys';

/** The consequence of a failed try for a submission. */
export type Verdict =
  /** The failure is temporary: the submission is tried again automatically. */
  | 'later'
  /** The server refuses the submission as it is. */
  | 'never'
  /** The server no longer has the file, so it is uploaded again. */
  | 'renew'
  /** An earlier try without an answer may have succeeded, so the server is asked. */
  | 'verify';

/** The announcement that a submission that had to wait was sent. */
export interface SentNotice {
  readonly text: string;
  /** The incident to open. */
  readonly incidentId?: string;
  /** In milliseconds; null if it stays until the member closes it. */
  readonly lifetime?: number | null;
}

/** The rules of one kind of submission, for the submission chart and the tray. */
export interface Kind<Name extends SubmissionKind> {
  /** The name of its lane. Submissions of one lane go out one after the other, in order. */
  laneOf(submission: SubmissionOf<Name>): string;
  /** Another lane: what was submitted to it before goes out first. Null or absent means none. */
  laneBefore?(submission: SubmissionOf<Name>): string | null;
  /** Whether the order within the lane matters. */
  readonly isOrdered: boolean;
  /** Whether a check is made before it is sent, which may lead to a question to the member. */
  needsCheck(submission: SubmissionOf<Name>): boolean;
  /** Whether its file must be uploaded before the submission itself is sent. */
  needsUpload(submission: SubmissionOf<Name>): boolean;
  /** @param isRepeatable whether the server recognises a repeat as the same submission */
  judge(error: unknown, submission: SubmissionOf<Name>, isRepeatable: boolean): Verdict;
  /** Whether later tries must know that there was an earlier one, even if the server recognises repeats. */
  readonly remembersTries: boolean;
  /** The submission with its upload undone. */
  renewed(submission: SubmissionOf<Name>): SubmissionOf<Name>;
  /** How long to wait for the answer after everything is sent, in milliseconds. */
  readonly answerWait: number;
  /**
   * What happens after a try without an answer if the server does not recognise repeats (DECISIONS W2, W3): the app asks the server
   * whether it arrived, or asks the member.
   */
  readonly whenUnanswered: 'verify' | 'ask';
  /** What happens if the server does not have it: it is sent again, or it is shown as not sent until the member retries. */
  readonly whenMissing: 'send' | 'refuse';
  /** The reason of the refusal, in the words of S1 §8 and S2 §8. */
  failureText(error: unknown, submission: SubmissionOf<Name>): string;
  /** The toasts for a submission, which appear on every screen. Null means none. */
  sentText(submission: SubmissionOf<Name>): string | null;
  /** Says more than `sentText`: with the server's answer, which may be missing, and the time. */
  sentNotice?(submission: SubmissionOf<Name>, answer: unknown, at: number): SentNotice;
  askedText(submission: SubmissionOf<Name>): string | null;
  refusedText(submission: SubmissionOf<Name>): string | null;
}

/** A new submission: it waits to be sent, and was not tried yet. */
export const newSubmission = <Name extends SubmissionKind>(
  kind: Name,
  content: SubmissionOf<Name>['content'],
  world: TimeAndId,
  id = world.createId(),
) =>
  ({
    id,
    kind,
    queuedAt: world.now(),
    status: 'waiting',
    wasTried: false,
    reason: null,
    content,
  }) as SubmissionOf<Name>;
